"""Deeds: one line, no decision, something changes."""

from __future__ import annotations

from . import nodes
from .checked import (
    AddTo,
    At,
    Cards,
    Deal,
    Deed,
    End,
    EndThe,
    EveryOne,
    Expr,
    Move,
    NextTurn,
    NoteRef,
    Pass,
    RandomSuch,
    Refill,
    Remember,
    RemoveFrom,
    Roll,
    ScoreRound,
    SetNote,
    Show,
    Shuffle,
    SoMany,
    SwapCards,
    SwapZones,
    Target,
    TheCards,
    Variable,
    Whole,
    ZonesRef,
)
from .expressions import Expressions
from .fitting import describe
from .names import Report, Scope, Symbols, at_of, guess_of
from .resolve import bad, is_bad
from .types import (
    NUMBER,
    PLAYER,
    FaceType,
    ListType,
    NothingType,
    NumberType,
    PieceType,
    Type,
    UnknownType,
    ZoneType,
    bare,
    or_none,
)


class Deeds:
    """Checks deeds and the two parts that payments share with them: which cards, and where to."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.symbols: Symbols = expressions.symbols
        self.report: Report = expressions.report

    def deed(self, node: nodes.Deed, scope: Scope) -> tuple[Deed | None, Scope]:
        """The deed (None if reported) and the scope below it, which knows what `remember` names."""
        condition = self.expressions.truth(node.condition, scope) if node.condition is not None else None
        if isinstance(node, nodes.Remember):
            return self.remember(node, condition, scope)
        found = self.changing(node, condition, scope)
        if condition is not None and is_bad(condition):
            return None, scope
        return found, scope

    def changing(self, node: nodes.Deed, condition: Expr | None, scope: Scope) -> Deed | None:
        at = at_of(node)
        match node:
            case nodes.Move():
                what, source, target = self.transfer(node.what, node.source, node.target, scope)
                if what is None or target is None or (node.source is not None and source is None):
                    return None
                return Move(at, condition, what, source, target)
            case nodes.Deal():
                return self.deal(node, at, condition, scope)
            case nodes.Refill():
                zone, source = self.zone(node.zone, scope), self.zone(node.source, scope)
                amount = self.expressions.number(node.amount, scope)
                if zone is None or source is None or is_bad(amount):
                    return None
                return Refill(at, condition, zone, amount, source)
            case nodes.Shuffle():
                zone = self.zone(node.zone, scope)
                return None if zone is None else Shuffle(at, condition, zone)
            case nodes.Roll():
                return self.roll(node, at, condition, scope)
            case nodes.Swap():
                return self.swap(node, at, condition, scope)
            case nodes.SetTo():
                return self.set_to(node, at, condition, scope)
            case nodes.Add() | nodes.Remove():
                return self.add_or_remove(node, at, condition, scope)
            case nodes.Show():
                return self.show(node, at, condition, scope)
            case nodes.EndThe():
                return EndThe(at, condition, Whole(node.what))
            case nodes.NextTurn():
                seat = self.expressions.fitted(node.seat, scope, PLAYER)
                return None if is_bad(seat) else NextTurn(at, condition, seat)
            case nodes.ScoreRound():
                return ScoreRound(at, condition)
            case nodes.Pass():
                return Pass(at, condition)
        raise AssertionError(node)

    # ---------------------------------------------------------------------------- cards and places

    def transfer(
        self, what: nodes.Cards, source: nodes.Place | None, target: nodes.Place, scope: Scope
    ) -> tuple[Cards | None, Expr | None, Target | None]:
        """The parts of `move` and `pay`; what is None is reported."""
        cards = self.cards(what, scope, source is not None)
        origin = self.place(source, scope, where="from") if source is not None else None
        return cards, origin, self.target(target, scope)

    def cards(self, node: nodes.Cards, scope: Scope, has_source: bool) -> Cards | None:
        match node:
            case nodes.SoMany(_, quantity, pattern):
                number, what = (
                    self.expressions.number(quantity, scope),
                    self.expressions.pattern(pattern, scope),
                )
                return None if is_bad(number) or what is None else SoMany(number, what)
            case nodes.EveryOne(span, None):
                if not has_source:
                    self.report.error("move/from", "say from where all are moved", span, help="`all from ZONE`")
                    return None
                return EveryOne(None)
            case nodes.EveryOne(_, pattern):
                assert pattern is not None
                what = self.expressions.pattern(pattern, scope)
                return None if what is None else EveryOne(what)
        expr = self.expressions.as_card(self.expressions.expr(node, scope, self.symbols.all_cards))
        kind = bare(expr.type)
        name = node.name.text if isinstance(node, (nodes.Word, nodes.Const)) else "..."
        help_text: str | None = None
        match kind:
            case UnknownType():
                return None
            case PieceType():
                return TheCards(expr)
            case ListType(item) if isinstance(bare(item), (PieceType, NothingType, UnknownType)):
                return TheCards(expr)
            case ZoneType():
                help_text = f"all its cards are `all from {name}`"
            case FaceType():
                help_text = f"a card of that kind is `1 {name}`"
            case ListType(ZoneType()):
                help_text = "all cards of several zones are `all from each ZONE`"
        self.report.error(
            "type/wrong",
            f"only cards are moved, but this is {describe(expr.type)}",
            expr.span,
            help=help_text,
        )
        return None

    def zone(self, node: nodes.Expr, scope: Scope) -> Expr | None:
        """One zone."""
        expr = self.expressions.expr(node, scope)
        if is_bad(expr):
            return None
        if isinstance(bare(expr.type), ZoneType):
            return expr
        several = isinstance(expr.type, ListType) and isinstance(bare(expr.type.item), ZoneType)
        self.report.error(
            "type/wrong",
            f"a zone is wanted here, but this is {describe(expr.type)}",
            expr.span,
            help="say which of them, or `for each`" if several else None,
        )
        return None

    def place(self, node: nodes.Place, scope: Scope, where: str) -> Expr | None:
        """One zone or several."""
        if isinstance(node, nodes.EachPlace):
            return self.each_place(node, scope)
        expr = self.expressions.expr(node, scope)
        if is_bad(expr):
            return None
        kind = bare(expr.type)
        if isinstance(kind, ZoneType) or (isinstance(kind, ListType) and isinstance(bare(kind.item), ZoneType)):
            return expr
        self.report.error(
            "type/wrong",
            f"cards go {where} a zone, but this is {describe(expr.type)}",
            expr.span,
            help="the zone a card lies in is `place of ...`" if isinstance(kind, PieceType) else None,
        )
        return None

    def each_place(self, node: nodes.EachPlace, scope: Scope) -> Expr | None:
        """`each hand`, `each column`, `each pile in queue`."""
        name = node.name.text
        if node.domain is not None:
            expr = self.expressions.expr(node.domain, scope)
            kind = bare(expr.type)
            if is_bad(expr):
                return None
            if isinstance(kind, ListType) and isinstance(bare(kind.item), (ZoneType, NothingType)):
                return expr
            self.report.error("type/wrong", f"zones are wanted here, but this is {describe(expr.type)}", expr.span)
            return None
        zone = self.symbols.zone_called(name) or self.symbols.zones.get(name)
        if zone is None:
            guess = guess_of(name, [z.singular for z in self.symbols.zones.values() if z.indexes])
            self.report.error(
                "zone/unknown",
                f"there are no zones of which each is a `{name}`",
                node.name.span,
                *self.expressions.where(guess),
                help=f"did you mean `each {guess}`?" if guess else None,
            )
            return None
        self.symbols.used.add(zone.name)
        if not zone.indexes:
            self.report.error(
                "zone/single",
                f"there is only one `{name}`",
                node.span,
                *self.report.declared(zone.at),
                help=f"leave `each` out: `{name}`",
            )
            return None
        return ZonesRef(node.span, ListType(ZoneType(frozenset((zone.name,)))), zone, ())

    def target(self, node: nodes.Place, scope: Scope) -> Target | None:
        """`your hand`, `top of act`, `bottom of deck`, `each hand`."""
        end = End.NATURAL
        if isinstance(node, nodes.Of) and node.name.text in ("top", "bottom"):
            end = End.TOP if node.name.text == "top" else End.BOTTOM
            node = node.operand
        place = self.place(node, scope, where="to")
        return None if place is None else Target(place, end)

    # ----------------------------------------------------------------------------------- the deeds

    def deal(self, node: nodes.Deal, at: At, condition: Expr | None, scope: Scope) -> Deal | None:
        amount: Expr | None = None
        up_to = False
        match node.amount:
            case nodes.UpTo(_, number):
                amount, up_to = self.expressions.number(number, scope), True
            case nodes.Everything():
                pass
            case _:
                amount = self.expressions.number(node.amount, scope)
        source = self.place(node.source, scope, where="from")
        target = self.target(node.target, scope)
        if source is None or target is None or (amount is not None and is_bad(amount)):
            return None
        if isinstance(source.type, ListType):
            self.report.error("type/wrong", "cards are dealt from one zone", source.span)
            return None
        return Deal(at, condition, amount, up_to, source, target)

    def roll(self, node: nodes.Roll, at: At, condition: Expr | None, scope: Scope) -> Roll | None:
        dice = self.expressions.expr(node.what, scope, self.symbols.all_cards)
        if is_bad(dice):
            return None
        if not any(kind.word == "die" for kind in self.symbols.kinds.values()):
            self.report.error("roll/no-dice", "only dice are rolled, and this game has none", node.span)
            return None
        kind = bare(dice.type)
        inner = bare(kind.item) if isinstance(kind, ListType) else kind
        if isinstance(inner, PieceType):
            dull = [self.symbols.kinds[name] for name in inner.kinds]
            if not any(kind.word == "die" for kind in dull):
                self.report.error("roll/no-dice", "only dice are rolled", dice.span, *self.report.declared(dull[0].at))
                return None
        if isinstance(inner, (PieceType, ZoneType, NothingType)) and not (
            isinstance(kind, ListType) and isinstance(inner, ZoneType)
        ):
            return Roll(at, condition, dice)
        self.report.error(
            "type/wrong",
            f"a zone of dice or a list of dice is rolled, but this is {describe(dice.type)}",
            dice.span,
        )
        return None

    def swap(self, node: nodes.Swap, at: At, condition: Expr | None, scope: Scope) -> Deed | None:
        left, right = self.expressions.expr(node.left, scope), self.expressions.expr(node.right, scope)
        if is_bad(left) or is_bad(right):
            return None
        if isinstance(bare(left.type), ZoneType) and isinstance(bare(right.type), ZoneType):
            return SwapZones(at, condition, left, right)
        left, right = self.expressions.as_card(left), self.expressions.as_card(right)
        if isinstance(bare(left.type), PieceType) and isinstance(bare(right.type), PieceType):
            return SwapCards(at, condition, left, right)
        self.report.error(
            "type/wrong",
            f"two cards or two zones are swapped, but this is {describe(left.type)} and {describe(right.type)}",
            left.span.to(right.span),
        )
        return None

    def note_target(self, node: nodes.Expr, scope: Scope, verb: str) -> NoteRef | None:
        """The note that a deed changes; anything else is reported."""
        if isinstance(node, nodes.Word) and node.name.text in scope.variables:
            name = node.name.text
            self.report.error(
                "set/not-a-note",
                f"`{name}` is a name for something, not a note, and cannot be {verb}",
                node.span,
                *self.report.declared(scope.variables[name].at),
            )
            return None
        expr = self.expressions.expr(node, scope)
        if isinstance(expr, NoteRef):
            return expr
        if is_bad(expr):
            return None
        options = isinstance(node, nodes.Word) and node.name.text in self.symbols.options
        if isinstance(bare(expr.type), ZoneType):
            help_text: str | None = "cards are put into zones by `move`"
        else:
            help_text = "an option is fixed for the whole game" if options else None
        self.report.error("set/not-a-note", f"only notes can be {verb}", node.span, help=help_text)
        return None

    def value(self, node: nodes.Expr, scope: Scope, want: Type | None) -> Expr:
        """What a note is set to, or what is remembered: `random` may stand here."""
        if not isinstance(node, nodes.RandomOf):
            return self.expressions.expr(node, scope, want)
        binder, _ = self.expressions.binder(node.binder, scope)
        if binder is None:
            return bad(node.span)
        kind = binder.variable.type
        return RandomSuch(node.span, kind if isinstance(kind, ListType) else or_none(kind), binder)

    def set_to(self, node: nodes.SetTo, at: At, condition: Expr | None, scope: Scope) -> SetNote | None:
        note = self.note_target(node.target, scope, "set")
        value = self.value(node.value, scope, note.type if note is not None else None)
        if note is None or is_bad(value):
            return None
        value = self.expressions.fit(value, note.type, f"in `{note.note.name}`")
        if is_bad(value):
            return None
        self.bounds(value, note)
        return SetNote(at, condition, note, value)

    def bounds(self, value: Expr, note: NoteRef) -> None:
        match value.type, bare(note.type):
            case NumberType(int(low), int(high)), NumberType(int(least), int(most)) if high < least or low > most:
                self.report.error(
                    "set/range",
                    f"`{note.note.name}` goes from {least} to {most}",
                    value.span,
                    *self.report.declared(note.note.at),
                )

    def add_or_remove(
        self, node: nodes.Add | nodes.Remove, at: At, condition: Expr | None, scope: Scope
    ) -> Deed | None:
        adding = isinstance(node, nodes.Add)
        verb = "added to" if adding else "taken from"
        note = self.note_target(node.target, scope, verb)
        if note is None:
            self.expressions.expr(node.value, scope)
            return None
        kind = bare(note.type)
        want = kind.item if isinstance(kind, ListType) else NUMBER
        if not isinstance(kind, (ListType, NumberType, UnknownType)):
            self.report.error(
                "type/wrong",
                f"numbers and lists are {verb}, but `{note.note.name}` is {describe(note.type)}",
                node.target.span,
                *self.report.declared(note.note.at),
                help="say `set ... to ...`",
            )
            return None
        value = self.expressions.fitted(node.value, scope, want, f"in `{note.note.name}`")
        if is_bad(value):
            return None
        return AddTo(at, condition, note, value) if adding else RemoveFrom(at, condition, note, value)

    def show(self, node: nodes.Show, at: At, condition: Expr | None, scope: Scope) -> Show | None:
        what = self.expressions.expr(node.what, scope)
        to = self.expressions.fitted(node.to, scope, PLAYER) if node.to is not None else None
        if is_bad(what) or (to is not None and is_bad(to)):
            return None
        kind = bare(what.type)
        inner = bare(kind.item) if isinstance(kind, ListType) else kind
        if not isinstance(inner, (ZoneType, PieceType, NothingType)):
            self.report.error("type/wrong", f"cards and zones are shown, but this is {describe(what.type)}", what.span)
            return None
        return Show(at, condition, what, to)

    def remember(self, node: nodes.Remember, condition: Expr | None, scope: Scope) -> tuple[Deed | None, Scope]:
        value = self.value(node.value, scope, None)
        self.expressions.refuse_taken(node.name, node.name.text, scope, told=True)
        kind = value.type
        if isinstance(kind, NumberType):
            kind = NUMBER
        if condition is not None:
            self.report.error(
                "remember/if",
                f"without the `if` nothing would be called `{node.name.text}`",
                node.span,
                help="put the lines that need it into an `if` block",
            )
        variable = Variable(node.name.text, kind, At(node.name.span))
        inner = scope.having(variable)
        return (None if is_bad(value) else Remember(at_of(node), None, variable, value)), inner
