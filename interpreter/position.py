"""States from a described position: what lies where, what is noted, who is to play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..grammar import checked as c
from ..grammar.types import ListType, ZoneType, bare
from . import facts
from .components import none_of
from .faults import Breakdown, ScenarioError
from .functions import owner_of
from .labels import zone_label
from .layout import MOVES, NEXT, PC, RNG, ROUND, YOU
from .machine import Machine, TracedState
from .program import OVER
from .reach import Reach
from .rng import below, seeded

_TIMES = re.compile(r"^(?:(\d+)\s*x\s+)?(.*?)(?:\s+x\s*(\d+))?$")
_WORDS = re.compile(r"[A-Za-z0-9]+")
_MOST = 2000  # random decisions on the way to a place in the course of play

Zones = list[list[int]]  # for each zone its pieces, top first


def build(machine: Machine, data: Mapping[str, Any], seats: tuple[str, ...]) -> list[int]:
    """A state from a description. `machine` must run a traced program.

    `data` may hold `seed` (default 0), `at` (`start`, `play`, `round`, `turn`, `scoring`, or the words of a line of the course
    of play), `turn_of` (a seat's number or name), `round`, `zones` (a zone as an expression: list of cards, top first,
    `Visitor x 3`), `rest` (where the cards lie that no zone names: `start`, `dealt`, a zone, or a mapping from kinds to zones;
    `start` if zones are given and `dealt` if none is) and `notes` (a note as an expression: its value).

    The set-up is played from the seed, and what follows up to the place asked for; what has to be decided on the way is
    decided from the seed. Then the table is laid as described, and play goes on from there. Raises ScenarioError.
    """
    zones, notes, rest = data.get("zones") or {}, data.get("notes") or {}, data.get("rest")
    turn_of, number = data.get("turn_of"), data.get("round") or 1
    given = zones or notes or rest or turn_of is not None or number > 1
    at = data.get("at") or ("turn" if given else "start")
    s = machine.blank(int(data.get("seed") or 0))
    assert isinstance(s, TracedState)
    if at == "start":
        if turn_of is not None or zones or rest or number > 1:
            message = "at the start nothing has been set up yet: a position needs `at: turn` or a later place"
            raise ScenarioError(message, about=at)
        for text, wanted in notes.items():
            _note(machine, s, text, wanted, seats)
        machine.run(s, machine.program.begin)
        return s
    block = _place(machine, s, at)
    # A round is counted when it begins, which is still to come where play stands before it.
    counted = number - 1 if block == machine.program.entries.get("round") else number
    s[ROUND] = max(s[ROUND], counted)
    if number > 1 and machine.program.count_rounds is not None:
        s[machine.program.count_rounds] = counted
    if turn_of is not None:
        _give_turn(machine, s, seat_number(turn_of, seats, machine))
    if zones or rest:
        _lay(machine, s, zones, rest if rest is not None else "start", seats)
    for text, wanted in notes.items():
        _note(machine, s, text, wanted, seats)
    for slot, function in machine.program.watches:
        s[slot] = machine.program.call(function)(s, s[YOU])
    s[MOVES] = 0
    s.events.clear()
    machine.run(s, block)
    return s


# ---------------------------------------------------------------------------------------------- the course of play


def _place(machine: Machine, s: list[int], at: str) -> int:
    """Play up to a place in the course of play: the block that begins there."""
    program = machine.program
    play = program.entries["play"]
    if not _reach(machine, s, program.begin, play):
        raise ScenarioError("the game is over before its set-up is done", about=at)
    if at in program.entries:
        target = program.entries[at]
    else:
        offset = _line(machine, at)
        target = program.places[offset]
        if any(statement.at.span.start == offset for statement in program.setting.game.play):
            return target
    if at == "scoring" or target == play or _reach(machine, s, play, target):
        return target
    raise ScenarioError(f"play does not come to `{at}`", about=at)


def _line(machine: Machine, at: str) -> int:
    """The line of the course of play with these words."""
    source = machine.program.setting.game.source
    wanted = _WORDS.findall(at.casefold())
    known = {
        offset: source.line(source.place(offset)[0]).split("#")[0].split("@")[0] for offset in machine.program.places
    }
    for offset, text in known.items():
        if _WORDS.findall(text.casefold()) == wanted:
            return offset
    names = ", ".join(["start", *machine.program.entries])
    raise ScenarioError(
        f"there is no place `{at}` in the course of play, only {names}, and its lines by their words", about=at
    )


def _reach(machine: Machine, s: list[int], block: int, target: int) -> bool:
    """Play from a block until another begins, deciding by chance; whether it did."""
    chance = seeded(s[RNG] & 0xFFFFFFFF)
    if machine.run(s, block, target):
        return True
    for _ in range(_MOST):
        if s[PC] == OVER:
            return False
        seat = machine.actors(s)[0]
        options = machine.options(s, seat)
        chance, index = below(chance, len(options))
        if machine.step(s, seat, options[index], target):
            return True
    return False


def _give_turn(machine: Machine, s: list[int], seat: int) -> None:
    """Make it a seat's turn; where every seat has one turn, those before it have had theirs."""
    program = machine.program
    s[YOU] = seat
    s[NEXT] = -1
    if program.count_turns is not None:
        first, count = program.count_turns
        s[count] = (seat - s[first]) % program.setting.players


