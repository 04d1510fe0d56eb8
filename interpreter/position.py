"""States from a described position: what lies where, what is noted, who is to play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..grammar import checked as c
from ..grammar.types import ListType, ZoneType, bare
from . import facts
from .faults import Breakdown, ScenarioError
from .functions import owner_of
from .labels import zone_label
from .layout import YOU
from .machine import Machine

_TIMES = re.compile(r"^(?:(\d+)\s*x\s+)?(.*?)(?:\s+x\s*(\d+))?$")
_WORDS = re.compile(r"[A-Za-z0-9]+")


def build(machine: Machine, data: Mapping[str, Any], seats: tuple[str, ...]) -> list[int]:
    """A state from a description.

    `data` may hold `seed` (default 0), `at` (`start`, `turn`, `round`, `play` or `scoring`), `turn_of` (a seat's number or
    name), `zones` (a zone as an expression: list of cards, top first, `Visitor x 3`), `rest` (the zone of all cards that are
    not named; without it the zones that are not named keep the sizes a deal from the seed gave them as far as the cards
    reach) and `notes` (a note as an expression: its value). Raises ScenarioError.
    """
    at = data.get(
        "at", "turn" if data.get("zones") or data.get("notes") or data.get("turn_of") is not None else "start"
    )
    s = machine.start(int(data.get("seed", 0)))
    before = s[YOU]
    if "turn_of" in data and data["turn_of"] is not None:
        s[YOU] = seat_number(data["turn_of"], seats, machine)
    if data.get("zones") or data.get("rest"):
        _lay(machine, s, data.get("zones") or {}, data.get("rest"), seats)
    for text, wanted in (data.get("notes") or {}).items():
        _note(machine, s, text, wanted, seats)
    for slot, function in machine.program.watches:
        s[slot] = machine.program.call(function)(s, s[YOU])
    if at == "start":
        if s[YOU] != before:
            raise ScenarioError("a position at the start has no turn of anybody: say `at: turn`")
        return s
    entry = machine.program.entries.get(at)
    if entry is None:
        known = ", ".join(["start", *machine.program.entries])
        raise ScenarioError(f"there is no place {at!r} in the course of play, only {known}")
    machine.run(s, entry)
    return s


def seat_number(who: int | str, seats: tuple[str, ...], machine: Machine) -> int:
    """A seat from its name, or its number from 1."""
    names = [machine.program.setting.seat_name(i) for i in range(machine.program.setting.players)]
    for options in (seats, tuple(names)):
        if isinstance(who, str) and who in options:
            return options.index(who)
    if isinstance(who, int) and 1 <= who <= len(names):
        return who - 1
    raise ScenarioError(f"there is no seat {who!r}")


def zone_number(machine: Machine, s: list[int], text: str, seats: tuple[str, ...]) -> int:
    """The zone an expression means."""
    expr = facts.understand(machine, text, seats)
    if isinstance(expr, c.Content):
        expr = expr.zone
    if not isinstance(bare(expr.type), ZoneType):
        raise ScenarioError(f"`{text}` is no zone")
    zone = facts.evaluate(machine, s, expr, s[YOU])
    if zone < 0:
        raise ScenarioError(f"`{text}` is no zone here")
    return int(zone)


def faces_of(machine: Machine, text: str) -> tuple[list[int], int]:
    """The faces a card's description may mean, and how many of them: `Visitor x 3`, `Satanimal(Sloth)`, `Sloth`."""
    parts = machine.program.parts
    found = _TIMES.match(text.strip())
    assert found is not None
    times = int(found.group(1) or found.group(3) or 1)
    wanted = [word.casefold() for word in _WORDS.findall(found.group(2))]
    exact, by_values = [], []
    for number, face in enumerate(parts.faces):
        kind = [w.casefold() for w in _WORDS.findall(face.kind.title)], [face.kind.name.casefold()]
        values: list[str] = []
        for attribute, value in zip(face.kind.attributes, face.values, strict=True):
            values.extend(w.casefold() for w in _WORDS.findall(parts.show_cell(attribute, value)))
        if face.row is not None:
            row = face.kind.rows[face.row] if face.kind.rows else None
            names = ([row.name.casefold()], [w.casefold() for w in _WORDS.findall(row.title)]) if row else ()
            if wanted in names:
                exact.append(number)
        elif any(wanted == [*head, *values] for head in kind):
            exact.append(number)
        elif values and wanted == values:
            by_values.append(number)
    return exact or by_values, times


