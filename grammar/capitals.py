"""Capitalised names: values of enums, seats, kinds of card and patterns of them. A layer of the checker."""

from __future__ import annotations

from . import nodes
from .builtins import DIRECTIONS
from .checked import (
    AttributeDecl,
    EnumDecl,
    Expr,
    FacePattern,
    FaceValue,
    KindDecl,
    KindPattern,
    Literal,
    Pattern,
    RowPattern,
    SingleFace,
    SinglePiece,
)
from .fitting import describe
from .names import Scope, guess_of
from .resolve import Resolver, bad, is_bad
from .source import Span
from .types import (
    DIRECTION,
    PLAYER,
    DirectionType,
    EnumType,
    FaceType,
    NumberType,
    PieceType,
    PlayerType,
    Type,
    UnknownType,
    bare,
)


def one_piece(pattern: Pattern) -> bool:
    """Whether exactly one piece has this pattern, whatever the number of players."""
    match pattern:
        case RowPattern(_, kind, row):
            return kind.rows is not None and kind.rows[row].copies == 1
        case KindPattern(_, kind, arguments):
            if kind.rows is not None:
                return len(kind.rows) == 1 and kind.rows[0].copies == 1 and not arguments
            copies = 1 if kind.copies is None else kind.copies
            single = copies == 1 or (isinstance(copies, Literal) and copies.value == 1)
            if kind.word == "die":  # it shows one face or another and stays the same die
                return single and not arguments
            return single and len(arguments) == len(kind.attributes) and (kind.of_each or not kind.attributes)
    return False


def is_complete(pattern: Pattern) -> bool:
    """Whether the pattern says every attribute, so that it is one face."""
    match pattern:
        case RowPattern():
            return True
        case KindPattern(_, kind, arguments):
            return kind.rows is None and len(arguments) == len(kind.attributes)
    return False


