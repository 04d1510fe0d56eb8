"""The described side: bundled games as the interpreter plays them.

Rulewright is imported only when a game is asked for, so that the other side can be measured without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from .harness import microseconds

if TYPE_CHECKING:
    from collections.abc import Callable


class State(Protocol):
    """As much of a state as is measured."""

    @property
    def size(self) -> int:
        """How many integers the state consists of."""
        ...

    def copy(self) -> object: ...


class Playout(Protocol):
    """As much of a random game as is measured."""

    @property
    def decisions(self) -> int:
        """How many decisions were made."""
        ...


class Game(Protocol):
    """As much of a game as is measured."""

    def playout(self, *, players: int, seed: int) -> Playout:
        """Play one random game."""
        ...

    def start(self, *, players: int, seed: int) -> State: ...


@dataclass(frozen=True, slots=True)
class StateCost:
    copy_microseconds: float
    integers: int


def described(name: str, players: int) -> Callable[[int], int]:
    """A function that takes a seed, plays one random game and returns the number of decisions."""
    game = _load(name)

    def play(seed: int) -> int:
        return game.playout(players=players, seed=seed).decisions

    return play


def state_cost(name: str, players: int) -> StateCost:
    """What it takes to copy and to hold a state of that game."""
    state = _load(name).start(players=players, seed=0)
    return StateCost(microseconds(state.copy), state.size)


def _load(name: str) -> Game:
    game: Game = import_module("rulewright").load(name)
    return game
