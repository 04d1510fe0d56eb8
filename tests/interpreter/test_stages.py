"""Every stage of the road can be shown."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.interpreter.stages import stage


@pytest.mark.parametrize("game", rulewright.bundled())
@pytest.mark.parametrize("name", ["tokens", "tree", "checked", "program", "source"])
def test_every_stage_of_every_game_can_be_shown(game: str, name: str) -> None:
    assert len(stage(game, name).splitlines()) > 3


def test_the_checked_stage_says_who_is_told_of_a_choice() -> None:
    shown = stage("satanimals", "checked")
    assert "choose wanted: kind Keeper or Satanimal; all are told" in shown


def test_the_checked_stage_says_where_cards_can_come_to_lie() -> None:
    assert "token EternalFlame() lies in: table, tokens" in stage("satanimals", "checked")


def test_labels_of_blocks_are_shown_as_numbers() -> None:
    assert "@" not in stage("tic_tac_toe", "program")


def test_an_unknown_stage_is_refused() -> None:
    with pytest.raises(ValueError, match="no stage"):
        stage("tic_tac_toe", "dreams")
