"""What the scenarios of Bacchus cannot say: what the others are told of a secret choice."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.interpreter.state import State

KEEPING = "maenad to keep"


def keepings(players: int, games: int) -> list[State]:
    """States of random games in which a seat is asked which of the kidnapped Maenads goes to the hand."""
    game = rulewright.load("bacchus")
    found = []
    for seed in range(games):
        chance, state = random.Random(seed), game.start(players=players, seed=seed)
        while not state.over:
            seat = state.actors[0]
            if KEEPING in state.question(seat):
                found.append(state.copy())
            state.apply(chance.randrange(len(state.choices(seat))), seat)
    return found


@pytest.mark.parametrize("players", [3, 5])
def test_nobody_else_can_tell_which_maenad_is_kept(players: int) -> None:
    compared = 0
    for state in keepings(players, 8):
        seat = state.actors[0]
        kept = [choice for choice in state.choices(seat) if choice.text != "none"]
        after = []
        for choice in kept:
            copy = state.copy()
            copy.apply(choice.index, seat)
            after.append(copy)
        for other in range(players):
            if other == seat or len(kept) < 2:
                continue
            compared += 1
            first, *rest = [(copy.view(other), copy.log(other)[: len(state.log(other))]) for copy in after]
            assert all(each == first for each in rest)
    assert compared > 20


def test_a_kept_maenad_is_told_as_one_more_thing_that_came_of_the_kidnapping() -> None:
    state = keepings(3, 8)[0]
    seat = state.actors[0]
    entry = len(state.log(seat)) - 1
    state.apply(0, seat)
    for reader in (seat, (seat + 1) % 3):
        told = state.log(reader)[entry]
        assert " from own kidnap pile to own hand" in told
        assert ("a card from own kidnap pile" in told) == (reader != seat)
        assert "; :" not in told
        assert told.count(";") == 2
