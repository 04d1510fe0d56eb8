"""Satanimals: numbers that follow from its rules, whatever is played (the digest's table and its proof)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.interpreter.state import State

GAME = rulewright.load("satanimals")
DECKS = {2: 6, 3: 9, 4: 12}


def decks(state: State) -> list[dict[str, Any]]:
    return [zone for zone in state.view(None)["zones"] if zone["family"] == "queue"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_left_after_dealing_makes_nine_equal_decks(players: int) -> None:
    for seed in range(10):
        state = GAME.start(players, seed)
        assert [deck["size"] for deck in decks(state)] == [DECKS[players]] * 9
        hands = sorted(zone["size"] for zone in state.view(None)["zones"] if zone["family"] == "hand")
        assert hands == [1] + [3] * (players - 1)


def test_only_the_tops_of_the_decks_are_seen() -> None:
    for zone in GAME.start(4, 3).view(2)["zones"]:
        if zone["family"] == "queue":
            assert [text is None for text in zone["cards"]] == [False] + [True] * 11


def draws(state: State) -> bool:
    return state.question().startswith("Draw from the Queue")


@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]))
@settings(max_examples=12)
def test_every_seat_has_nine_turns_when_nobody_completes_a_zoo(seed: int, players: int) -> None:
    """Nobody does more than draw, so that no zoo is ever complete."""
    state, chance = GAME.start(players, seed), random.Random(seed)
    turns = [0] * players
    while not state.over:
        seat = state.actors[0]
        if draws(state):
            turns[seat] += 1
            state.apply(chance.choice(state.choices(seat)), seat)
        else:
            state.apply("done", seat)
    assert turns == [9] * players
    assert sum(deck["size"] for deck in decks(state)) == 0


@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]))
@settings(max_examples=12)
def test_a_line_can_be_drawn_exactly_as_long_as_a_card_is_left(seed: int, players: int) -> None:
    state, chance = GAME.start(players, seed), random.Random(seed)
    while not state.over:
        seat = state.actors[0]
        if draws(state):
            sizes = [deck["size"] for deck in decks(state)]
            rows = [sizes[3 * i : 3 * i + 3] for i in range(3)]
            lines = [f"row {i + 1}" for i, row in enumerate(rows) if all(row)]
            lines += [f"column {i + 1}" for i in range(3) if all(row[i] for row in rows)]
            assert [choice.text for choice in state.choices(seat)] == lines
            assert lines
            state.apply(chance.choice(lines), seat)
            assert sum(deck["size"] for deck in decks(state)) == sum(sizes) - 3
        else:
            state.apply(chance.choice(state.choices(seat)), seat)
    left = sum(deck["size"] for deck in decks(state))
    complete = any("Completed Zoo" in zone["cards"] for zone in state.view(None)["zones"] if zone["owner"] is not None)
    assert left == 0 or complete
