"""How many pieces and zones there are, and that every piece starts in exactly one zone that has room for
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from .checked import (
    AttributeDecl,
    CheckedGame,
    EnumIndex,
    Index,
    KindDecl,
    KindPattern,
    Literal,
    NoteDecl,
    NumberIndex,
    OptionDecl,
    Pattern,
    PieceIndex,
    PlayerIndex,
    RowPattern,
    Shape,
    VariableRef,
    ZoneDecl,
)
from .constants import value_of
from .names import Report, lower_name
from .types import TRUTH, EnumType, NumberType, PlayerType, bare

MOST_PIECES = 10_000
MOST_CELLS = 100_000

Face = tuple[int | tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Filling:
    """A pattern that a zone starts with, and the faces it takes, each with the zone of the family it goes
    to.
    """

    zone: ZoneDecl
    pattern: Pattern
    faces: Mapping[int, tuple[int, ...]]  # number of the face -> values of the indexes that the pattern names


class Supply:
    """Counts for the largest number of players and the largest values of the options."""

    def __init__(self, game: CheckedGame, report: Report) -> None:
        self.game = game
        self.report = report
        self.enums = {enum.name: enum for enum in game.enums}
        self.options = {option: _largest(option) for option in game.options}
        self.known = {option: value for option, value in self.options.items() if value is not None}
        self.faces: dict[KindDecl, list[Face]] = {}
        self.copies: dict[KindDecl, list[int]] = {}

    def prove(self) -> None:
        total = 0
        for kind in self.game.kinds:
            if not self.count(kind):
                return
            total += sum(self.copies[kind])
            if total > MOST_PIECES:
                self.report.error(
                    "kind/too-many",
                    f"that makes {total} pieces; a game has at most {MOST_PIECES}",
                    kind.at.span,
                )
                return
        families: list[ZoneDecl | NoteDecl] = [*self.game.zones, *self.game.notes]
        for declared in families:
            self.cells(declared)
        if not self.report.failed:
            self.beginnings()

    # ---------------------------------------------------------------------------------- how many

    def count(self, kind: KindDecl) -> bool:
        """The faces of a kind and how many pieces there are of each; False if there are far too many."""
        if kind.rows is not None:
            self.faces[kind] = [row.values for row in kind.rows]
            self.copies[kind] = [row.copies for row in kind.rows]
            return True
        sizes = [self.size_of(attribute) for attribute in kind.attributes]
        if prod(sizes) > MOST_PIECES:
            self.report.error(
                "kind/too-many",
                f"{kind.name} would have {prod(sizes)} faces; at most {MOST_PIECES} are possible",
                kind.at.span,
            )
            return False
        faces: list[Face] = list(product(*(self.values(attribute) for attribute in kind.attributes)))
        self.faces[kind] = faces
        self.copies[kind] = [self.copies_of(kind, face) for face in faces]
        if kind.word == "die":
            self.copies[kind] = [self.copies[kind][0]] + [0] * (len(faces) - 1)
        return True

    def copies_of(self, kind: KindDecl, face: Face) -> int:
        if kind.copies is None:
            return 1
        names = {a.name: v for a, v in zip(kind.attributes, face, strict=True) if isinstance(v, int)}
        counts = [
            value_of(kind.copies, players, self.known, names) or 0
            for players in range(self.game.low, self.game.high + 1)
        ]
        if min(counts, default=0) < 0:
            self.report.error("kind/negative", "there cannot be less than 0", kind.copies.span)
        return max(counts, default=0)

    def size_of(self, attribute: AttributeDecl) -> int:
        item = bare(attribute.item)
        match item:
            case EnumType(name):
                one = len(self.enums[name].values)
            case NumberType(int(low), int(high)):
                one = high - low + 1
            case PlayerType():
                one = self.game.high
            case _:
                one = 2 if item == TRUTH else 1
        if attribute.count is not None and one > 1 and attribute.count > 40:
            return MOST_PIECES + 1
        return one if attribute.count is None else one**attribute.count

    def values(self, attribute: AttributeDecl) -> list[int | tuple[int, ...]]:
        item = bare(attribute.item)
        match item:
            case EnumType(name):
                one = range(len(self.enums[name].values))
            case NumberType(int(low), int(high)):
                one = range(low, high + 1)
            case PlayerType():
                one = range(self.game.high)
            case _:
                one = range(2 if item == TRUTH else 1)
        return list(one) if attribute.count is None else list(product(one, repeat=attribute.count))

    def cells(self, declared: ZoneDecl | NoteDecl) -> None:
        sizes = [self.index_size(index) for index in declared.indexes]
        if prod(sizes) > MOST_CELLS:
            self.report.error(
                "index/too-many",
                f"`{declared.name}` would be {prod(sizes)} of them; at most {MOST_CELLS} are possible",
                declared.at.span,
            )

    def index_size(self, index: Index) -> int:
        match index:
            case PlayerIndex():
                return self.game.high
            case EnumIndex(enum):
                return len(enum.values)
            case NumberIndex(size):
                return max(1, value_of(size, self.game.high, self.known) or 1)
            case PieceIndex(kind):
                return sum(self.copies[kind])
            case _:
                return prod(self.index_size(inner) for inner in index.zone.indexes)

    # ---------------------------------------------------------------------------------- where pieces start

    def beginnings(self) -> None:
        for kind in self.game.kinds:
            found = list(self.fillings(kind))
            if any(filling is None for filling in found):
                continue  # what the pattern takes cannot be told before play
            self.one_zone_each(kind, [filling for filling in found if filling is not None])
        for zone in self.game.zones:
            self.room(zone)

    def fillings(self, kind: KindDecl) -> Iterator[Filling | None]:
        for zone in self.game.zones:
            for pattern in zone.filling:
                if isinstance(pattern, (KindPattern, RowPattern)) and pattern.kind is kind:
                    yield self.filling(zone, pattern)

    def filling(self, zone: ZoneDecl, pattern: KindPattern | RowPattern) -> Filling | None:
        if isinstance(pattern, RowPattern):
            return Filling(zone, pattern, {pattern.row: ()})
        taken: dict[int, tuple[int, ...]] = {}
        for number, face in enumerate(self.faces[pattern.kind]):
            named = []
            fits = True
            for value, argument in zip(face, pattern.arguments, strict=False):
                match argument:
                    case VariableRef() if isinstance(value, int):
                        named.append(value)
                    case Literal():
                        fits = fits and argument.value == value
                    case _:
                        return None
            if fits:
                taken[number] = tuple(named)
        return Filling(zone, pattern, taken)

    def one_zone_each(self, kind: KindDecl, fillings: list[Filling]) -> None:
        where: dict[int, Filling] = {}
        for filling in fillings:
            if self.repeated(filling):
                return
            for number in filling.faces:
                first = where.setdefault(number, filling)
                if first is not filling and self.copies[kind][number]:
                    self.report.error(
                        "kind/two-zones",
                        f"{self.called(kind, number)} would start in two zones",
                        filling.pattern.span,
                        self.report.note("the first one", first.pattern.span),
                    )
                    return
        missing = [n for n, copies in enumerate(self.copies[kind]) if copies and n not in where]
        if kind.word == "die" and where:
            return
        if missing:
            some = "" if len(missing) == len(self.faces[kind]) else f", such as {self.called(kind, missing[0])}"
            self.report.error(
                "kind/nowhere",
                f"no zone starts with {'some of ' if some else ''}{kind.name}{some}",
                kind.at.span,
                help=f"end the line of a zone with `of {kind.name}`",
            )

    def repeated(self, filling: Filling) -> bool:
        """Whether several zones of one family would start with the same pieces."""
        arguments = filling.pattern.arguments if isinstance(filling.pattern, KindPattern) else ()
        named = {a.variable.name for a in arguments if isinstance(a, VariableRef)}
        for index in filling.zone.indexes:
            match index:
                case PlayerIndex():
                    word = "player"
                case EnumIndex(enum):
                    word = lower_name(enum.name)
                case _:
                    word = ""
            if word not in named and self.index_size(index) > 1:
                self.report.error(
                    "kind/two-zones",
                    f"each `{filling.zone.name}` would start with the same pieces",
                    filling.pattern.span,
                    help="start them in one zone and `deal` them, or say which go where: `of Disc(player)`",
                )
                return True
        return False

    def called(self, kind: KindDecl, number: int) -> str:
        if kind.rows is not None:
            return kind.rows[number].name
        words = []
        for value, attribute in zip(self.faces[kind][number], kind.attributes, strict=True):
            item = bare(attribute.type)
            if isinstance(item, EnumType) and isinstance(value, int):
                words.append(self.enums[item.name].values[value])
            else:
                words.append(str(value + 1 if isinstance(item, PlayerType) and isinstance(value, int) else value))
        return f"{kind.name}({', '.join(words)})" if words else kind.name

    def room(self, zone: ZoneDecl) -> None:
        """A zone cannot start with more cards than it may hold."""
        limit = 1 if zone.shape is Shape.SPACE else None
        if zone.limit is not None:
            limit = value_of(zone.limit, self.game.high, self.known)
        if limit is None or not zone.filling:
            return
        cards: Counter[tuple[int, ...]] = Counter()
        for pattern in zone.filling:
            filling = self.filling(zone, pattern) if isinstance(pattern, (KindPattern, RowPattern)) else None
            if filling is None or not isinstance(pattern, (KindPattern, RowPattern)):
                return
            for number, place in filling.faces.items():
                cards[place] += self.copies[pattern.kind][number]
        most = max(cards.values(), default=0)
        if most > limit:
            self.report.error(
                "zone/overfull",
                f"`{zone.name}` would start with {most} cards, but holds at most {limit}",
                zone.at.span,
            )


def _largest(option: OptionDecl) -> int | None:
    kind = option.type
    if isinstance(kind, NumberType):
        return kind.high
    return option.default.value if isinstance(option.default, Literal) else None
