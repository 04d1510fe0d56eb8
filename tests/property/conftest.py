"""Every bundled game with every number of players, and random walks through them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

Walk = Callable[..., Iterator[tuple[State, random.Random]]]


@cache
def load(name: str) -> Game:
    return rulewright.load(name)


@cache
def tables() -> tuple[tuple[str, int], ...]:
    return tuple((name, players) for name in rulewright.bundled() for players in load(name).players)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `large_table` runs for every bundled game and number of players; so does one that asks for `table`,
    but games for many are played by many only where slow tests are asked for."""
    for name in ("table", "large_table"):
        if name in metafunc.fixturenames:
            metafunc.parametrize(
                name,
                [
                    pytest.param(
                        (load(game), players),
                        id=f"{game}-{players}",
                        marks=[pytest.mark.slow] if name == "table" and players > max(4, load(game).players[0]) else [],
                    )
                    for game, players in tables()
                ],
            )


def _walk(
    game: Game, players: int, seed: int = 0, limit: int = 10_000, every: int = 1, bold: bool = False
) -> Iterator[tuple[State, random.Random]]:
    """One random game: the state at every decision (or every so many) and at the end, with the generator that decides.

    The same state goes on: whoever keeps one takes a copy. `limit` ends long games early; a bold walk passes less, so
    that more happens.
    """
    chance = random.Random(seed)
    state = game.start(players, seed=seed)
    for number in range(limit):
        if number % every == 0 or state.over:
            yield state, chance
        if state.over:
            return
        seat = chance.choice(state.actors)
        options = state.options(seat)
        pick = chance.randrange(options)
        if bold and options > 1 and pick == options - 1:
            pick = chance.randrange(options)
        state.apply(pick, seat)


@pytest.fixture(scope="session")
def walk() -> Walk:
    return _walk
