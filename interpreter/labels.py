"""What players read for a value: a card, a place, a seat, a list of places."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.names import title_of
from ..grammar.types import (
    DirectionType,
    EnumType,
    FaceType,
    ListType,
    NumberType,
    OrNone,
    PieceType,
    PlayerType,
    Type,
    ZoneType,
    bare,
)
from .components import Components, none_of
from .expressions import static
from .geometry import DIRECTION_NAMES
from .layout import Layout, NotePlace
from .scope import Scope
from .setting import Setting


def index_labels(setting: Setting, layout: Layout, zone: int) -> tuple[str, ...]:
    """The indexes of a zone as texts."""
    family = layout.family_of[zone]
    out = []
    for index, number in zip(family.decl.indexes, family.indexes(zone), strict=True):
        match index:
            case c.PlayerIndex():
                out.append(setting.seat_name(number))
            case c.EnumIndex(enum=enum):
                out.append(enum.titles[number])
            case _:
                out.append(str(number + 1))
    return tuple(out)


def zone_label(setting: Setting, layout: Layout, zone: int) -> str:
    """A zone as players read it: `board 1,2`, `column 3` (one of `columns`), `hand of Anna`, `zoo of Anna, Sloth`."""
    if zone < 0:
        return "nowhere"
    family = layout.family_of[zone]
    labels = list(index_labels(setting, layout, zone))
    if family.decl.owner is not None:
        owner = labels.pop(family.decl.owner)
        name = f"{family.decl.title} of {owner}"
        return f"{name}, {', '.join(labels)}" if labels else name
    if not labels:
        return family.decl.title
    own = family.decl.title != title_of(family.decl.name)
    joint = "," if all(label.isdigit() for label in labels) else ", "
    return f"{family.decl.title if own else title_of(family.decl.singular)} {joint.join(labels)}"


def note_place(layout: Layout, slot: int) -> tuple[NotePlace, tuple[int, ...]]:
    """The note that is kept in a slot, and its indexes from 0."""
    place = next(
        place for place in layout.notes.values() if place.first <= slot < place.first + place.count * place.width
    )
    return place, note_indexes(place, (slot - place.first) // place.width)


def note_indexes(place: NotePlace, number: int) -> tuple[int, ...]:
    """The indexes, from 0, of the so manieth note of a family."""
    out = []
    for size in reversed(place.sizes):
        out.append(number % size)
        number //= size
    return tuple(reversed(out))


def note_labels(setting: Setting, place: NotePlace, indexes: tuple[int, ...]) -> list[str]:
    """The indexes of a note as texts."""
    out = []
    for index, i in zip(place.decl.indexes, indexes, strict=True):
        match index:
            case c.PlayerIndex():
                out.append(setting.seat_name(i))
            case c.EnumIndex(enum=enum):
                out.append(enum.titles[i])
            case _:
                out.append(str(i + 1))
    return out


def said_label(setting: Setting, parts: Components, layout: Layout, kind: Type, value: int, face: int = -1) -> str:
    """A value as a player is asked for it or told of it: with what the definition says about it, `Doge (strokes the chin)`."""
    text = value_label(setting, parts, layout, kind, value, face)
    match bare(kind):
        case EnumType(name=name) if text != "none":
            detail = setting.enum(name).details[value]
            return f"{text} ({detail})" if detail is not None and detail[:1].islower() else text
        case _:
            return text


def value_label(setting: Setting, parts: Components, layout: Layout, kind: Type, value: int, face: int = -1) -> str:
    """A value of a type as players read it. `face` is what a card shows, where it is not its first face."""
    if isinstance(kind, OrNone) and value == none_of(kind):
        return "none"
    match bare(kind):
        case PieceType():
            return parts.faces[face if face >= 0 else parts.face_of[value]].title if value >= 0 else "none"
        case FaceType():
            return parts.faces[value].title
        case ZoneType():
            return zone_label(setting, layout, value)
        case PlayerType():
            return setting.seat_name(value)
        case DirectionType():
            return DIRECTION_NAMES[value]
        case NumberType():
            return str(value)
        case other:
            return parts.show_value(other, value)


def list_labels(scope: Scope, line: c.Choose) -> tuple[str, ...]:
    """Texts for a choice among lists that never change: `row 1`, `column 2`, or the places themselves."""
    module = scope.module
    out: list[str] = []
    for domain in line.domains:
        assert isinstance(domain, c.ListDomain)
        lists = static(scope, domain.list)
        assert isinstance(lists, tuple)
        match domain.list:
            case c.FunctionCall(function=c.Function.ROWS):
                out.extend(f"row {i + 1}" for i in range(len(lists)))
            case c.FunctionCall(function=c.Function.COLUMNS):
                out.extend(f"column {i + 1}" for i in range(len(lists)))
            case _:
                item = line.variable.type.item if isinstance(line.variable.type, ListType) else line.variable.type
                for each in lists:
                    labels = [value_label(module.setting, module.parts, module.layout, item, v) for v in each]
                    out.append(" - ".join(labels))
    return tuple(out)
