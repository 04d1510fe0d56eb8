"""`resample` deals anew what a seat does not know, and nothing else; what comes of it can be played on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.faults import RecordError
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

Walk = Callable[..., Iterator[tuple[State, random.Random]]]


def hidden(state: State, seat: int) -> bool:
    """Whether a seat does not know where two different cards lie that could change places."""
    truth, seen = state.view(None), state.view(seat)
    kinds = set()
    for true, shown in zip(truth["zones"], seen["zones"], strict=True):
        kinds |= {t for t, s in zip(true["cards"], shown["cards"], strict=True) if s is None}
    return len(kinds) > 1


def test_a_seat_cannot_tell_a_resampled_state_from_the_true_one(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, chance in walk(game, players, seed=51, limit=70, every=6, bold=True):
        before = list(state)
        for seat in sorted({chance.randrange(players), *state.actors[:1]}):
            other = state.resample(seat, chance)
            assert other.view(seat) == state.view(seat)
            assert other.log(seat) == state.log(seat)
            if seat in state.actors:
                assert other.choices(seat) == state.choices(seat)
                assert other.question(seat) == state.question(seat)
            assert list(state) == before


def test_every_card_is_still_there_in_a_resampled_state(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    parts = game.program(players).parts
    place = game.program(players).layout.place
    cards = game.program(players).call("cards")
    for state, chance in walk(game, players, seed=52, limit=50, every=10):
        other = list(state.resample(chance.randrange(players), chance))
        zones = range(game.program(players).layout.zones)
        lying = [(piece, zone) for zone in zones for piece in cards(other, zone)]
        assert sorted(piece for piece, _ in lying) == list(range(parts.count))
        assert all(other[place + piece] == zone for piece, zone in lying)
        assert [len(cards(other, zone)) for zone in zones] == [len(cards(list(state), zone)) for zone in zones]


def test_a_resampled_state_can_be_played_to_its_end(table: tuple[Game, int], walk: Walk) -> None:
    """Also by those whose cards were dealt anew, with views and logs of every seat on the way."""
    game, players = table
    for state, chance in walk(game, players, seed=53, limit=120, every=20, bold=True):
        other = state.resample(chance.randrange(players), chance)
        for step in range(40):
            if other.over:
                break
            seat = chance.choice(other.actors)
            other.apply(chance.randrange(other.options(seat)), seat)
            if step % 20 == 0:
                other.view(chance.randrange(players))
                other.log(chance.randrange(players))
        twin = other.copy()
        assert twin == other
        assert twin.view(0) == other.view(0)


def test_what_is_not_known_really_changes(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, chance in walk(game, players, seed=54, limit=60, every=15, bold=True):
        seat = chance.randrange(players)
        if not hidden(state, seat):
            continue
        found = {repr(state.resample(seat, chance).view(None)["zones"]) for _ in range(8)}
        assert len(found) > 1


def test_a_resampled_state_has_no_record_and_its_resample_is_one_again() -> None:
    state = rulewright.load("satanimals").start(3, seed=4)
    other = state.resample(1, random.Random(2)).resample(1, random.Random(3))
    assert other.view(1) == state.view(1)
    with pytest.raises(RecordError):
        _ = other.record


SECRETS = """
game "Secrets"
players 2 to 3

components
    enum Colour: Red, Green, Blue, White, Black, Grey
    card Card: 3

zones
    deck: hidden pile of Card

notes
    code: hidden Colour, at first Red
    pick of each player: private Colour or none
    turns: number

setup
    set code to random colour in Colour

play
    all players at once
        do "Pick"
    players take turns until turns is 9
        do "Guess"

action "Pick"
    choose colour
    set your pick to colour

action "Guess"
    choose colour
    add 1 to turns
    end the game if colour is code

scoring
    "Done"  turns
    most points win
"""


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = Path(tmp_path_factory.mktemp("secrets")) / "secrets.game"
    file.write_text(SECRETS, encoding="utf-8")
    return rulewright.load(file)


def noted(state: State, name: str) -> list[object]:
    return [note["value"] for note in state.view(None)["notes"] if note["family"] == name]


def test_hidden_and_others_private_notes_are_drawn_anew(secrets: Game) -> None:
    state = secrets.start(3, seed=6)
    for colour, seat in (("Red", 0), ("Green", 1), ("Blue", 2)):
        state.apply(colour, seat)
    others = [state.resample(0, random.Random(seed)) for seed in range(60)]
    assert {noted(other, "code")[0] for other in others} == {"Red", "Green", "Blue", "White", "Black", "Grey"}
    assert {noted(other, "pick")[0] for other in others} == {"Red"}
    assert len({noted(other, "pick")[1] for other in others}) == 6
    assert len({noted(other, "pick")[2] for other in others}) == 6


def test_what_others_have_picked_in_the_same_moment_is_picked_anew(secrets: Game) -> None:
    state = secrets.start(3, seed=6)
    state.apply("Red", 1)
    state.apply("Red", 2)
    found = set()
    for seed in range(40):
        other = state.resample(0, random.Random(seed))
        assert other.actors == (0,)
        other.apply("Grey", 0)
        found.add(tuple(noted(other, "pick")))
    assert len({picks[1] for picks in found}) > 3
    assert {picks[0] for picks in found} == {"Grey"}