def _lay(machine: Machine, s: list[int], zones: Mapping[str, Any], rest: str | None, seats: tuple[str, ...]) -> None:
    program = machine.program
    layout, parts = program.layout, program.parts
    take, put = program.call("take"), program.call("put")
    named: dict[int, list[str]] = {}
    for text, cards in zones.items():
        zone = zone_number(machine, s, text, seats)
        if zone in named:
            raise ScenarioError(f"{zone_label(program.setting, layout, zone)} is described twice")
        named[zone] = [str(card) for card in (cards if isinstance(cards, list) else [cards])]
    dealt = rest is None or rest == "dealt"
    rest_zone = -1 if dealt or rest is None else zone_number(machine, s, rest, seats)
    lifted: list[int] = []
    for piece in range(parts.count):
        zone = s[layout.place + piece]
        if zone in named or (not dealt and zone != rest_zone):
            lifted.append(piece)
    home: dict[int, int] = {}  # where a piece came from that was not lifted for its zone's sake
    plan: dict[int, list[int]] = {}
    used: set[int] = set()
    for zone, cards in named.items():
        plan[zone] = []
        for text in cards:
            faces, times = faces_of(machine, text)
            if not faces:
                raise ScenarioError(f"there is no card {text!r}")
            for _ in range(times):
                found = _pick(machine, s, faces, lifted, used, named)
                if found is None:
                    raise ScenarioError(f"there are not enough cards {text!r}")
                used.add(found)
                plan[zone].append(found)
    for piece in used:
        if piece not in lifted:
            home[piece] = s[layout.place + piece]
    for piece in [*lifted, *home]:
        take(s, piece)
    spare = [piece for piece in lifted if piece not in used]
    try:
        for zone, pieces in plan.items():
            for piece in reversed(pieces) if layout.family_of[zone].decl.shape is c.Shape.PILE else pieces:
                put(s, piece, zone, 0, 0)
        if not dealt:
            for piece in spare:
                put(s, piece, rest_zone, 0, 0)
        else:
            open_places = list(home.values())
            for piece in spare:
                zone = open_places.pop(0) if open_places else _store_room(machine, s, named)
                put(s, piece, zone, 0, 0)
    except Breakdown as fault:
        raise ScenarioError(str(fault)) from None


def _pick(
    machine: Machine, s: list[int], faces: list[int], lifted: list[int], used: set[int], named: Mapping[int, Any]
) -> int | None:
    """A piece of one of these faces: one that is in hand, else one from a hidden zone, else from anywhere not described."""
    program = machine.program
    layout, parts = program.layout, program.parts
    for face in faces:
        low, high = parts.piece_range[face]
        free = [piece for piece in range(low, high) if piece not in used]
        if layout.has_dice:
            for piece in free:
                if parts.faces[face].kind.word == "die":
                    s[layout.faces + piece] = face
                    return piece
        ready = set(lifted)
        for piece in free:
            if piece in ready:
                return piece
        hidden = [p for p in free if layout.family_of[s[layout.place + p]].decl.sight is c.Sight.HIDDEN]
        for piece in (*hidden, *free):
            if s[layout.place + piece] not in named:
                return piece
    return None


def _store_room(machine: Machine, s: list[int], named: Mapping[int, Any]) -> int:
    """Where cards go that a description leaves over: a hidden pile if there is one, else any zone that takes several."""
    layout = machine.program.layout
    rooms = [z for z in range(layout.zones) if z not in named and layout.family_of[z].decl.limit is None]
    several = [z for z in rooms if layout.family_of[z].decl.shape is not c.Shape.SPACE]
    hidden = [z for z in several if layout.family_of[z].decl.sight is c.Sight.HIDDEN]
    common = [z for z in several if owner_of(layout.family_of[z], z) < 0]
    for choice in (hidden, common, several):
        if choice:
            return choice[0]
    raise ScenarioError("the cards that are not named have no place: name one as `rest`")


def _note(machine: Machine, s: list[int], text: str, wanted: Any, seats: tuple[str, ...]) -> None:
    from .components import none_of

    expr = facts.understand(machine, text, seats)
    if not isinstance(expr, c.NoteRef):
        raise ScenarioError(f"`{text}` is no note")
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
        items = wanted if isinstance(wanted, list) else [wanted]
        numbers = [number(item, kind.item) for item in items]
        machine.program.call("store")(s, slot, machine.program.layout.capacity(kind.item), numbers, 0)
    else:
        s[slot] = number(wanted, kind)
