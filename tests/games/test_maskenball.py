"""Maskenball Venezia keeps its secrets, and tells each player what that player saw."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.scenario import chosen
from rulewright.interpreter.state import State

SEATS = ["Anna", "Bruno", "Clara", "David", "Eva"]
GUESTS = ["Doge", "Dogaressa", "Arlecchino", "Colombina", "Pantalone"]


@cache
def game() -> Game:
    return rulewright.load("maskenball")


def table(**zones: list[str]) -> State:
    """A step is about to begin; each seat's guest is the one at its place in GUESTS."""
    position: dict[str, Any] = {"lot": []}
    position |= {f"mask of {seat}": [f"Mask({guest})"] for seat, guest in zip(SEATS, GUESTS, strict=True)}
    position |= {f"stack of {guest}": [f"Copy({guest}) x 3"] for guest in GUESTS}
    position |= {f"stack of {guest}": cards for guest, cards in zones.items()}
    return game().position(
        {
            "players": SEATS,
            "at": "all players at once from token",
            "zones": position,
            "rest": "box",
            "notes": {"token": "Anna"},
        }
    )


def play_step(state: State, **answers: str) -> None:
    """Every seat answers; `answers` holds the answers of those that do something, divided by commas."""
    for seat, name in enumerate(SEATS):
        for text in answers.get(name, "no, done").split(", "):
            state.apply(chosen(state, seat, text), seat)


def logs(state: State) -> dict[str, str]:
    return {name: "\n".join(state.log(seat)) for seat, name in enumerate(SEATS)}


def notes(state: State, seat: str, family: str) -> list[Any]:
    return [note["value"] for note in state.view(SEATS.index(seat))["notes"] if note["family"] == family]


def test_only_who_saw_a_gesture_and_who_made_it_read_of_it() -> None:
    state = table()
    play_step(
        state,
        Anna="no, Make a gesture, Pantalone, To one or two players, Bruno, done",
        Bruno="yes, Anna, done",
        Clara="yes, Anna, done",
    )
    told = logs(state)
    assert "told Bruno: gestures of Anna: Pantalone (wipes the brow)" in told["Bruno"]
    assert "Make a gesture, Pantalone (wipes the brow)" in told["Anna"]
    assert "told Anna: watched by: Bruno, Clara" in told["Anna"]
    for other in ("Clara", "David", "Eva"):
        assert "Pantalone" not in told[other]
        assert "Make a gesture" not in told[other]
        assert "watched" not in told[other]
        assert all(value == [] for value in notes(state, other, "sightings"))
    assert ["Pantalone"] in notes(state, "Bruno", "sightings")


@pytest.mark.parametrize("family", ["looking", "gesture", "audience", "watchers", "sightings", "too_late"])
def test_a_seat_reads_no_private_note_of_another(family: str) -> None:
    state = table()
    for seat in range(len(SEATS)):
        owners = [note["owner"] for note in state.view(seat)["notes"] if note["family"] == family]
        assert set(owners) == {seat}


def test_only_who_took_a_card_knows_which_and_who_came_too_late_is_told() -> None:
    state = table(Doge=["Copy(Doge)"])
    play_step(state, Bruno="no, Grab a card, Doge", Clara="no, Grab a card, Doge", David="no, Grab a card, Arlecchino")
    told = logs(state)
    assert "Doge from stack Doge to own cards in front" in told["Bruno"]
    assert "too late" in told["Clara"]
    assert "David: a card to own cards in front" in told["Clara"]
    for name in SEATS:
        if name != "Clara":
            assert "too late" not in told[name]
            assert "Clara: " not in told[name]
        if name not in ("Bruno", "Clara"):
            assert "Doge" not in told[name]
        if name != "David":
            assert "Arlecchino" not in told[name]
    for seat, name in enumerate(SEATS):
        found = [zone["cards"] for zone in state.view(seat)["zones"] if zone["family"] == "found"]
        assert found == [[], ["Doge" if name == "Bruno" else None], [], ["Arlecchino" if name == "David" else None], []]


def test_what_the_others_have_decided_shows_nowhere_until_all_are_in() -> None:
    state = table()
    before = [(state.view(seat), state.log(seat)) for seat in range(len(SEATS))]
    for name, answers in {
        "Bruno": "yes, Anna, Make a gesture, Doge, Openly",
        "Clara": "no, Grab a card, Doge",
        "David": "no, done",
    }.items():
        for text in answers.split(", "):
            state.apply(chosen(state, SEATS.index(name), text), SEATS.index(name))
    for name in ("Anna", "Eva"):
        seat = SEATS.index(name)
        assert (state.view(seat), state.log(seat)) == before[seat]


@pytest.mark.parametrize("players", range(5, 13))
def test_nobody_gains_more_in_a_round_than_a_tip_for_everybody_else_and_two_of_theirs(players: int) -> None:
    chance = random.Random(players)
    state = game().start(players, seed=players, options={"round_limit": 1, "step_limit": 20})
    while not state.over:
        seat = state.actors[0]
        state.apply(chance.randrange(state.options(seat)), seat)
    assert max(state.scores) <= players - 1 + 2
    assert {line.title for line in state.score_sheet} == {"Plus marks", "Minus marks"}
