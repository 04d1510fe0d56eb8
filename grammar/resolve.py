"""Names to what they mean: words, capitalised names, patterns. The first layer of the checker of
expressions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from . import nodes
from .builtins import FUNCTION_NAMES, WORD_BY_NAME
from .checked import (
    BuiltIn,
    BuiltInRef,
    Content,
    EnumIndex,
    Expr,
    Index,
    Literal,
    NoteDecl,
    NoteRef,
    NumberIndex,
    OptionDecl,
    OptionRef,
    PieceIndex,
    PlayerIndex,
    VariableRef,
    ZoneDecl,
    ZoneRef,
    ZonesRef,
)
from .diagnostics import Note
from .fitting import describe, fits
from .names import Report, Scope, Symbols, TermEntry, guess_of
from .source import Span
from .types import (
    NOTHING,
    NUMBER,
    PLAYER,
    TRUTH,
    UNKNOWN,
    EnumType,
    ListType,
    NumberType,
    PieceType,
    PlayerType,
    Type,
    UnknownType,
    ZoneType,
    bare,
    carries_none,
    or_none,
)


def bad(span: Span) -> Expr:
    """Stands for an expression that is reported already."""
    return Literal(span, UNKNOWN, 0)


def is_bad(expr: Expr) -> bool:
    return isinstance(expr.type, UnknownType)


class Resolver(ABC):
    """What the layers above build on. `expr` and `term` are theirs."""

    def __init__(self, symbols: Symbols, report: Report) -> None:
        self.symbols = symbols
        self.report = report

    @abstractmethod
    def expr(self, node: nodes.Expr, scope: Scope, want: Type | None = None) -> Expr:
        """The checked expression; of unknown type if it was reported."""

    @abstractmethod
    def term(self, entry: TermEntry, arguments: Sequence[Expr], span: Span) -> Expr:
        """The use of a term with as many arguments as it has parameters."""

    # -------------------------------------------------------------------------------- wanted types

    def fit(self, expr: Expr, want: Type, why: str = "here") -> Expr:
        """The expression as one of the wanted type (a space gives its card), or reported."""
        given = expr.type
        if isinstance(given, UnknownType):
            return expr
        if isinstance(bare(want), PieceType):
            expr = self.as_card(expr)
            given = expr.type
        if fits(given, want):
            return expr
        help_text = None
        if isinstance(bare(given), PieceType) and isinstance(bare(want), EnumType):
            help_text = "say which attribute of the card: `ATTRIBUTE of CARD`"
        elif isinstance(bare(given), ZoneType) and isinstance(bare(want), PieceType):
            help_text = "say which of its cards: `top of ...`, `the card in ...`"
        elif isinstance(bare(given), ListType) and isinstance(bare(want), NumberType):
            help_text = "the length of a list is `size of ...`"
        self.report.error(
            "type/wrong",
            f"this is {describe(given)}, but {describe(want)} is wanted {why}",
            expr.span,
            help=help_text,
        )
        return bad(expr.span)

    def fitted(self, node: nodes.Expr, scope: Scope, want: Type, why: str = "here") -> Expr:
        """Check and fit in one."""
        return self.fit(self.expr(node, scope, want), want, why)

    def truth(self, node: nodes.Expr, scope: Scope) -> Expr:
        return self.fitted(node, scope, TRUTH, "as a condition")

    def number(self, node: nodes.Expr, scope: Scope) -> Expr:
        return self.fitted(node, scope, NUMBER)

    def as_card(self, expr: Expr) -> Expr:
        """A space as the card in it; anything else as it is."""
        kind = bare(expr.type)
        if isinstance(kind, ZoneType) and self.symbols.all_space(kind):
            return Content(expr.span, or_none(self.symbols.all_cards), expr)
        return expr

    # --------------------------------------------------------------------------------------- words

    def word(self, node: nodes.Word, scope: Scope, want: Type | None) -> Expr:
        name, span = node.name.text, node.span
        variable = scope.variables.get(name)
        if variable is not None:
            return VariableRef(span, variable.type, variable)
        if name in WORD_BY_NAME:
            return self.builtin_word(name, scope, span)
        declared = self.symbols.declared(name)
        if declared is None:
            return self.unknown_word(node.name, scope, want)
        self.symbols.used.add(name)
        if name in self.symbols.broken:
            return bad(span)
        match declared:
            case OptionDecl():
                return OptionRef(span, declared.type, declared)
            case ZoneDecl():
                return self.zone(declared, (), span)
            case NoteDecl():
                if declared.indexes:
                    return self.arity(name, declared.at.span, self.usage(declared), span)
                return NoteRef(span, declared.type, declared, ())
            case TermEntry():
                if declared.decl.form != "name":
                    return self.arity(name, declared.decl.at.span, self.usage(declared), span)
                return self.term(declared, (), span)

    def builtin_word(self, name: str, scope: Scope, span: Span) -> Expr:
        match name:
            case "yes" | "no":
                return Literal(span, TRUTH, int(name == "yes"))
            case "none":
                return Literal(span, NOTHING, -1)
            case "this":
                self.report.error(
                    "name/this",
                    "`this` is the card of an `effect of` or `worth of`; there is none here",
                    span,
                )
                return bad(span)
        builtin = WORD_BY_NAME[name].reads
        assert builtin is not None
        if builtin is BuiltIn.OPPONENT and (self.symbols.low, self.symbols.high) != (2, 2):
            self.report.error(
                "name/opponent",
                "`opponent` needs a game for just two players",
                span,
                self.report.note("the number of players", self.symbols.seats_at),
                help="choose a rival from `others`",
            )
            return bad(span)
        if builtin in (BuiltIn.YOU, BuiltIn.OPPONENT, BuiltIn.OTHERS) and not scope.you:
            self.report.error("name/nobody", f"nobody is `you` here, so `{name}` has no meaning", span)
            return bad(span)
        types: dict[BuiltIn, Type] = {
            BuiltIn.YOU: PLAYER,
            BuiltIn.OPPONENT: PLAYER,
            BuiltIn.OTHERS: ListType(PLAYER),
            BuiltIn.EVERYONE: ListType(PLAYER),
            BuiltIn.PLAYERS: NumberType(self.symbols.low, self.symbols.high),
            BuiltIn.ROUND: NUMBER,
        }
        return BuiltInRef(span, types[builtin], builtin)

    def you(self, scope: Scope, span: Span) -> Expr:
        return self.builtin_word("you", scope, span)

    def unknown_word(self, name: nodes.Ident, scope: Scope, want: Type | None) -> Expr:
        """Report a lower-case name that means nothing here."""
        text = name.text
        family = self.symbols.zone_called(text)
        if family is not None and self.symbols.type_named(text) is not None:
            self.report.error(
                "name/unbound",
                f"`{text}` stands for one of `{family.name}`, but nothing here says which",
                name.span,
                *self.report.declared(family.at),
                help=f"`for each {text}`, `any {text} where ...` or `choose {text}`",
            )
            return bad(name.span)
        if self.symbols.type_named(text) is not None or text in FUNCTION_NAMES:
            what = "works only as" if text in FUNCTION_NAMES else "names something only after"
            form = f"`{text} of ...`" if text in FUNCTION_NAMES else f"`for each {text}` or `choose {text}`"
            self.report.error("name/unbound", f"`{text}` {what} {form}", name.span)
            return bad(name.span)
        guess = guess_of(text, [*scope.variables, *self.symbols.lower_names(), *WORD_BY_NAME])
        self.report.error(
            "name/unknown",
            f"there is nothing called `{text}` here",
            name.span,
            *self.where(guess),
            help=f"did you mean `{guess}`?" if guess else None,
        )
        return bad(name.span)

    def where(self, guess: str | None) -> tuple[Note, ...]:
        """`declared here` for a name that was meant perhaps."""
        if guess is None:
            return ()
        found = self.symbols.declared(guess)
        if isinstance(found, TermEntry):
            return self.report.declared(found.decl.at)
        if found is not None:
            return self.report.declared(found.at)
        if guess in self.symbols.kinds:
            return self.report.declared(self.symbols.kinds[guess].at)
        if guess in self.symbols.values:
            return self.report.declared(self.symbols.values[guess][0][0].at)
        return self.report.declared(self.symbols.seats_at) if guess in self.symbols.seats else ()

    def usage(self, declared: ZoneDecl | NoteDecl | TermEntry) -> str:
        """How a declared name is written where it is used."""
        if isinstance(declared, TermEntry):
            term, names = declared.decl, [p.name for p in declared.decl.parameters]
            forms = {"name": term.name, "of": f"{term.name} of {', '.join(names)}"}
            forms["is"] = f"{', '.join(names)} is {term.name}"
            return forms.get(term.form, f"{term.name}({', '.join(names)})")
        if not declared.indexes:
            return declared.name
        titles = [_index_word(index) for index in declared.indexes]
        if len(titles) == 1 and not isinstance(declared.indexes[0], NumberIndex):
            return f"{declared.name} of {titles[0]}"
        return f"{declared.name}[{', '.join(titles)}]"

    def arity(self, name: str, at: Span, usage: str, span: Span) -> Expr:
        """Report a name that is used with too few, too many or wrongly written indexes or arguments."""
        notes = (self.report.note("declared here", at),) if at.end else ()
        self.report.error("name/form", f"`{name}` is written `{usage}`", span, *notes)
        return bad(span)

    # ----------------------------------------------------------------------------- zones and notes

    def index_type(self, index: Index) -> Type:
        match index:
            case PlayerIndex():
                return PLAYER
            case EnumIndex(enum):
                return EnumType(enum.name)
            case NumberIndex():
                return NUMBER
            case PieceIndex(kind):
                return PieceType(frozenset((kind.name,)))
            case _:
                return ZoneType(frozenset((index.zone.name,)))

    def indexes(self, declared: ZoneDecl | NoteDecl, given: Sequence[Expr]) -> tuple[Expr, ...] | None:
        """The index values, each fitted to its index; None if one is reported."""
        out = []
        for index, expr in zip(declared.indexes, given, strict=False):
            want = self.index_type(index)
            if isinstance(want, PlayerType) and isinstance(expr, Literal) and isinstance(expr.type, NumberType):
                self.report.error(
                    "seat/unknown",
                    f"seats have no numbers: {expr.value} is no player",
                    expr.span,
                    *self.report.declared(declared.at),
                    help="say `you`, a variable, an option or a named seat (`players 2 called Black, White`)",
                )
                return None
            if not fits(self.card_or(expr, want).type, want):
                self.report.error(
                    "type/wrong",
                    f"`{self.usage(declared)}` needs {describe(want)}, but this is {describe(expr.type)}",
                    expr.span,
                    *self.report.declared(declared.at),
                )
                return None
            if isinstance(index, NumberIndex) and not self.inside(declared, index, expr):
                return None
            out.append(self.card_or(expr, want))
        return None if any(is_bad(expr) for expr in out) else tuple(out)

    def card_or(self, expr: Expr, want: Type) -> Expr:
        return self.as_card(expr) if isinstance(bare(want), PieceType) else expr

    def inside(self, declared: ZoneDecl | NoteDecl, index: NumberIndex, expr: Expr) -> bool:
        """Whether a number index may lie inside; one that never does is reported."""
        size = index.size.value if isinstance(index.size, Literal) else None
        if not isinstance(expr.type, NumberType):
            return True
        low, high = expr.type.low, expr.type.high
        if (high is None or high >= 1) and (size is None or low is None or low <= size):
            return True
        shown = str(low) if low == high else "this"
        limit = f"1 to {size}" if size is not None else "1 upwards"
        self.report.error(
            "index/outside",
            f"{shown} is outside `{declared.name}`: this index goes from {limit}",
            expr.span,
            *self.report.declared(declared.at),
        )
        return False

    def zone(self, zone: ZoneDecl, given: Sequence[Expr], span: Span) -> Expr:
        """One zone, or all that begin with these indexes."""
        if zone.name in self.symbols.broken:
            return bad(span)
        if len(given) > len(zone.indexes):
            return self.arity(zone.name, zone.at.span, self.usage(zone), span)
        indexes = self.indexes(zone, given)
        if indexes is None:
            return bad(span)
        kind = ZoneType(frozenset((zone.name,)))
        if len(indexes) == len(zone.indexes):
            return ZoneRef(span, carries_none(kind, *(index.type for index in indexes)), zone, indexes)
        return ZonesRef(span, ListType(kind), zone, indexes)

    def note(self, note: NoteDecl, given: Sequence[Expr], span: Span) -> Expr:
        if note.name in self.symbols.broken:
            return bad(span)
        if len(given) != len(note.indexes):
            return self.arity(note.name, note.at.span, self.usage(note), span)
        indexes = self.indexes(note, given)
        if indexes is None:
            return bad(span)
        return NoteRef(span, carries_none(note.type, *(index.type for index in indexes)), note, indexes)


def _index_word(index: Index) -> str:
    match index:
        case PlayerIndex():
            return "player"
        case EnumIndex(enum):
            return enum.name.lower()
        case NumberIndex():
            return "number"
        case PieceIndex(kind):
            return kind.name.lower()
        case _:
            return index.zone.singular
