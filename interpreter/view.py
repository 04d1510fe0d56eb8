"""What a seat may know, as plain data."""

from __future__ import annotations

from typing import Any

from ..grammar import checked as c
from ..grammar.types import ListType, Type
from .functions import owner_of
from .labels import index_labels, note_indexes, note_labels, value_label
from .layout import PC, ROUND, NotePlace
from .machine import Machine
from .observer import Observer
from .program import AT_ONCE
from .scoring import points_note

Data = Any  # nested dicts, lists, texts, numbers, truth values and None


def view(machine: Machine, s: list[int], observer: Observer | None, seat: int | None) -> dict[str, Data]:
    """The table as a seat sees it (None: as it is). `observer` tells what the seat has seen; None where seat is None."""
    program = machine.program
    setting, layout = program.setting, program.layout
    n = setting.players
    points = layout.notes[points_note(setting.game)].first
    return {
        "seat": seat,
        "players": n,
        "seats": [setting.seat_name(i) for i in range(n)],
        "actors": _actors(machine, s, seat),
        "round": s[ROUND],
        "points": list(s[points : points + n]) if program.scores_rounds or _uses_points(setting.game) else None,
        "zones": [_zone(machine, s, observer, seat, zone) for zone in range(layout.zones)],
        "notes": [
            note
            for place in layout.notes.values()
            if not place.decl.builtin
            for note in _notes(machine, s, seat, place)
        ],
    }


def _actors(machine: Machine, s: list[int], seat: int | None) -> list[int]:
    """Who must decide, as a seat may know it: who of the others has decided an `all players at once` shows when all are in
    (a seat that is through after one question has declined)."""
    actors = machine.actors(s)
    if s[PC] != AT_ONCE or seat is None:
        return list(actors)
    took = s[machine.program.together_took]
    return [i for i in range(machine.program.setting.players) if (i in actors if i == seat else took >> i & 1)]


def _uses_points(game: c.CheckedGame) -> bool:
    from . import reads

    bodies: list[object] = [game.setup, game.play, game.round, game.turn]
    bodies += [action.card for action in game.actions]
    bodies += [step.body for step in game.steps]
    return any(isinstance(node, c.NoteRef) and node.note.builtin for body in bodies for node in reads.walk(body))


def _zone(machine: Machine, s: list[int], observer: Observer | None, seat: int | None, zone: int) -> dict[str, Data]:
    program = machine.program
    setting, layout, parts = program.setting, program.layout, program.parts
    family = layout.family_of[zone]
    cards = program.call("cards")(s, zone)
    shown: list[str | None] = []
    for piece in cards:
        face = s[layout.faces + piece] if layout.has_dice else parts.face_of[piece]
        visible = seat is None or observer is None or observer.visible(zone, piece, seat)
        shown.append(_face(machine, s, piece, face) if visible else None)
    if family.decl.shape is c.Shape.GROUP:
        shown.sort(key=lambda text: text is None)
    grid = program.geometry.is_grid(family)
    indexes = family.indexes(zone)
    owner = owner_of(family, zone)
    return {
        "family": family.decl.name,
        "title": family.decl.title,
        "indexes": list(index_labels(setting, layout, zone)),
        "grid": list(family.sizes) if grid else None,
        "at": [i + 1 for i in indexes] if grid else None,
        "owner": owner if owner >= 0 else None,
        "shape": family.decl.shape.value,
        "sight": family.decl.sight.value,
        "size": len(cards),
        "cards": shown,
    }


def _face(machine: Machine, s: list[int], piece: int, face: int) -> str:
    """A card's face, with the open notes on it that hold (a crowned man)."""
    program = machine.program
    text = program.parts.faces[face].title
    for note, place in program.layout.notes.items():
        if len(note.indexes) == 1 and isinstance(note.indexes[0], c.PieceIndex) and place.width == 1:
            at = piece - place.bases[0]
            if 0 <= at < place.sizes[0] and note.sight is c.Sight.OPEN and s[place.first + at]:
                text += f", {note.title}"
    return text


def plain(machine: Machine, s: list[int], kind: Type, value: Data) -> Data:
    """A raw value as plain data: numbers and truth as they are, everything else as players read it."""
    from ..grammar.types import NumberType, OrNone, TruthType, bare
    from .components import none_of

    program = machine.program
    if isinstance(kind, ListType):
        return [plain(machine, s, kind.item, each) for each in value]
    if isinstance(kind, OrNone) and value == none_of(kind):
        return None
    match bare(kind):
        case NumberType():
            return int(value)
        case TruthType():
            return bool(value)
        case _:
            return value_label(program.setting, program.parts, program.layout, kind, value)


def _notes(machine: Machine, s: list[int], seat: int | None, place: NotePlace) -> list[dict[str, Data]]:
    program = machine.program
    note = place.decl
    if len(note.indexes) == 1 and isinstance(note.indexes[0], c.PieceIndex):
        return []
    out = []
    for number in range(place.count):
        indexes = note_indexes(place, number)
        owner = indexes[note.owner] if note.owner is not None else None
        if (
            seat is not None
            and note.sight is not c.Sight.OPEN
            and not (note.sight is c.Sight.PRIVATE and owner == seat)
        ):
            continue
        slot = place.first + number * place.width
        raw: Data = s[slot] if not isinstance(note.type, ListType) else s[slot + 1 : slot + 1 + s[slot]]
        out.append(
            {
                "family": note.name,
                "title": note.title,
                "indexes": note_labels(program.setting, place, indexes),
                "owner": owner,
                "value": plain(machine, s, note.type, raw),
            }
        )
    return out
