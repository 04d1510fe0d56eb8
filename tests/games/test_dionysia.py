"""What the scenarios of Dionysia cannot show: the owner's part in triggers, the mean length, and what cards say."""

from __future__ import annotations

import random
from pathlib import Path
from shutil import copy
from statistics import fmean

from bench.handwritten import dionysia as by_hand

import rulewright
from rulewright import State

FOLDER = Path(rulewright.load("dionysia").definition.path).parent


def with_madness_on_key_scenes(folder: Path) -> rulewright.Game:
    """Dionysia with a card that none of the eighteen is: it changes the opponent's key scene."""
    text = (FOLDER / "dionysia.game").read_text(encoding="utf-8")
    changed = text.replace("swap nth(act, 2) with nth(act, 3)", "swap top of act with nth(act, 2)")
    assert changed != text
    (folder / "dionysia.game").write_text(changed, encoding="utf-8")
    copy(FOLDER / "dionysia.yaml", folder)
    return rulewright.load(folder / "dionysia.game")


def madness_played(folder: Path) -> State:
    state = with_madness_on_key_scenes(folder).position(
        {
            "players": ["Anna", "Bruno"],
            "options": {"starter": "Anna"},
            "at": "turn",
            "turn_of": "Anna",
            "rest": "deck",
            "zones": {
                "stage": ["Madness", "Chorus"],
                "acts[Bruno, 1]": ["Prologue", "Reversal", "Catastrophe"],
            },
        }
    )
    for choice in ("Madness", "Start an act", "acts of Anna, 1", "yes", "acts of Bruno, 1"):
        state.apply(choice, 0)
    return state


def test_who_owns_a_scene_decides_on_its_effect_though_the_opponent_made_it_key(tmp_path: Path) -> None:
    state = madness_played(tmp_path)
    assert state.actors == (1,)
    assert [choice.text for choice in state.choices(1)] == ["yes", "no"]
    assert "Reversal" in state.question(1)
    state.apply("yes", 1)
    assert [choice.text for choice in state.choices(1)] == ["acts of Bruno, 1"]
    state.apply("acts of Bruno, 1", 1)
    assert state.evaluate(
        "[top of acts[Bruno, 1] is Catastrophe, bottom of acts[Bruno, 1] is Reversal]", 1, ("Anna", "Bruno")
    ) == [True, True]
    assert state.actors == (1,)
    assert [choice.text for choice in state.choices(1)] == ["Chorus"]


def test_the_owner_may_ignore_it_and_the_turn_goes_on(tmp_path: Path) -> None:
    state = madness_played(tmp_path)
    state.apply("no", 1)
    assert state.actors == (1,)
    assert [choice.text for choice in state.choices(1)] == ["Chorus"]


def test_random_games_have_as_many_decisions_and_points_as_those_written_by_hand() -> None:
    game = rulewright.load("dionysia")
    described = [game.playout(seed=seed) for seed in range(600)]
    rng = random.Random(1)
    written = [by_hand.playout(rng) for _ in range(1200)]
    assert abs(fmean(p.decisions for p in described) - fmean(n for _, n in written)) < 0.6
    assert abs(fmean(sum(p.scores) for p in described) - fmean(sum(s) for s, _ in written)) < 0.6


def test_every_scene_says_what_is_printed_on_it() -> None:
    cards = rulewright.load("dionysia").start().cards
    assert len(cards) == 18
    assert all(len(card["texts"]) == 1 for card in cards.values())
    assert cards["Herald"] == {
        "attributes": {"icons": ("Skull", "Mask"), "pattern": ("Dagger", "Cup", "Mask"), "favor": ("2",)},
        "texts": ("Swap the key scenes of two of your acts.",),
    }
