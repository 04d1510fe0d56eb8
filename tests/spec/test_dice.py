"""Dice: one that is alone in the box is meant by its name, whatever it shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright import State

Play = Callable[..., State]

ONE_DIE = """
components
    die Die(face: 1 to 6){copies}
zones
    table: open space of Die
play
    players take turns until your points is at least 20
        do "Roll"
            choose n from 1 to 2
            roll place of Die
            add n * face of Die to points of you
scoring
    most points win
"""


@pytest.mark.parametrize("copies", ["", ": 1"])
def test_the_only_die_of_its_kind_is_meant_by_its_name(play: Play, copies: str) -> None:
    state = play(ONE_DIE.format(copies=copies), ["1"])
    (die,) = state.view(0)["zones"][0]["cards"]
    assert f"Die ({state.scores[0]})" == die
