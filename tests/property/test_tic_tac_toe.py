"""Tic-tac-toe against its published numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest

import rulewright
from rulewright.interpreter.state import State

GAME = rulewright.load("tic_tac_toe")
SEQUENCES = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_sequences_of_the_first_six_choices() -> None:
    assert GAME.start().perft(6)[0] == SEQUENCES[:6]


@pytest.mark.slow
def test_all_255168_games() -> None:
    counts, finished = GAME.start().perft(9)
    assert counts == SEQUENCES
    assert sum(finished) == 255_168


@dataclass
class Count:
    """What is found by playing on from every position once, by equality of states."""

    positions: int = 1
    final: dict[int | None, int] = field(default_factory=lambda: {0: 0, 1: 0, None: 0})
    games: dict[int | None, int] = field(default_factory=lambda: {0: 0, 1: 0, None: 0})
    chances: dict[int | None, float] = field(default_factory=lambda: {0: 0.0, 1: 0.0, None: 0.0})
    length: float = 0.0


@pytest.fixture(scope="module")
def count() -> Count:
    out = Count()
    layer: dict[State, tuple[int, float]] = {
        GAME.start(): (1, 1.0)
    }  # the ways that lead to a position, how likely it is
    for ply in range(1, 10):
        after: dict[State, tuple[int, float]] = {}
        for state, (ways, odds) in layer.items():
            options = state.options(state.actors[0])
            for index in range(options):
                following = state.copy()
                following.apply(index)
                before = after.get(following, (0, 0.0))
                after[following] = (before[0] + ways, before[1] + odds / options)
        out.positions += len(after)
        for state, (ways, odds) in after.items():
            if state.over:
                winner = state.winners[0] if state.winners else None
                out.final[winner] += 1
                out.games[winner] += ways
                out.chances[winner] += odds
                out.length += ply * odds
        layer = {state: found for state, found in after.items() if not state.over}
    return out


def test_5478_positions_of_which_958_are_final(count: Count) -> None:
    """The way to a position does not count, nor who has chosen which of five marks that are alike."""
    assert count.positions == 5478
    assert count.final == {0: 626, 1: 316, None: 16}
    assert sum(count.final.values()) == 958


def test_who_wins_how_many_of_255168_games(count: Count) -> None:
    assert count.games == {0: 131_184, 1: 77_904, None: 46_080}
    assert sum(count.games.values()) == 255_168


def test_how_often_uniform_play_wins_and_how_long_it_takes(count: Count) -> None:
    assert count.chances[0] == pytest.approx(737 / 1260)
    assert count.chances[1] == pytest.approx(121 / 420)
    assert count.chances[None] == pytest.approx(8 / 63)
    assert count.length == pytest.approx(3203 / 420)


def test_a_position_is_the_same_whatever_the_seed() -> None:
    assert GAME.start(seed=1) == GAME.start(seed=2)


def test_random_play_wins_as_often_as_it_should() -> None:
    """Within four standard errors."""
    n = 4000
    won = [GAME.playout(seed=seed).winners for seed in range(n)]
    for winners, p in (((0,), 737 / 1260), ((1,), 121 / 420), ((), 8 / 63)):
        assert won.count(winners) / n == pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / n))
