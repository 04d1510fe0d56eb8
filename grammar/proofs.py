"""What is proved of a game whose names and types are right."""

from __future__ import annotations

from . import nodes
from .checked import CheckedGame
from .names import Report, Symbols


def prove(checked: CheckedGame, game: nodes.Game, symbols: Symbols, report: Report) -> None:
    """Report what can go wrong in play."""
