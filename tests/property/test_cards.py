"""No card is ever lost or made, and whatever the state says twice it says alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rulewright.grammar.checked import Shape
from rulewright.interpreter.game import Game
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.program import Program
from rulewright.interpreter.state import State

Walk = Callable[..., Iterator[tuple[State, random.Random]]]


def lying(program: Program, numbers: list[int]) -> list[int]:
    """All pieces, zone by zone, read from the numbers alone. Checks that sizes, links and places agree."""
    layout = program.layout
    found: list[int] = []
    for zone, family in enumerate(layout.family_of):
        here = _chain(layout, numbers, zone, family.decl.shape, program.parts.count)
        for piece in here:
            assert numbers[layout.place + piece] == zone
        if family.decl.shape in (Shape.PILE, Shape.ROW):
            assert numbers[layout.sizes + zone] == len(here)
        else:
            assert all(numbers[layout.under + piece] == -1 for piece in here)
        found += here
    return found


def _chain(layout: Layout, numbers: list[int], zone: int, shape: Shape, pieces: int) -> list[int]:
    content = numbers[layout.content + zone]
    if shape is Shape.GROUP:
        assert 0 <= content < 1 << pieces
        return [piece for piece in range(pieces) if content >> piece & 1]
    if shape is Shape.SPACE:
        return [content] if content >= 0 else []
    out: list[int] = []
    while content >= 0:
        out.append(content)
        assert len(out) <= pieces, "the links of a pile lead in a circle"
        content = numbers[layout.under + content]
    return out


def test_every_card_lies_in_exactly_one_zone_at_every_decision(large_table: tuple[Game, int], walk: Walk) -> None:
    game, players = large_table
    program = game.program(players)
    everything = list(range(program.parts.count))
    for seed in range(2):
        for state, _ in walk(game, players, seed=seed, limit=150, bold=seed == 1):
            numbers = list(state)
            assert sorted(lying(program, numbers)) == everything
            assert len(numbers) == state.size


def test_what_all_can_see_adds_up_to_the_same_number_of_cards(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, _ in walk(game, players, seed=5, limit=60, every=7):
        total = game.program(players).parts.count
        for seat in (None, *range(players)):
            zones = state.view(seat)["zones"]
            assert sum(zone["size"] for zone in zones) == total
            assert all(len(zone["cards"]) == zone["size"] for zone in zones)


def test_memory_of_what_happened_agrees_with_what_lies_there(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, _ in walk(game, players, seed=3, limit=90, every=5):
        observer = state._watch()
        cards = game.program(players).call("cards")
        for zone, pieces in enumerate(observer.cards):
            assert sorted(pieces) == sorted(cards(list(state), zone))
            if game.program(players).layout.family_of[zone].decl.shape is not Shape.GROUP:
                assert pieces == cards(list(state), zone)
