"""Rulewright: a language for card and board games, and an interpreter that plays what it describes.

    >>> import rulewright
    >>> game = rulewright.load("tic_tac_toe")
    >>> state = game.start(seed=1)
    >>> len(state.choices())
    9

The names below are the public interface. They are looked up when they are first used, so that asking for the version, or
`rulewright --help`, loads nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .grammar.diagnostics import Note, Problem, Severity
    from .interpreter.choices import Choice
    from .interpreter.faults import (
        DefinitionError,
        Error,
        GameFault,
        IllegalChoice,
        OptionError,
        PlayersError,
        RecordError,
        ScenarioError,
        UnknownGame,
        UnreadableFile,
    )
    from .interpreter.game import Game, OptionInfo, Playout, check, load
    from .interpreter.loading import Headline, bundled, headline
    from .interpreter.state import Outcome, SheetLine, State

__version__ = "0.1.0"

_HOMES = {
    "grammar.diagnostics": ("Note", "Problem", "Severity"),
    "interpreter.choices": ("Choice",),
    "interpreter.faults": (
        "DefinitionError",
        "Error",
        "GameFault",
        "IllegalChoice",
        "OptionError",
        "PlayersError",
        "RecordError",
        "ScenarioError",
        "UnknownGame",
        "UnreadableFile",
    ),
    "interpreter.game": ("Game", "OptionInfo", "Playout", "check", "load"),
    "interpreter.loading": ("Headline", "bundled", "headline"),
    "interpreter.state": ("Outcome", "SheetLine", "State"),
}

__all__ = [
    "Choice",
    "DefinitionError",
    "Error",
    "Game",
    "GameFault",
    "Headline",
    "IllegalChoice",
    "Note",
    "OptionError",
    "OptionInfo",
    "Outcome",
    "PlayersError",
    "Playout",
    "Problem",
    "RecordError",
    "ScenarioError",
    "Severity",
    "SheetLine",
    "State",
    "UnknownGame",
    "UnreadableFile",
    "__version__",
    "bundled",
    "check",
    "headline",
    "load",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f".{home}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
