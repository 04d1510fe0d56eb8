"""What is proved of a game whose names and types are right."""

from __future__ import annotations

from .checked import CheckedGame
from .circles import Circles
from .endings import Endings
from .names import Report
from .sight import Heads
from .supply import Supply


def prove(checked: CheckedGame, report: Report) -> None:
    """Report what can go wrong in play. What leads in a circle is told first: the other proofs follow
    references.
    """
    Circles(checked, report).prove()
    if report.failed:
        return
    Supply(checked, report).prove()
    Endings(checked, report).prove()
    Heads(checked, report).prove()
