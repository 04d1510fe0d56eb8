"""The pieces of a game for one number of seats: every piece a number, alike pieces one face.

Pieces are numbered by kind, then face, then copy, so that every pattern of the language (a kind with its first
attributes given) is one run of pieces and one run of faces.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from ..grammar import checked as c
from ..grammar.types import (
    EnumType,
    FaceType,
    ListType,
    NumberType,
    OrNone,
    PlayerType,
    TruthType,
    Type,
    bare,
)
from .setting import Setting

NO_NUMBER = -(2**63)  # `none` where a number is wanted; every other type has -1


def none_of(kind: Type) -> int:
    """What stands for `none` in a value of this type."""
    return NO_NUMBER if isinstance(bare(kind), NumberType) else -1


@dataclass(frozen=True, slots=True)
class Face:
    kind: c.KindDecl
    values: tuple[c.Cell, ...]
    row: int | None
    title: str


@dataclass(frozen=True, slots=True)
class KindRange:
    """Where the faces and pieces of a kind are."""

    first_face: int
    faces: int
    first_piece: int
    pieces: int


class Components:
    """Faces and pieces. `face_of[piece]` is the face a piece starts with (only dice change it)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.faces: list[Face] = []
        self.face_of: list[int] = []
        self.ranges: dict[c.KindDecl, KindRange] = {}
        self.piece_range: list[tuple[int, int]] = []  # for each face
        for kind in setting.game.kinds:
            self._add(kind)
        self.kind_by_name = {kind.name: kind for kind in setting.game.kinds}

    @property
    def count(self) -> int:
        return len(self.face_of)

    def _add(self, kind: c.KindDecl) -> None:
        first_face, first_piece = len(self.faces), len(self.face_of)
        if kind.rows is not None:
            for number, row in enumerate(kind.rows):
                self._face(Face(kind, row.values, number, row.title), row.copies)
        else:
            domains = [self._values(attribute) for attribute in kind.attributes]
            for values in product(*domains):
                names = {a.name: v for a, v in zip(kind.attributes, values, strict=True) if isinstance(v, int)}
                copies = 1 if kind.copies is None else self.setting.constant(kind.copies, names)
                face = Face(kind, values, None, self._title(kind, values))
                self._face(face, 1 if kind.word == "die" else copies or 0)
            if kind.word == "die":  # so many dice, each showing its first face, instead of so many of each face
                dice = 1 if kind.copies is None else self.setting.constant(kind.copies) or 0
                del self.face_of[first_piece:]
                del self.piece_range[first_face:]
                self.face_of.extend([first_face] * dice)
                self.piece_range.extend([(first_piece, first_piece + dice)] * (len(self.faces) - first_face))
        self.ranges[kind] = KindRange(
            first_face, len(self.faces) - first_face, first_piece, len(self.face_of) - first_piece
        )

    def _face(self, face: Face, copies: int) -> None:
        number = len(self.faces)
        self.faces.append(face)
        self.piece_range.append((len(self.face_of), len(self.face_of) + copies))
        self.face_of.extend([number] * copies)

    def values_of(self, kind: Type) -> list[int]:
        """Every value of a type that has finitely many and is no list."""
        match bare(kind):
            case EnumType(name=name):
                return list(range(len(self.setting.enum(name).values)))
            case PlayerType():
                return list(range(self.setting.players))
            case NumberType(low=low, high=high) if low is not None and high is not None:
                return list(range(low, high + 1))
            case TruthType():
                return [0, 1]
            case _:
                return []

    def _values(self, attribute: c.AttributeDecl) -> list[c.Cell]:
        single = self.values_of(attribute.item)
        if attribute.count is None:
            return list(single)
        return list(product(single, repeat=attribute.count))

    def _title(self, kind: c.KindDecl, values: tuple[c.Cell, ...]) -> str:
        parts = [self.show_cell(attribute, value) for attribute, value in zip(kind.attributes, values, strict=True)]
        if "{" in kind.title:  # `card Card(suit, rank) "{rank} of {suit}"`
            text = kind.title
            for attribute, part in zip(kind.attributes, parts, strict=True):
                text = text.replace("{" + attribute.name + "}", part)
            return " ".join(text.split())  # a value whose title is empty leaves no gap
        return f"{kind.title} ({', '.join(parts)})" if parts else kind.title

    def show_cell(self, attribute: c.AttributeDecl, value: c.Cell) -> str:
        if isinstance(value, tuple):
            return "-".join(self.show_value(attribute.item, each) for each in value)
        return self.show_value(attribute.type, value)

    def write_cell(self, attribute: c.AttributeDecl, value: c.Cell) -> str:
        """A value as the language writes it: an enum value by its name, not its title."""
        match bare(attribute.item):
            case EnumType(name=name):
                cells = value if isinstance(value, tuple) else (value,)
                return "-".join(self.setting.enum(name).values[each] if each >= 0 else "none" for each in cells)
            case _:
                return self.show_cell(attribute, value)

    def show_value(self, kind: Type, value: int) -> str:
        """A value of a simple type as players read it."""
        if isinstance(kind, OrNone) and value == none_of(kind):
            return "none"
        match bare(kind):
            case EnumType(name=name):
                return self.setting.enum(name).titles[value]
            case PlayerType():
                return self.setting.seat_name(value)
            case TruthType():
                return "yes" if value else "no"
            case FaceType():
                return self.faces[value].title
            case _:
                return str(value)

    def attribute(self, name: str, face: int) -> c.Cell | None:
        """The value of an attribute on a face, None if its kind has no such attribute."""
        kind = self.faces[face].kind
        for attribute, value in zip(kind.attributes, self.faces[face].values, strict=True):
            if attribute.name == name:
                return value
        return None

    def attribute_table(self, name: str) -> tuple[c.Cell, ...]:
        """The attribute by face, with what stands for none behind the last (where -1 finds it)."""
        declared = [a for kind in self.setting.game.kinds for a in kind.attributes if a.name == name]
        blank: c.Cell = () if isinstance(declared[0].type, ListType) else none_of(declared[0].type)
        cells = [self.attribute(name, face) for face in range(len(self.faces))]
        return (*(blank if cell is None else cell for cell in cells), blank)

    def faces_matching(self, kind: c.KindDecl, given: tuple[c.Cell, ...]) -> range:
        """The faces of a kind whose first attributes are these; they stand together."""
        where = self.ranges[kind]
        found = [
            face
            for face in range(where.first_face, where.first_face + where.faces)
            if self.faces[face].values[: len(given)] == given
        ]
        return range(found[0], found[-1] + 1) if found else range(0)

    def pieces_matching(self, kind: c.KindDecl, given: tuple[c.Cell, ...]) -> range:
        """The pieces of those faces. Not for dice, whose faces change."""
        faces = self.faces_matching(kind, given)
        if not faces:
            return range(0)
        return range(self.piece_range[faces[0]][0], self.piece_range[faces[-1]][1])
