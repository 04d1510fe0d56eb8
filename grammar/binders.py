"""`x in D where P`: what a variable ranges over, and its type."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from . import nodes
from .calls import Calls
from .checked import (
    At,
    Binder,
    Both,
    CardsDomain,
    Domain,
    Either,
    EnumDomain,
    Expr,
    KindPattern,
    ListDomain,
    Matches,
    PiecesDomain,
    PlayersDomain,
    RangeDomain,
    Variable,
    VariableRef,
    ZonesRef,
)
from .fitting import describe, joined, meets, narrowed
from .names import PIECE_WORDS, WORD_SHAPES, Scope, guess_of, lower_name, plural, singulars
from .resolve import is_bad
from .source import Span
from .types import (
    PLAYER,
    TRUTH,
    UNKNOWN,
    EnumType,
    ListType,
    NothingType,
    NumberType,
    PieceType,
    Type,
    UnknownType,
    ZoneType,
    bare,
)


@dataclass(frozen=True, slots=True)
class Ranged:
    """What a binder's name and domain come to: the domains (none if reported), the type of one, and its
    name. `only`: the kinds that its name means where there may be cards of others besides.
    """

    domains: tuple[Domain, ...]
    type: Type
    singular: str
    only: frozenset[str] = frozenset()


class Binders(Calls):
    def binder(self, node: nodes.Binder, scope: Scope, several: bool = False) -> tuple[Binder | None, Scope]:
        """The binder and the scope inside it. Without a binder (None) the scope still has the name, so that
        nothing is told twice. `several`: the name is plural, and its singular is what the scope has.
        """
        ranged = self.ranged(node.name, (node.domain,) if node.domain else (), scope, several)
        variable = self.variable(node.name, ranged.singular, ranged.type, scope, node.domain is not None)
        inner = scope.having(variable)
        if node.name.text != ranged.singular and node.domain is None:
            inner = inner.calling(node.name.text, variable)
        where = self.truth(node.where, inner) if node.where is not None else None
        where = self.as_named(ranged, variable, where)
        if not ranged.domains:
            return None, inner
        return Binder(variable, ranged.domains[0], where, node.name.span), inner

    def as_named(self, ranged: Ranged, variable: Variable, where: Expr | None) -> Expr | None:
        """`where`, and that each is what its name says: of the cards in a zone, `fish` is each fish."""
        span = variable.at.span
        operand = VariableRef(span, variable.type, variable)
        kinds = [self.symbols.kinds[name] for name in sorted(ranged.only)]
        tests: list[Expr] = [Matches(span, TRUTH, operand, KindPattern(span, kind, ()), False) for kind in kinds]
        if not tests:
            return where
        named = reduce(lambda left, right: Either(span, TRUTH, left, right), tests)
        return named if where is None else Both(where.span, TRUTH, named, where)

    def variable(self, name: nodes.Ident, called: str, kind: Type, scope: Scope, told: bool) -> Variable:
        """A new variable. One whose domain is told must not take a name that means something already."""
        self.refuse_taken(name, called, scope, told)
        return Variable(called, kind, At(name.span))

    def refuse_taken(self, name: nodes.Ident, called: str, scope: Scope, told: bool) -> None:
        typed = any(self.symbols.type_named(one) is not None for one in (called, *singulars(called)))
        if not told or typed:
            return
        declared = self.symbols.declared(called)
        if called in scope.variables:
            self.report.error(
                "name/twice",
                f"there is a variable `{called}` here already",
                name.span,
                *self.report.declared(scope.variables[called].at),
                help="choose another name",
            )
        elif declared is not None:
            self.report.error(
                "name/twice",
                f"`{called}` is declared as something else",
                name.span,
                *self.where(called),
                help="choose another name",
            )
        elif called in (
            "you",
            "opponent",
            "others",
            "everyone",
            "players",
            "round",
            "this",
            "yes",
            "none",
            "points",
        ):
            self.report.error("name/reserved", f"`{called}` has a meaning of its own", name.span)

    def ranged(self, name: nodes.Ident, told: tuple[nodes.Expr, ...], scope: Scope, several: bool) -> Ranged:
        if not told:
            return self.named_domain(name, several)
        found: list[Domain] = []
        item: Type | None = None
        for node in told:
            domain, kind = self.domain(node, scope)
            if domain is not None:
                found.append(domain)
            both = kind if item is None else joined(item, kind)
            if both is None:
                self.report.error(
                    "type/mixed",
                    f"one list holds {describe(item or kind)}, this one {describe(kind)}",
                    node.span,
                )
                both = UNKNOWN
            item = both
        kind = item if item is not None else UNKNOWN
        singular = name.text
        if several:
            candidates = singulars(name.text)
            typed = [c for c in candidates if self.symbols.type_named(c) is not None]
            singular = (typed or list(candidates) or [name.text])[0]
        named = self.symbols.type_named(singular)
        if named is not None and singular not in WORD_SHAPES and singular not in PIECE_WORDS[1:]:
            family = self.symbols.zone_called(singular)
            if family is None and singular != "kind" and not meets(kind, named):
                self.report.error(
                    "binder/type",
                    f"`{singular}` stands for {describe(named)}, but this is a choice of {describe(kind)}",
                    name.span,
                    help="choose another name for it",
                )
                return Ranged((), named, singular)
        only: frozenset[str] = frozenset()
        if named is not None:
            given, kind = bare(kind), narrowed(kind, named)
            kept = bare(kind)
            if isinstance(given, PieceType) and isinstance(kept, PieceType) and given.kinds != kept.kinds:
                only = kept.kinds
        if not found or len(found) < len(told):
            return Ranged((), kind, singular)
        return Ranged(tuple(found), kind, singular, only)

    # ----------------------------------------------------------------------------- domains by name

    def named_domain(self, name: nodes.Ident, several: bool) -> Ranged:
        """What a variable ranges over by its name alone."""
        text = name.text
        for one in singulars(text):
            found = self.whole(one, name.span)
            if found is not None:
                if not several:
                    self.report.error(
                        "binder/singular",
                        f"one at a time is meant here, so it is `{one}`, not `{text}`",
                        name.span,
                    )
                return Ranged((found[0],), found[1], one)
        found = self.whole(text, name.span)
        if found is not None:
            if several:
                self.report.error(
                    "binder/plural",
                    f"several are meant here, so it is `{plural(text)}`, not `{text}`",
                    name.span,
                )
            return Ranged((found[0],), found[1], text)
        kind = self.symbols.type_named(text)
        guess = guess_of(text, self.domain_names(several)) if kind is None else None
        example = f"`{text} in ...`"
        self.report.error(
            "binder/no-domain",
            f"`{text}` does not say what it is taken from",
            name.span,
            *self.where(guess),
            help=f"did you mean `{guess}`?" if guess else f"say it: {example}",
        )
        return Ranged((), UNKNOWN if kind is None else kind, (singulars(text) or (text,))[0] if several else text)

    def domain_names(self, several: bool) -> list[str]:
        names = ["player", *map(lower_name, self.symbols.enums), *map(lower_name, self.symbols.kinds)]
        names += [zone.singular for zone in self.symbols.zones.values() if zone.indexes]
        return [plural(name) for name in names] if several else names

    def whole(self, name: str, span: Span) -> tuple[Domain, Type] | None:
        """All of what a singular stands for."""
        match self.symbols.type_named(name):
            case kind if kind == PLAYER:
                return PlayersDomain(span), PLAYER
            case EnumType(enum):
                self.symbols.used.add(enum)
                return EnumDomain(span, self.symbols.enums[enum]), EnumType(enum)
            case PieceType(kinds) if len(kinds) == 1:
                (kind_name,) = kinds
                self.symbols.used.add(kind_name)
                return PiecesDomain(span, self.symbols.kinds[kind_name]), PieceType(kinds)
            case ZoneType(families) if name not in WORD_SHAPES and len(families) == 1:
                (family,) = families
                zone = self.symbols.zones[family]
                self.symbols.used.add(family)
                item = ZoneType(families)
                return ListDomain(span, ZonesRef(span, ListType(item), zone, ())), item
        return None

    # ----------------------------------------------------------------------- domains that are told

    def domain(self, node: nodes.Expr, scope: Scope) -> tuple[Domain | None, Type]:
        """A domain and the type of its items."""
        if isinstance(node, nodes.Range):
            low, high = self.number(node.low, scope), self.number(node.high, scope)
            bounds = NumberType(_low(low), _high(high))
            return RangeDomain(node.span, low, high), bounds
        if isinstance(node, nodes.Const) and not node.arguments and node.name.text in self.symbols.enums:
            enum = self.symbols.enums[node.name.text]
            self.symbols.used.add(enum.name)
            return EnumDomain(node.span, enum), EnumType(enum.name)
        if isinstance(node, nodes.Const) and node.name.text in self.symbols.kinds:
            kind = self.symbols.kinds[node.name.text]
            self.report.error(
                "binder/domain",
                f"`{kind.name}` is a kind of card; say its faces or where the cards are",
                node.span,
                *self.report.declared(kind.at),
                help=f"`kinds of {kind.name}`",
            )
            return None, UNKNOWN
        expr = self.expr(node, scope)
        return self.domain_of(expr)

    def domain_of(self, expr: Expr) -> tuple[Domain | None, Type]:
        match bare(expr.type):
            case ListType(item):
                return ListDomain(expr.span, expr), item
            case ZoneType():
                return CardsDomain(expr.span, expr), self.symbols.all_cards
            case UnknownType():
                return None, UNKNOWN
        self.report.error(
            "binder/domain",
            f"this is {describe(expr.type)}; a list, a zone or an enum is wanted here",
            expr.span,
        )
        return None, UNKNOWN

    def cards_in(self, node: nodes.Expr, scope: Scope) -> Expr | None:
        """A zone, a list of zones or a list of cards: what `has`, `number of KIND in` and `alike` look at."""
        expr = self.expr(node, scope)
        return self.cards_of(expr)

    def cards_of(self, expr: Expr) -> Expr | None:
        if is_bad(expr):
            return None
        kind = bare(expr.type)
        if isinstance(kind, ZoneType):
            return expr
        if isinstance(kind, ListType) and isinstance(bare(kind.item), (ZoneType, PieceType, NothingType, UnknownType)):
            return expr
        help_text = "a value in a list is looked for with `is in`" if isinstance(kind, ListType) else None
        self.report.error(
            "type/wrong",
            f"this is {describe(expr.type)}; a zone, zones or a list of cards is wanted here",
            expr.span,
            help=help_text,
        )
        return None


def _low(expr: Expr) -> int | None:
    kind = bare(expr.type)
    return kind.low if isinstance(kind, NumberType) else None


def _high(expr: Expr) -> int | None:
    kind = bare(expr.type)
    return kind.high if isinstance(kind, NumberType) else None