class Capitals(Resolver):
    # --------------------------------------------------------------------------- capitalised names

    def const(self, node: nodes.Const, scope: Scope, want: Type | None) -> Expr:
        name, span = node.name.text, node.span
        wanted = bare(want) if want is not None else None
        if not node.arguments:
            value = self.value(name, wanted, span)
            if value is not None:
                return value
        if name in self.symbols.kinds or name in self.symbols.rows:
            pattern = self.pattern(node, scope)
            if pattern is None:
                return bad(span)
            return self.piece_or_face(pattern, wanted)
        if node.arguments:
            guess = guess_of(name, self.symbols.kinds)
            self.report.error(
                "card/unknown",
                f"there is no kind of card called `{name}`",
                node.name.span,
                *self.where(guess),
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return bad(span)
        found = self.symbols.values.get(name, [])
        if len(found) == 1:
            enum, position = found[0]
            return self.enum_value(enum, position, span)
        if found:
            names = " and ".join(enum.name for enum, _ in found)
            self.report.error(
                "name/ambiguous",
                f"`{name}` is a value of {names}; nothing here says which is meant",
                span,
                *(self.report.note("declared here", enum.at) for enum, _ in found),
            )
            return bad(span)
        seat = self.symbols.seat_called(name)
        if seat is not None:
            return Literal(span, PLAYER, seat)
        if name in DIRECTIONS:
            return Literal(span, DIRECTION, DIRECTIONS.index(name))
        return self.unknown_const(node.name, wanted)

    def enum_value(self, enum: EnumDecl, position: int, span: Span) -> Expr:
        self.symbols.used.add(enum.name)
        return Literal(span, EnumType(enum.name), position)

    def value(self, name: str, wanted: Type | None, span: Span) -> Expr | None:
        """The value of the wanted type that has this name."""
        match wanted:
            case EnumType(enum_name):
                enum = self.symbols.enums[enum_name]
                return self.enum_value(enum, enum.values.index(name), span) if name in enum.values else None
            case PlayerType():
                seat = self.symbols.seat_called(name)
                return None if seat is None else Literal(span, PLAYER, seat)
            case DirectionType() if name in DIRECTIONS:
                return Literal(span, DIRECTION, DIRECTIONS.index(name))
        return None

    def piece_or_face(self, pattern: Pattern, wanted: Type | None) -> Expr:
        """A pattern where a value is wanted: its only piece, or its face."""
        assert isinstance(pattern, (KindPattern, RowPattern))
        kinds, span = frozenset((pattern.kind.name,)), pattern.span
        if is_complete(pattern) and (isinstance(wanted, FaceType) or not one_piece(pattern)):
            if not isinstance(wanted, PieceType):
                return FaceValue(span, FaceType(kinds), pattern)
        elif one_piece(pattern):
            if isinstance(pattern, KindPattern) and not pattern.arguments:
                return SinglePiece(span, PieceType(kinds), pattern.kind)
            return SingleFace(span, PieceType(kinds), pattern)
        name = pattern.kind.name
        self.report.error(
            "card/which",
            f"there may be several cards like this `{name}`; nothing here says which is meant",
            span,
            *self.report.declared(pattern.kind.at),
            help=f"so many of them: `2 {name}`; one out of a zone: `the card in ZONE where card is {name}`",
        )
        return bad(span)

    def unknown_const(self, name: nodes.Ident, wanted: Type | None) -> Expr:
        """Report a capitalised name that means nothing, by what is wanted in its place."""
        text = name.text
        match wanted:
            case EnumType(enum_name):
                enum = self.symbols.enums[enum_name]
                guess = guess_of(text, enum.values)
                self.report.error(
                    "enum/unknown-value",
                    f"`{text}` is not a value of {enum_name}",
                    name.span,
                    self.report.note(f"{enum_name} is declared here", enum.at),
                    help=f"did you mean `{guess}`?" if guess else f"its values are {', '.join(enum.values[:12])}",
                )
            case PlayerType():
                names = [*self.symbols.guests, *self.symbols.seats]
                guess, known = guess_of(text, names), ", ".join(names)
                self.report.error(
                    "seat/unknown",
                    f"no seat is called `{text}`",
                    name.span,
                    *self.report.declared(self.symbols.seats_at),
                    help=(f"did you mean `{guess}`?" if guess else f"the seats are {known}")
                    if known
                    else "give the seats names: `players 2 called Black, White`",
                )
            case PieceType() | FaceType():
                self.unknown_card(name)
            case _:
                guess = guess_of(text, [*self.symbols.upper_names(), *DIRECTIONS])
                self.report.error(
                    "name/unknown",
                    f"there is nothing called `{text}`",
                    name.span,
                    *self.where(guess),
                    help=f"did you mean `{guess}`?" if guess else None,
                )
        return bad(name.span)

    # ------------------------------------------------------------------------------------ patterns

    def unknown_card(self, name: nodes.Ident) -> None:
        text = name.text
        guess = guess_of(text, [*self.symbols.kinds, *self.symbols.rows])
        at = self.symbols.kinds.get(guess or "")
        if guess in self.symbols.rows:
            at = self.symbols.rows[guess or ""][0]
        self.report.error(
            "card/unknown",
            f"there is no card called `{text}`",
            name.span,
            *(self.report.declared(at.at) if at is not None else ()),
            help=f"did you mean `{guess}`?" if guess else None,
        )

    def pattern(self, node: nodes.Expr, scope: Scope) -> Pattern | None:
        """What cards are meant: a kind, a row of its table, or a face that an expression has. None if
        reported.
        """
        if isinstance(node, nodes.Const):
            return self.named_pattern(node, scope)
        expr = self.expr(node, scope)
        help_text: str | None = None
        match bare(expr.type):
            case FaceType():
                return FacePattern(node.span, expr)
            case UnknownType():
                return None
            case PieceType():
                help_text = "one card is looked for with `is in`: `card is in your hand`"
            case EnumType():
                help_text = "say the kind: `KIND(value)`"
        self.report.error(
            "type/wrong",
            f"this is {describe(expr.type)}, but a kind of card is wanted here",
            node.span,
            help=help_text,
        )
        return None

    def named_pattern(self, node: nodes.Const, scope: Scope) -> Pattern | None:
        name = node.name.text
        kind = self.symbols.kinds.get(name)
        if kind is not None:
            self.symbols.used.add(name)
            arguments = self.pattern_arguments(kind, node, scope)
            return None if arguments is None else KindPattern(node.span, kind, arguments)
        row = self.symbols.rows.get(name)
        if row is not None:
            self.symbols.used.add(row[0].name)
            if node.arguments:
                self.report.error(
                    "pattern/arguments",
                    f"`{name}` is one row of the table of {row[0].name} and takes nothing in brackets",
                    node.span,
                )
                return None
            return RowPattern(node.span, row[0], row[1])
        if name in self.symbols.values:
            enum = self.symbols.values[name][0][0]
            holders = [k.name for k in self.symbols.kinds.values() if k.attributes and enum.name in _enums(k)]
            self.report.error(
                "card/unknown",
                f"`{name}` is a value of {enum.name}, not a kind of card",
                node.span,
                help=f"did you mean `{holders[0]}({name})`?" if holders else None,
            )
            return None
        self.unknown_card(node.name)
        return None

    def pattern_arguments(self, kind: KindDecl, node: nodes.Const, scope: Scope) -> tuple[Expr, ...] | None:
        if len(node.arguments) > len(kind.attributes):
            has = ", ".join(a.name for a in kind.attributes) or "no attributes"
            self.report.error(
                "pattern/arguments",
                f"{kind.name} has {has}; {len(node.arguments)} are given here",
                node.span,
                *self.report.declared(kind.at),
            )
            return None
        out: list[Expr] = []
        for argument, attribute in zip(node.arguments, kind.attributes, strict=False):
            expr = self.fitted(argument, scope, attribute.type, f"as the {attribute.name} of {kind.name}")
            if not self.within(expr, attribute):
                expr = bad(expr.span)
            out.append(expr)
        return None if any(is_bad(expr) for expr in out) else tuple(out)

    def within(self, expr: Expr, attribute: AttributeDecl) -> bool:
        """Whether a number can be a value of the attribute at all; else it is reported."""
        match expr.type, attribute.type:
            case NumberType(low, high), NumberType(least, most):
                if (high is None or least is None or high >= least) and (low is None or most is None or low <= most):
                    return True
                self.report.error(
                    "pattern/outside",
                    f"the {attribute.name} goes from {least} to {most}",
                    expr.span,
                    *self.report.declared(attribute.at),
                )
                return False
        return True


def _enums(kind: KindDecl) -> set[str]:
    return {a.type.name for a in kind.attributes if isinstance(a.type, EnumType)}