def seat_number(who: int | str, seats: tuple[str, ...], machine: Machine) -> int:
    """A seat from its name, or its number from 1."""
    setting = machine.program.setting
    names = [setting.seat_name(i) for i in range(setting.players)]
    for options in (seats, tuple(names), tuple(f"Seat {i + 1}" for i in range(setting.players))):
        if isinstance(who, str) and who in options:
            return options.index(who)
    if isinstance(who, int) and 1 <= who <= len(names):
        return who - 1
    raise ScenarioError(f"there is no seat {who!r}, only {', '.join(seats or names)}", about=str(who))


# ---------------------------------------------------------------------------------------------- zones and cards


def zone_number(machine: Machine, s: list[int], text: str, seats: tuple[str, ...]) -> int:
    """The zone an expression means."""
    expr = facts.understand(machine, text, seats)
    if isinstance(expr, c.Content):
        expr = expr.zone
    if not isinstance(bare(expr.type), ZoneType) or isinstance(expr.type, ListType):
        raise ScenarioError(f"`{text}` is no zone", about=text)
    zone = facts.evaluate(machine, s, expr, s[YOU])
    if zone < 0:
        raise ScenarioError(f"`{text}` is no zone here", about=text)
    return int(zone)


def faces_of(machine: Machine, text: str) -> tuple[list[int], int]:
    """The faces a card's description may mean, and how many of them: `Visitor x 3`, `Satanimal(Sloth)`, `Sloth`."""
    parts = machine.program.parts
    found = _TIMES.match(text.strip())
    assert found is not None
    times = int(found.group(1) or found.group(3) or 1)
    wanted = _words(found.group(2))
    exact, by_values = [], []
    for number, face in enumerate(parts.faces):
        if face.row is not None:
            row = face.kind.rows[face.row] if face.kind.rows else None
            if row is not None and wanted in ([row.name.casefold()], _words(row.title)):
                exact.append(number)
            continue
        cells = list(zip(face.kind.attributes, face.values, strict=True))
        shown = _words(" ".join(parts.show_cell(attribute, value) for attribute, value in cells))
        written = _words(" ".join(parts.write_cell(attribute, value) for attribute, value in cells))
        kinds = _words(face.kind.title), [face.kind.name.casefold()]
        if wanted == _words(face.title) or any(wanted == [*kind, *cell] for kind in kinds for cell in (shown, written)):
            exact.append(number)
        elif wanted and wanted in (shown, written):
            by_values.append(number)
    return exact or by_values, times


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(text)]


