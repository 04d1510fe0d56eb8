"""The described side asks the library for no more than it measures, and only when a game is asked for."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

from bench.described import described, state_cost

if TYPE_CHECKING:
    import pytest


class PlainGame:
    """A game whose every playout has as many decisions as seats and seed together."""

    def playout(self, *, players: int, seed: int) -> SimpleNamespace:
        return SimpleNamespace(decisions=players + seed)

    def start(self, *, players: int, seed: int) -> PlainState:
        return PlainState([seed] * players)


class PlainState:
    def __init__(self, values: list[int]) -> None:
        self.values = values

    @property
    def size(self) -> int:
        return len(self.values)

    def copy(self) -> PlainState:
        return PlainState(self.values.copy())


def test_a_game_is_loaded_once_and_played_by_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(name: str) -> PlainGame:
        loaded.append(name)
        return PlainGame()

    monkeypatch.setitem(sys.modules, "rulewright", SimpleNamespace(load=load))
    play = described("bacchus", 4)
    assert [play(seed) for seed in range(3)] == [4, 5, 6]
    assert loaded == ["bacchus"]


def test_the_cost_of_a_state_is_its_integers_and_the_time_to_copy_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rulewright", SimpleNamespace(load=lambda _: PlainGame()))
    cost = state_cost("bacchus", 4)
    assert cost.integers == 4
    assert 0 < cost.copy_microseconds < 1000
