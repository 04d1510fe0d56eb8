"""States are values: copies are independent, equality and hash agree, and what is refused changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.interpreter.faults import GameFault, IllegalChoice
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

Walk = Callable[..., Iterator[tuple[State, random.Random]]]


def snapshot(state: State) -> tuple[list[int], tuple[int, ...], int, int]:
    return list(state), state.actors, hash(state), len(state.record["choices"])


def test_a_copy_is_equal_and_stays_so_under_the_same_choices(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, chance in walk(game, players, seed=11, limit=60, every=6):
        twin = state.copy()
        for _ in range(4):
            assert twin == state
            assert hash(twin) == hash(state)
            assert list(twin) == list(state)
            if state.over:
                break
            seat = chance.choice(state.actors)
            pick = chance.randrange(state.options(seat))
            twin.apply(pick, seat)
            state.apply(state.choices(seat)[pick], seat)


def test_what_happens_to_a_copy_leaves_the_original_alone(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, chance in walk(game, players, seed=12, limit=60, every=6):
        before, twin = snapshot(state), state.copy()
        for _ in range(5):
            if twin.over:
                break
            seat = chance.choice(twin.actors)
            twin.apply(chance.randrange(twin.options(seat)), seat)
        twin.view(0)
        assert snapshot(state) == before


def test_states_that_lie_differently_are_not_equal(table: tuple[Game, int], walk: Walk) -> None:
    """Whatever a view of everything shows, equality sees too."""
    game, players = table
    for state, _ in walk(game, players, seed=13, limit=40, every=10):
        if state.over:
            continue
        seat = state.actors[0]
        before = state.view(None)
        for choice in state.choices(seat)[:4]:
            twin = state.copy()
            twin.apply(choice, seat)
            if twin.view(None) != before:
                assert twin != state


def test_what_is_not_offered_is_refused_and_changes_nothing(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, _ in walk(game, players, seed=14, limit=45, every=9):
        before = snapshot(state)
        for seat in range(-1, players + 1):
            for choice in (-1, 10_000, "", "no such thing", "Done"):
                offered = [each.text.casefold() for each in state.choices(seat)] if seat in state.actors else []
                if isinstance(choice, str) and choice.casefold() in offered:
                    continue
                with pytest.raises(IllegalChoice):
                    state.apply(choice, seat)
        assert snapshot(state) == before


def test_texts_tell_choices_apart_and_lead_where_their_places_lead(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, _ in walk(game, players, seed=15, limit=40, every=8):
        for seat in state.actors[:2]:
            choices = state.choices(seat)
            assert len({choice.text for choice in choices}) == len(choices) == state.options(seat)
            assert [choice.index for choice in choices] == list(range(len(choices)))
            for choice in choices[:3]:
                ways = [state.copy() for _ in range(3)]
                ways[0].apply(choice, seat)
                ways[1].apply(choice.text, seat)
                ways[2].apply(choice.index, seat)
                assert ways[0] == ways[1] == ways[2]


FAULTY = """
game "Faulty"
players 2

components
    card Card: 4

zones
    deck: open pile of Card
    tray: open pile at most 2
    bin: open pile

notes
    tally: number

play
    players take turns until tally is 1000
        one of "Move", "Divide", "Miss", "Nothing"

action "Move"
    move top of deck to tray

action "Divide"
    add 1 to tally
    move top of deck to bottom of deck
    set tally to tally / (tally - tally)

action "Miss"
    add 1 to tally
    move 9 Card from deck to bin

action "Nothing"
    pass

scoring
    "Tally"   tally
    most points win
"""


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("faulty") / "faulty.game"
    file.write_text(FAULTY, encoding="utf-8")
    return rulewright.load(file)


@given(st.lists(st.sampled_from(["Move", "Divide", "Miss", "Nothing"]), max_size=12))
@settings(max_examples=60)
def test_a_definition_that_breaks_down_leaves_the_state_as_it_was(faulty: Game, said: list[str]) -> None:
    state = faulty.start()
    for text in said:
        before = snapshot(state)
        view, log = state.view(0), state.log(0)
        try:
            state.apply(text)
        except GameFault:
            assert text in ("Move", "Divide", "Miss")
            assert snapshot(state) == before
            assert (state.view(0), state.log(0)) == (view, log)
        else:
            assert text not in ("Divide", "Miss")


def test_how_long_it_took_does_not_tell_positions_apart(faulty: Game) -> None:
    one, other = faulty.start(), faulty.start(seed=5)
    for _ in range(2):
        one.apply("Nothing")
    assert one == other
    assert hash(one) == hash(other)
    assert one.record != other.record


def test_the_generator_tells_positions_apart_only_where_there_is_chance(table: tuple[Game, int]) -> None:
    game, players = table
    one, other = game.start(players, seed=1), game.start(players, seed=2)
    assert (one == other) is not game.has_chance
    assert (hash(one) == hash(other)) is not game.has_chance