def _lay(
    machine: Machine, s: list[int], zones: Mapping[str, Any], rest: str | Mapping[str, str], seats: tuple[str, ...]
) -> None:
    """Lay the table. Every piece ends in one zone: where it is named, where `rest` puts it, or where it starts."""
    program = machine.program
    layout, parts = program.layout, program.parts
    begin = contents(machine, machine.blank(0))
    home = {piece: zone for zone, pieces in enumerate(begin) for piece in pieces}
    table: Zones = contents(machine, s) if rest == "dealt" else [list(pieces) for pieces in begin]
    named: dict[int, list[str]] = {}
    for text, cards in zones.items():
        zone = zone_number(machine, s, text, seats)
        if zone in named:
            message = f"{zone_label(program.setting, layout, zone)} is described twice"
            raise ScenarioError(message, about=text)
        named[zone] = [str(card) for card in (cards if isinstance(cards, (list, tuple)) else [cards])]
    spare = [piece for zone in named for piece in table[zone]]
    for zone in named:
        table[zone] = []
    holes: list[tuple[int, int]] = []  # zones out of which a card was taken, and the piece that lay there
    rooms = _rooms(machine, s, rest, seats)
    for zone, cards in named.items():
        for text in cards:
            faces, times = faces_of(machine, text)
            if not faces:
                raise ScenarioError(f"there is no card `{text}`", about=text.split(" x ")[0])
            for _ in range(times):
                piece = _pick(machine, s, faces, spare, table, named)
                if piece is None:
                    raise ScenarioError(f"there are not enough cards for `{text}`", about=text.split(" x ")[0])
                if piece in spare:
                    spare.remove(piece)
                else:
                    lay = next(z for z, pieces in enumerate(table) if piece in pieces)
                    holes.append((lay, piece))
                table[zone].append(piece)
    for lay, piece in holes:
        where = table[lay].index(piece)
        other = next((each for each in spare if home[each] == home[piece]), None) if rest == "dealt" else None
        table[lay][where : where + 1] = [] if other is None else [other]
        if other is not None:
            spare.remove(other)
    taken = {piece for zone in named for piece in table[zone]}
    for piece in range(parts.count):  # what `rest` gathers in one zone
        if piece in taken or parts.faces[parts.face_of[piece]].kind.name not in rooms:
            continue
        room = rooms[parts.faces[parts.face_of[piece]].kind.name]
        if room in named:
            continue
        if piece in spare:
            spare.remove(piece)
        elif piece not in table[room]:
            next(pieces for pieces in table if piece in pieces).remove(piece)
        if piece not in table[room]:
            table[room].append(piece)
    for piece in spare:
        start = home[piece]
        room = (
            start
            if start not in named and _has_room(machine, table, start)
            else _store_room(machine, table, named, piece)
        )
        table[room].append(piece)
    _put_all(machine, s, table)


def contents(machine: Machine, s: list[int]) -> Zones:
    """For each zone its pieces, top first."""
    cards = machine.program.call("cards")
    return [list(cards(s, zone)) for zone in range(machine.program.layout.zones)]


def _put_all(machine: Machine, s: list[int], table: Zones) -> None:
    program = machine.program
    layout = program.layout
    take, put = program.call("take"), program.call("put")
    for piece in range(program.parts.count):
        take(s, piece)
    try:
        for zone, pieces in enumerate(table):
            for piece in reversed(pieces) if layout.family_of[zone].decl.shape is c.Shape.PILE else pieces:
                put(s, piece, zone, 0, 0)
    except Breakdown as fault:
        raise ScenarioError(str(fault)) from None


