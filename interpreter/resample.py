"""Dealing anew what a seat does not know: a state that it cannot tell from the true one (a determinisation)."""

from __future__ import annotations

from typing import Protocol

from ..grammar import checked as c
from ..grammar.types import ListType, NumberType, PieceType, TruthType, Type, bare
from .choices import choices, question
from .components import none_of
from .faults import GameFault
from .layout import PC, RNG, WAITING, YOU, NotePlace
from .machine import Machine
from .observer import Observer
from .program import AT_ONCE, OVER


class Chance(Protocol):
    """What is needed of a source of chance; `random.Random` has it."""

    def randrange(self, stop: int, /) -> int: ...


MOVES_TRIED = 6  # answers and steps that are tried to see whether a move can be ended
ATTEMPTS = 40  # deals that would contradict what is going on are thrown away
PATIENCE = 200  # decisions of one seat in an `all players at once`


def resample(
    machine: Machine, s: list[int], observer: Observer, seat: int, rng: Chance
) -> tuple[list[int], dict[int, int]]:
    """A copy of the state in which what the seat does not know is otherwise; and which piece lies where another lay.

    Cards change places only with such as could lie where they lie: those of kinds that started in one zone together. A
    deal must leave everybody who is to decide something to choose. Where none of `ATTEMPTS` does, less is dealt anew:
    the cards without the notes, then only what nobody may look at, and at last nothing but the generator.
    """
    before = _told(machine, s, seat)
    for attempt in range(ATTEMPTS):
        notes, hands = attempt < ATTEMPTS // 2, attempt < 3 * ATTEMPTS // 4
        moved = _deal(machine, s, observer, seat, rng, hands)
        try:
            out = _laid(machine, s, moved)
            _roll(machine, out, moved, rng)
            if notes:
                _note(machine, out, seat, rng)
            out[RNG] = _generator(rng)
            if s[PC] == AT_ONCE and hands:
                _redecide(machine, out, seat, rng)
            if _told(machine, out, seat) == before:
                _go_on(machine, out, seat)
                return out, moved
        except GameFault:
            continue
    out = s[:]
    out[RNG] = _generator(rng)
    return out, {}


def _generator(rng: Chance) -> int:
    return rng.randrange(1 << 32) << 32 | rng.randrange(1 << 32)


def _told(machine: Machine, s: list[int], seat: int) -> object:
    """What is seen of the decisions to be taken. Raises GameFault where somebody has nothing to choose."""
    actors = machine.actors(s)
    for actor in actors:
        machine.options(s, actor)
    if seat not in actors:
        return bool(actors) if s[PC] == AT_ONCE else actors
    return True, question(machine, s, seat), [(each.text, each.args) for each in choices(machine, s, seat)]


def _go_on(machine: Machine, s: list[int], seat: int) -> None:
    """Try to end the move that another seat has begun: it may have promised to pay what this deal does not give it. Raises
    GameFault if it cannot be ended."""
    if s[PC] in (OVER, AT_ONCE) or s[YOU] == seat:
        return
    for answer in machine.options(s, s[YOU])[:MOVES_TRIED]:
        ahead = s[:]
        machine.step(ahead, ahead[YOU], answer)
        for _ in range(MOVES_TRIED):
            if ahead[PC] in (OVER, AT_ONCE) or not machine.ask(ahead, ahead[YOU]).path:
                break
            machine.step(ahead, ahead[YOU], machine.options(ahead, ahead[YOU])[0])


# ---------------------------------------------------------------------------------------------- cards


