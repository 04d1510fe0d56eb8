"""Zones and notes: families of them, one for each player, value, number or piece."""

from __future__ import annotations

from collections.abc import Sequence

from . import nodes
from .checked import (
    At,
    EnumIndex,
    Expr,
    Index,
    ListOf,
    Literal,
    NoteDecl,
    NumberIndex,
    Pattern,
    PieceIndex,
    PlayerIndex,
    Shape,
    Sight,
    StartWhen,
    Variable,
    ZoneDecl,
    ZoneIndex,
)
from .constants import is_constant
from .declarations import Declarations
from .names import Scope, at_of, guess_of, lower_name, singulars, title_of
from .resolve import bad, is_bad
from .source import NOWHERE, Span
from .types import (
    NOTHING,
    NUMBER,
    PLAYER,
    TRUTH,
    EnumType,
    ListType,
    NumberType,
    OrNone,
    PieceType,
    UnknownType,
    ZoneType,
)


class Families:
    """Declares the zones and notes, once all that their indexes may be is declared."""

    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.game = declarations.game
        self.expressions = declarations.expressions
        self.symbols = declarations.symbols
        self.report = declarations.report

    def indexes(
        self, name: str, indexes: Sequence[nodes.Expr], each: bool, of_note: bool
    ) -> tuple[tuple[Index, ...], tuple[Variable | None, ...]]:
        found: list[Index] = []
        variables: list[Variable | None] = []
        for node in indexes:
            index = self.index(node, of_note)
            if index is None:
                self.symbols.broken.add(name)
                continue
            number = isinstance(index, NumberIndex)
            if each and number:
                self.report.error("index/form", "numbers stand in brackets", node.span, help="such as `columns[5]`")
            elif not each and len(indexes) == 1 and not number:
                word = self.report.source.text[node.span.start : node.span.end]
                self.report.error(
                    "index/form",
                    f"one for each {word} is written `of each {word}`; brackets are for numbers and several indexes",
                    node.span,
                    help=f"`of each {word}`",
                )
            found.append(index)
            variables.append(None if number else self.index_variable(index, node.span))
        return tuple(found), tuple(variables)

    def index_variable(self, index: Index, span: Span) -> Variable:
        match index:
            case PlayerIndex():
                return Variable("player", PLAYER, At(span))
            case EnumIndex(enum):
                return Variable(lower_name(enum.name), EnumType(enum.name), At(span))
            case PieceIndex(kind):
                return Variable(lower_name(kind.name), PieceType(frozenset((kind.name,))), At(span))
            case ZoneIndex(zone):
                return Variable(zone.singular, ZoneType(frozenset((zone.name,))), At(span))
            case NumberIndex():
                return Variable("number", NUMBER, At(span))

    def index(self, node: nodes.Expr, of_note: bool) -> Index | None:
        name = node.name.text if isinstance(node, (nodes.Word, nodes.Const)) else None
        if name == "player":
            return PlayerIndex()
        if name in self.symbols.enums:
            self.symbols.used.add(name)
            return EnumIndex(self.symbols.enums[name])
        if name in self.symbols.kinds and of_note:
            self.symbols.used.add(name)
            return PieceIndex(self.symbols.kinds[name])
        if name is not None and isinstance(node, nodes.Word) and of_note:
            zone = self.symbols.zone_called(name)
            if zone is not None:
                self.symbols.used.add(zone.name)
                return ZoneIndex(zone)
        if isinstance(node, nodes.Const):
            guess = guess_of(node.name.text, [*self.symbols.enums, *(self.symbols.kinds if of_note else ())])
            self.report.error(
                "index/unknown",
                f"`{node.name.text}` is no enum" + (" or kind" if of_note else ""),
                node.span,
                *self.declarations.where(guess),
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return None
        size = self.expressions.number(node, Scope(you=False))
        if is_bad(size):
            return None
        if not is_constant(size):
            self.report.error("constant/wanted", "this must be fixed before play", node.span)
            return None
        if isinstance(size, Literal) and size.value < 1:
            self.report.error("index/size", "there is at least 1", node.span)
            return None
        return NumberIndex(size)

    def owner(self, indexes: tuple[Index, ...]) -> int | None:
        return next((i for i, index in enumerate(indexes) if isinstance(index, PlayerIndex)), None)

    def zones(self) -> None:
        for node in self.game.zones:
            if not self.declarations.declare(node.name, "a zone"):
                continue
            self.declarations.no_clash(node.name, node.indexes, "zone")
            indexes, variables = self.indexes(node.name.text, node.indexes, node.each, of_note=False)
            name = node.name.text
            sight = Sight(node.sight)
            owner = self.owner(indexes)
            if sight is Sight.PRIVATE and owner is None:
                self.report.error(
                    "zone/private",
                    f"`{name}` is private, but belongs to no player",
                    node.name.span,
                    help="say `of each player`, or `hidden`",
                )
            shape = Shape(node.shape)
            if sight is Sight.TOP_OPEN and shape in (Shape.GROUP, Shape.SPACE):
                self.report.error("zone/top", f"a {shape.value} has no top that could be open", node.span)
            limit = None
            if node.limit is not None:
                limit = self.expressions.number(node.limit, Scope(you=False))
                if not is_constant(limit) and not is_bad(limit):
                    self.report.error("constant/wanted", "this must be fixed before play", node.limit.span)
            scope = Scope(you=False).having(*(v for v in variables if v is not None))
            filling = [self.expressions.pattern(pattern, scope) for pattern in node.filling]
            patterns: tuple[Pattern, ...] = tuple(p for p in filling if p is not None)
            singular = next(iter(singulars(name)), name) if indexes else name
            title = node.title.text if node.title is not None else title_of(name)
            self.symbols.zones[name] = ZoneDecl(
                name, title, singular, indexes, owner, sight, shape, limit, patterns, at_of(node)
            )

    def notes(self) -> None:
        """The notes without what they start with, which may read terms and other notes."""
        start = Literal(NOWHERE, NUMBER, 0)
        points = NoteDecl(
            "points",
            "Points",
            (PlayerIndex(),),
            0,
            Sight.OPEN,
            NUMBER,
            StartWhen.GAME,
            start,
            True,
            At(NOWHERE),
        )
        self.symbols.notes["points"] = points
        for node in self.game.notes:
            if not self.declarations.declare(node.name, "a note"):
                continue
            self.declarations.no_clash(node.name, node.indexes, "note")
            indexes, _ = self.indexes(node.name.text, node.indexes, node.each, of_note=True)
            owner = self.owner(indexes)
            sight = Sight.OPEN if node.sight is None else Sight(node.sight)
            if sight is Sight.PRIVATE and owner is None:
                self.report.error(
                    "note/private",
                    f"`{node.name.text}` is private, but belongs to no player",
                    node.name.span,
                    help="say `of each player`, or `hidden`",
                )
            if sight is Sight.TOP_OPEN:
                self.report.error("note/top", "a note has no top", node.span)
            name = node.name.text
            self.symbols.notes[name] = NoteDecl(
                name,
                node.title.text if node.title is not None else title_of(name),
                indexes,
                owner,
                sight,
                self.declarations.type_of(node.type),
                StartWhen(node.start_when or "at first"),
                bad(node.span),
                False,
                at_of(node),
            )

    def note_starts(self) -> None:
        for node in self.game.notes:
            note = self.symbols.notes.get(node.name.text)
            if note is None or note.at.span != node.span:
                continue
            if node.start is None:
                note.start = self.nothing_yet(note, node)
            else:
                scope = Scope(you=note.start_when is StartWhen.TURN)
                note.start = self.expressions.fitted(node.start, scope, note.type)
                self.declarations.in_range(note.start, note.type)

    def nothing_yet(self, note: NoteDecl, node: nodes.NoteDecl) -> Expr:
        """0, no, none or []: what a note starts with if nothing is said."""
        match note.type:
            case OrNone():
                return Literal(node.span, NOTHING, -1)
            case ListType():
                return ListOf(node.span, ListType(NOTHING), ())
            case NumberType(low, high):
                value = 0 if low is None or low <= 0 <= (high if high is not None else 0) else low
                return Literal(node.span, NumberType(value, value), value)
            case kind if kind == TRUTH:
                return Literal(node.span, TRUTH, 0)
            case UnknownType():
                return bad(node.span)
        self.report.error(
            "note/no-start",
            f"`{note.name}` must start with something",
            node.type.span,
            help="add `, at first VALUE`, or say `or none` behind the type",
        )
        return bad(node.span)