def _pick(
    machine: Machine, s: list[int], faces: list[int], spare: list[int], table: Zones, named: Mapping[int, Any]
) -> int | None:
    """A piece of one of these faces: one that a named zone held, else one from a hidden zone, else from any not named."""
    layout, parts = machine.program.layout, machine.program.parts
    held = set(spare)
    taken = {piece for zone in named for piece in table[zone]}
    hidden = {
        piece
        for zone, pieces in enumerate(table)
        if zone not in named and layout.family_of[zone].decl.sight is c.Sight.HIDDEN
        for piece in pieces
    }
    for face in faces:
        low, high = parts.piece_range[face]
        free = [piece for piece in range(low, high) if piece not in taken]
        if not free:
            continue
        best = min(free, key=lambda piece: (piece not in held, piece not in hidden, piece))
        if parts.faces[face].kind.word == "die":
            s[layout.faces + best] = face
        return best
    return None


def _rooms(machine: Machine, s: list[int], rest: str | Mapping[str, str], seats: tuple[str, ...]) -> dict[str, int]:
    """For the kinds that `rest` gathers, the zone where."""
    if isinstance(rest, Mapping):
        kinds = machine.program.parts.kind_by_name
        for kind in rest:
            if kind not in kinds:
                raise ScenarioError(f"there is no kind {kind}, only {', '.join(kinds)}", about=kind)
        return {kind: zone_number(machine, s, zone, seats) for kind, zone in rest.items()}
    if rest in ("start", "dealt"):
        return {}
    zone = zone_number(machine, s, rest, seats)
    family = machine.program.layout.family_of[zone].decl
    reach = Reach(machine.program.setting.game)
    return {kind: zone for kind, reached in reach.of.items() if family in reached}


def _limit(machine: Machine, zone: int) -> int:
    return int(machine.program.namespace["LIMIT"][zone])  # type: ignore[index]


def _has_room(machine: Machine, table: Zones, zone: int) -> bool:
    family = machine.program.layout.family_of[zone].decl
    most = 1 if family.shape is c.Shape.SPACE else _limit(machine, zone)
    return len(table[zone]) < most


def _store_room(machine: Machine, table: Zones, named: Iterable[int], piece: int) -> int:
    """Where a card goes that a description leaves over: where cards of its kind may come to lie; out of sight if possible,
    else where many may lie and nobody owns it.
    """
    layout, parts = machine.program.layout, machine.program.parts
    reach = Reach(machine.program.setting.game).of[parts.faces[parts.face_of[piece]].kind.name]
    free = [z for z in range(layout.zones) if z not in named and _has_room(machine, table, z)]
    if not free:
        raise ScenarioError("the cards that are not named have no place: leave a zone unnamed, or say `rest`")

    def merit(zone: int) -> tuple[bool, bool, bool, bool, int]:
        family = layout.family_of[zone]
        return (
            family.decl not in reach,
            family.decl.shape is c.Shape.SPACE,
            owner_of(family, zone) >= 0,
            family.decl.sight is not c.Sight.HIDDEN,
            zone,
        )

    return min(free, key=merit)


def _note(machine: Machine, s: list[int], text: str, wanted: Any, seats: tuple[str, ...]) -> None:
    expr = facts.understand(machine, text, seats)
    if not isinstance(expr, c.NoteRef):
        raise ScenarioError(f"`{text}` is no note", about=text)
    slot = facts.slot_of(machine, s, expr, s[YOU])
    kind = expr.note.type

    def number(value: Any, of: Any) -> int:
        if value is None or value == "none":
            return none_of(of)
        if isinstance(value, (bool, int)):
            return int(value)
        if value in ("yes", "no"):
            return int(value == "yes")
        return int(facts.evaluate(machine, s, facts.understand(machine, str(value), seats), s[YOU]))

    if isinstance(kind, ListType):
        items = wanted if isinstance(wanted, (list, tuple)) else [wanted]
        numbers = [number(item, kind.item) for item in items]
        machine.program.call("store")(s, slot, machine.program.layout.capacity(kind.item), numbers, 0)
    else:
        s[slot] = number(wanted, kind)
