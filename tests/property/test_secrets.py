"""Nothing that a seat is shown or asked depends on what it cannot know.

At decisions of random games everything that a seat cannot know is changed, by code of these tests and not by the
library's own `resample`; its view, its question, its choices and its log must stay. And two games that differ only in
what a seat cannot know go on side by side, everybody choosing alike: as long as the seat is told the same it must know
just as much in both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulewright.grammar.checked import KindPattern, RowPattern, Sight
from rulewright.grammar.types import EnumType, ListType, NumberType, OrNone, PlayerType, TruthType, bare
from rulewright.interpreter.components import none_of
from rulewright.interpreter.faults import GameFault
from rulewright.interpreter.game import Game
from rulewright.interpreter.layout import PC, RNG, NotePlace
from rulewright.interpreter.program import AT_ONCE, Program
from rulewright.interpreter.state import State

Walk = Callable[..., Iterator[tuple[State, random.Random]]]


def known_to(state: State, seat: int) -> dict[str, object]:
    """All that a seat is shown, as one value."""
    asked = seat in state.actors
    return {
        "view": state.view(seat),
        "log": state.log(seat),
        "question": state.question(seat) if asked else None,
        "choices": [(choice.text, choice.verb) for choice in state.choices(seat)] if asked else None,
    }


def together(program: Program) -> list[set[str]]:
    """Kinds that start in one zone: face down they cannot be told apart."""
    groups: list[set[str]] = []
    for zone in program.setting.game.zones:
        names = {p.kind.name for p in zone.filling if isinstance(p, (KindPattern, RowPattern))}
        touched = [group for group in groups if group & names]
        groups = [group for group in groups if not group & names]
        groups.append(names.union(*touched))
    return groups


def scrambled(state: State, seat: int, chance: random.Random, kinds: str = "all") -> State:
    """A state like this one but for what the seat cannot know.

    `kinds` says what: "all", or "hands": only cards in hands of others, among themselves, so that nothing else that
    comes to light later differs.
    """
    program = state._table.machine.program
    layout, parts = program.layout, program.parts
    numbers, observer = list(state), state._watch()
    unknown = [
        piece
        for piece in range(parts.count)
        if not observer.visible(zone := numbers[layout.place + piece], piece, seat)
        and (kinds == "all" or layout.family_of[zone].decl.sight is Sight.PRIVATE)
    ]
    moved: dict[int, int] = {}
    for names in together(program):
        here = [piece for piece in unknown if parts.faces[parts.face_of[piece]].kind.name in names]
        moved.update(zip(here, chance.sample(here, len(here)), strict=True))
    cards, setcards = program.call("cards"), program.call("setcards")
    out = numbers[:]
    for zone in range(layout.zones):
        setcards(out, zone, [moved.get(piece, piece) for piece in cards(numbers, zone)])
    for slot, watch in program.watches:
        holds = program.call(watch)
        if holds(numbers, numbers[1]) == numbers[slot]:
            out[slot] = holds(out, out[1])
    if kinds == "all":
        out[RNG] = chance.getrandbits(64)
        for place in layout.notes.values():
            _rewrite(program, place, out, seat, chance)
    return State(state._table, out, None, observer.imagine(out, seat, moved))


def _rewrite(program: Program, place: NotePlace, numbers: list[int], seat: int, chance: random.Random) -> None:
    """Any other value of its type for every note that the seat may not read."""
    note = place.decl
    if note.sight is Sight.OPEN:
        return
    kind = bare(note.type.item if isinstance(note.type, ListType) else note.type)
    if not isinstance(kind, (EnumType, NumberType, PlayerType, TruthType)):
        return
    values = program.parts.values_of(kind) or [0, 1, 2, 3]
    if isinstance(note.type, OrNone):
        values = [none_of(kind), *values]
    for number in range(place.count):
        indexes, rest = [], number
        for size in reversed(place.sizes):
            indexes.append(rest % size)
            rest //= size
        if note.sight is Sight.PRIVATE and note.owner is not None and indexes[::-1][note.owner] == seat:
            continue
        slot = place.first + number * place.width
        if isinstance(note.type, ListType):
            items = chance.sample(values, chance.randrange(min(len(values), place.width - 1) + 1))
            numbers[slot : slot + 1 + len(items)] = [len(items), *items]
        else:
            numbers[slot] = chance.choice(values)


def test_what_a_seat_cannot_know_changes_nothing_that_it_is_shown_or_asked(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for seed in range(2):
        for number, (state, _) in enumerate(walk(game, players, seed=31 + seed, limit=70, every=5, bold=True)):
            chance = random.Random(number)
            seats = set(state.actors[:1]) | {chance.randrange(players)}
            for seat in sorted(seats):
                other = scrambled(state, seat, chance)
                assert known_to(other, seat) == known_to(state, seat)


def test_what_others_have_just_decided_in_secret_is_not_shown(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, chance in walk(game, players, seed=37, limit=60, every=7):
        if len(state.actors) < 2:
            continue
        seat = chance.choice(state.actors)
        one, two = state.copy(), state.copy()
        before = known_to(state, seat)
        for _ in range(3):
            for branch in (one, two):
                others = [other for other in branch.actors if other != seat]
                if others:
                    other = chance.choice(others)
                    branch.apply(chance.randrange(branch.options(other)), other)
                    assert known_to(branch, seat) == before


def unseen(view: dict[str, Any]) -> list[object]:
    """Where a seat sees something it does not know."""
    return [[card is None for card in zone["cards"]] for zone in view["zones"]]


def side_by_side(one: State, two: State, seat: int, chance: random.Random, steps: int) -> int:
    """Let everybody choose alike in both as long as the seat is told the same; how many decisions that were."""
    for step in range(steps):
        views, logs = (one.view(seat), two.view(seat)), (one.log(seat), two.log(seat))
        if logs[0] != logs[1] or one.actors != two.actors:
            return step
        assert unseen(views[0]) == unseen(views[1])
        if views[0] != views[1] or one.over:
            return step
        actor = chance.choice(one.actors)
        try:
            offered = {choice.text for choice in two.choices(actor)}
        except GameFault:  # in the middle of a move that this deal does not allow
            assert actor != seat
            return step
        assert known_to(one, seat) == known_to(two, seat)
        alike = [choice.text for choice in one.choices(actor) if choice.text in offered]
        if not alike:
            return step
        text = chance.choice(alike)
        one.apply(text, actor)
        two.apply(text, actor)
    return steps


def between_moves(state: State) -> bool:
    """Whether nobody is in the middle of a move, or of deciding together with others."""
    machine, numbers = state._table.machine, list(state)
    return len(state.actors) == 1 and numbers[PC] != AT_ONCE and not machine.ask(numbers, state.actors[0]).holding


def test_two_games_that_a_seat_cannot_tell_apart_stay_so_until_it_is_told(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for state, chance in walk(game, players, seed=41, limit=60, every=13, bold=True):
        if state.over:
            continue
        seat = chance.randrange(players)
        side_by_side(state.copy(), state.resample(seat, chance), seat, chance, 12)
        if between_moves(state):
            side_by_side(state.copy(), scrambled(state, seat, chance, "hands"), seat, chance, 12)


@pytest.mark.slow
def test_many_games_that_a_seat_cannot_tell_apart_stay_so(table: tuple[Game, int], walk: Walk) -> None:
    game, players = table
    for seed in range(3):
        for state, chance in walk(game, players, seed=410 + seed, limit=200, every=19, bold=True):
            if not state.over:
                seat = chance.randrange(players)
                side_by_side(state.copy(), state.resample(seat, chance), seat, chance, 30)
                if between_moves(state):
                    side_by_side(state.copy(), scrambled(state, seat, chance, "hands"), seat, chance, 30)
