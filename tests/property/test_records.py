"""A record is the game: it replays to the same state, survives JSON, and a wrong one is refused without a crash."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.interpreter.faults import RecordError
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.schemas import schema

Walk = Callable[..., Iterator[tuple[State, random.Random]]]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def test_a_record_replays_to_the_same_state(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, _ in walk(game, players, seed=21, limit=70, every=23, bold=True):
        record = json.loads(json.dumps(state.record))
        jsonschema.validate(record, schema("record"))
        again = game.replay(record)
        assert list(again) == list(state)
        assert again == state
        assert again.record == state.record
        assert again.view(0) == state.view(0)
        assert again.log(0) == state.log(0)


def played(name: str, seed: int) -> tuple[Game, dict[str, Any]]:
    game = rulewright.load(name)
    state, chance = game.start(seed=seed), random.Random(seed)
    while not state.over:
        seat = state.actors[0]
        state.apply(chance.randrange(state.options(seat)), seat)
    return game, state.record


SATANIMALS = played("satanimals", 8)


@given(st.data())
@settings(max_examples=40)
def test_a_tampered_record_is_refused_or_is_another_game(data: st.DataObject) -> None:
    """Whatever is changed: the answer is a state or a RecordError, nothing else."""
    game, record = SATANIMALS
    wrong = json.loads(json.dumps(record))
    key = data.draw(st.sampled_from([*wrong, "position"]))
    if key == "choices" and data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(wrong["choices"]) - 1))
        wrong["choices"][place] = data.draw(JSON | st.lists(st.integers(-2, 50), min_size=2, max_size=2))
    elif data.draw(st.booleans()):
        wrong.pop(key, None)
    else:
        wrong[key] = data.draw(JSON)
    with contextlib.suppress(RecordError):
        game.replay(wrong)


@given(JSON)
def test_what_is_no_record_at_all_is_refused(data: Any) -> None:
    with pytest.raises(RecordError):
        SATANIMALS[0].replay(data)


def test_a_record_cut_anywhere_is_the_game_up_to_there(walk: Walk) -> None:
    game, record = SATANIMALS
    for length in range(0, len(record["choices"]), 9):
        state = game.replay({**record, "choices": record["choices"][:length]})
        assert not state.over
        assert state.record["choices"] == record["choices"][:length]


def test_a_record_with_choices_after_the_end_is_refused() -> None:
    game, record = SATANIMALS
    with pytest.raises(RecordError):
        game.replay({**record, "choices": [*record["choices"], [0, 0]]})


def test_a_record_of_another_definition_is_refused() -> None:
    with pytest.raises(RecordError):
        rulewright.load("tic_tac_toe").replay(SATANIMALS[1])


def test_a_resampled_state_has_no_record() -> None:
    state = SATANIMALS[0].start(seed=1).resample(0, random.Random(1))
    with pytest.raises(RecordError):
        _ = state.record
