"""The same definition, seed and choices give the same game: in every process, and in the fast and the traced program."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.machine import TracedState
from rulewright.interpreter.state import State

Walk = Callable[..., Iterator[tuple[State, random.Random]]]

PLAYED = """
import hashlib, json, random, sys
import rulewright
for name in sys.argv[1:]:
    game = rulewright.load(name)
    chance = random.Random(7)
    state = game.start(seed=7)
    total = hashlib.sha256()
    for _ in range(120):
        total.update(repr(list(state)).encode())
        if state.over:
            break
        seat = state.actors[-1]
        choices = state.choices(seat)
        total.update(repr([choice.text for choice in choices]).encode())
        state.apply(choices[chance.randrange(len(choices))], seat)
    for seat in (None, 0, 1):
        if seat is None or seat < state.players:
            total.update(json.dumps([state.view(seat), state.log(seat)]).encode())
    total.update(json.dumps([state.scores, state.record, game.program().source]).encode())
    print(name, total.hexdigest())
"""


def test_a_game_is_the_same_byte_for_byte_in_every_process() -> None:
    told = set()
    for hash_seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", PLAYED, *rulewright.bundled()],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        told.add(done.stdout)
    assert len(told) == 1
    assert len(told.pop().splitlines()) == len(rulewright.bundled())


def test_the_fast_and_the_traced_program_play_alike(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for seed in range(2):
        traced = None
        seen: list[tuple[int, int]] = []
        for state, _ in walk(game, players, seed=61 + seed, limit=150, bold=seed == 1):
            machine = state._table.traced
            if traced is None:
                traced = machine.start(61 + seed)
                assert isinstance(traced, TracedState)
            decisions = state.record["choices"]
            for seat, index in decisions[len(seen) :]:
                machine.step(traced, seat, machine.options(traced, seat)[index])
            seen = decisions
            assert list(traced) == list(state)
            for seat in state.actors:
                assert machine.options(traced, seat) == state._table.machine.options(list(state), seat)


def test_a_playout_is_a_game_that_can_also_be_played_choice_by_choice(table: tuple[Game, int]) -> None:
    """The fast loop of playouts takes the same road as `apply`: sizes, seats and ends agree with a game of the same seed."""
    game, players = table
    for seed in range(3):
        once, again = game.playout(players, seed), game.playout(players, seed)
        assert once == again
        assert len(once.scores) == players
        assert once.decisions > 0


def test_another_seed_is_another_game_where_there_is_chance(table: tuple[Game, int]) -> None:
    game, players = table
    found = {hashlib.sha256(repr(list(game.start(players, seed))).encode()).hexdigest() for seed in range(8)}
    assert len(found) > 1 if game.has_chance else True


@pytest.mark.slow
def test_whole_games_play_alike_in_both_programs(large_table: tuple[Game, int], walk: Walk) -> None:
    game, players = large_table
    for seed in range(5):
        last = None
        for state, _ in walk(game, players, seed=seed, limit=1500):
            last = state
        assert last is not None
        machine = last._table.traced
        traced = machine.start(seed)
        for seat, index in last.record["choices"]:
            machine.step(traced, seat, machine.options(traced, seat)[index])
        assert list(traced) == list(last)