def _deal(machine: Machine, s: list[int], observer: Observer, seat: int, rng: Chance, hands: bool) -> dict[int, int]:
    """For every piece that the seat cannot locate the one that comes to lie in its place."""
    layout, parts = machine.program.layout, machine.program.parts
    told = _pieces_told(machine, s, seat)
    free = []
    for piece in range(parts.count):
        zone = s[layout.place + piece]
        sight = layout.family_of[zone].decl.sight
        if piece not in told and not observer.visible(zone, piece, seat) and (hands or sight is not c.Sight.PRIVATE):
            free.append(piece)
    moved: dict[int, int] = {}
    for kinds in _classes(machine):
        pieces = [piece for piece in free if parts.faces[parts.face_of[piece]].kind.name in kinds]
        mixed = pieces[:]
        for i in range(len(mixed) - 1, 0, -1):
            j = rng.randrange(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        moved.update(zip(pieces, mixed, strict=True))
    return moved


def _roll(machine: Machine, s: list[int], moved: dict[int, int], rng: Chance) -> None:
    """Dice that the seat does not see may show anything."""
    layout, parts = machine.program.layout, machine.program.parts
    for piece in moved:
        kind = parts.faces[parts.face_of[piece]].kind
        if kind.word == "die":
            s[layout.faces + piece] = parts.ranges[kind].first_face + rng.randrange(parts.ranges[kind].faces)


def _pieces_told(machine: Machine, s: list[int], seat: int) -> set[int]:
    """Pieces that a note names which the seat may read."""
    out: set[int] = set()
    for place in machine.program.layout.notes.values():
        if isinstance(_bare_item(place.decl.type), PieceType):
            for number in range(place.count):
                if _may_read(place, number, seat):
                    out.update(_values(place, s, place.first + number * place.width))
    return out


def _laid(machine: Machine, s: list[int], moved: dict[int, int]) -> list[int]:
    """The state with every piece where another lay, and whatever speaks of a piece speaking of the other."""
    program = machine.program
    layout = program.layout
    out = s[:]
    cards, setcards = program.call("cards"), program.call("setcards")
    stirred = {s[layout.place + piece] for piece, other in moved.items() if piece != other}
    for zone in sorted(stirred):
        setcards(out, zone, [moved.get(piece, piece) for piece in cards(s, zone)])
    for place in layout.notes.values():
        if isinstance(_bare_item(place.decl.type), PieceType):
            for number in range(place.count):
                _replace(out, place.first + number * place.width, 0 if place.width > 1 else 1, moved)
    numbers = {s[PC]} if s[PC] != AT_ONCE else {s[s[program.together[0]] + actor] for actor in machine.actors(s)}
    slots = {held for number in numbers if (ask := program.asks[number]) is not None for held in ask.holding}
    for first, count in sorted(slots):
        _replace(out, first, count, moved)
    for slot, function in program.watches:  # what held at the last check held for the cards of this deal
        holds = program.call(function)
        if holds(s, s[1]) == s[slot]:
            out[slot] = holds(out, out[1])
    return out


def _replace(s: list[int], first: int, count: int, moved: dict[int, int]) -> None:
    """Let slots speak of the pieces that have come in place of others. A list (count 0) is its length and its items."""
    for slot in range(first, first + count) if count else range(first + 1, first + 1 + s[first]):
        s[slot] = moved.get(s[slot], s[slot])


def _classes(machine: Machine) -> list[set[str]]:
    """Kinds by whether they start together: what could be mistaken for one another face down."""
    groups: list[set[str]] = [{kind.name} for kind in machine.program.setting.game.kinds]
    for zone in machine.program.setting.game.zones:
        names = {p.kind.name for p in zone.filling if isinstance(p, (c.KindPattern, c.RowPattern))}
        joined = [group for group in groups if group & names]
        if len(joined) > 1:
            groups = [group for group in groups if not group & names]
            groups.append(set().union(*joined))
    return groups


# ---------------------------------------------------------------------------------------------- notes


def _bare_item(kind: Type) -> Type:
    return bare(kind.item) if isinstance(kind, ListType) else bare(kind)


def _owner(place: NotePlace, number: int) -> int:
    """The seat that a note belongs to, or -1."""
    if place.decl.owner is None:
        return -1
    for at in range(len(place.sizes) - 1, place.decl.owner, -1):
        number //= place.sizes[at]
    return number % place.sizes[place.decl.owner]


def _may_read(place: NotePlace, number: int, seat: int) -> bool:
    sight = place.decl.sight
    return sight is c.Sight.OPEN or (sight is c.Sight.PRIVATE and _owner(place, number) == seat)


def _values(place: NotePlace, s: list[int], slot: int) -> list[int]:
    return s[slot + 1 : slot + 1 + s[slot]] if isinstance(place.decl.type, ListType) else [s[slot]]


def _note(machine: Machine, s: list[int], seat: int, rng: Chance) -> None:
    """Other values for the notes that the seat may not read: a value of a bounded type is drawn anew (none stays none),
    truths and lists change places among those of one owner."""
    parts = machine.program.parts
    for place in machine.program.layout.notes.values():
        kind = place.decl.type
        unread = [number for number in range(place.count) if not _may_read(place, number, seat)]
        slots = [place.first + number * place.width for number in unread]
        possible = [] if isinstance(bare(kind), (ListType, TruthType)) else parts.values_of(kind)
        if possible and not (isinstance(bare(kind), NumberType) and len(possible) > 1000):
            for slot in slots:
                if s[slot] != none_of(kind):
                    s[slot] = possible[rng.randrange(len(possible))]
        elif isinstance(bare(kind), (ListType, TruthType)):
            owners = [_owner(place, number) for number in unread]
            for owner in sorted(set(owners)):
                own = [slot for slot, whose in zip(slots, owners, strict=True) if whose == owner]
                for i in range(len(own) - 1, 0, -1):
                    j = rng.randrange(i + 1)
                    one, two = slice(own[i], own[i] + place.width), slice(own[j], own[j] + place.width)
                    s[one], s[two] = s[two], s[one]


# ---------------------------------------------------------------------------------------------- decisions


def _redecide(machine: Machine, s: list[int], seat: int, rng: Chance) -> None:
    """What others have already decided in an `all players at once` is not known: they decide again, at random. Who is
    still deciding begins anew, and who has ended ends again."""
    enter = machine.program.together[1]
    took = s[machine.program.together_took]
    for other in range(machine.program.setting.players):
        if other == seat or not took >> other & 1:
            continue
        decided = not s[WAITING] >> other & 1
        s[WAITING] |= 1 << other
        machine.thread(s, other, s[enter])
        for _ in range(PATIENCE):
            if not decided or not s[WAITING] >> other & 1:
                break
            found = machine.options(s, other)
            machine.answer_together(s, other, found[rng.randrange(len(found))])
    s[PC] = AT_ONCE
