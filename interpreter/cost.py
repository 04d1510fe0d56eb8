"""How long looking something up can take at most: definitions come from strangers and must not exhaust the machine.

Every expression ends by construction, but one that looks through domains inside domains, or terms that use each other over
and over, may take for ever. The bound is worked out before play, from the sizes of the domains: a domain inside another
multiplies. Where a size is not known before play (a range up to a number that changes, sets of cards) a usual one is taken,
and the generated code stops once it has gone through MOST_ITEMS numbers, or MOST_SETS sets, for one decision.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from ..grammar import checked as c
from ..grammar.diagnostics import Problem
from ..grammar.source import Span
from ..grammar.types import ListType, Type, ZoneType, bare
from .layout import Layout
from .reads import DECLARATIONS, roots

MOST_STEPS = 100_000_000  # some seconds; fifty times what the rules of a large game need, since the bound is generous
USUAL_RANGE = 100  # numbers in a range whose ends change during play
MOST_ITEMS = 20_000_000  # numbers of all such ranges that are gone through between two decisions
MOST_SETS = 2_000_000  # tried for one choice of several


class Cost:
    """Bounds for one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._game = layout.setting.game
        self._terms: dict[c.TermDecl, int] = {}

    def problems(self) -> tuple[Problem, ...]:
        """The first expression or choice that may take too long, if there is one."""
        for root in roots(self._game):
            if self.of(root) > MOST_STEPS:
                found = self._smallest(root)
                return (
                    Problem(
                        "play/too-large",
                        "this may have to look through more than a hundred million possibilities",
                        self._game.source,
                        found,
                        help="look through fewer things at once, or choose in smaller steps",
                    ),
                )
        return ()

    def _smallest(self, node: object) -> Span:
        """The innermost place that passes the bound by itself."""
        inside = _children(node)
        match node:
            case c.ActionDecl(card=card):
                inside = [card]
            case c.TermRef(term=term):
                inside = [*inside, term.body, term.cases]
            case _:
                pass
        for child in inside:
            if self.of(child) > MOST_STEPS:
                return self._smallest(child)
        span = getattr(node, "span", None) or getattr(getattr(node, "at", None), "span", None)
        return span if isinstance(span, Span) else Span(0, 0)

    def of(self, node: object) -> int:
        """A bound for the steps that working a node out takes, cut off above MOST_STEPS."""
        return min(self._of(node), MOST_STEPS * 10)

    def _of(self, node: object) -> int:
        match node:
            case c.Quantified(quantity=quantity, binder=binder, test=test):
                return self.of(quantity) + self._through(binder, test)
            case c.Count(binder=binder) | c.RandomSuch(binder=binder):
                return self._through(binder)
            case (
                c.Sum(value=value, binder=binder)
                | c.Extreme(value=value, binder=binder)
                | c.MapList(value=value, binder=binder)
            ):
                return self._through(binder, value)
            case c.AllSuch(binder=binder, best=best) | c.TheSuch(binder=binder, best=best):
                return self._through(binder, best)
            case c.TermRef(term=term, arguments=arguments):
                return 1 + sum(map(self.of, arguments)) + self._term(term)
            case c.FunctionCall(function=c.Function.WORTH, arguments=arguments):
                worths = max((self.of((w.body, w.cases)) for w in self._game.worths), default=0)
                return 1 + sum(map(self.of, arguments)) + worths
            case c.FunctionCall(function=c.Function.CONNECTED, arguments=arguments):
                return self._layout.zones * 8 + sum(map(self.of, arguments))
            case c.CanDo(seat=seat, action=action):
                return self.of(seat) + self.head(action.card)
            case c.ForEach(binder=binder, body=body):
                return self._through(binder, body)
            case c.CardBody():
                return self.head(node) + self.of(node.effects)
            case c.ActionDecl(card=card):
                return self.of(card)
            case c.Choose(domains=domains, where=where):
                return sum(self._domain(domain) + self.size(domain) * (1 + self.of(where)) for domain in domains)
            case _:
                return 1 + sum(map(self.of, _children(node)))

    def _through(self, binder: c.Binder, *inside: object) -> int:
        return self._domain(binder.domain) + self.size(binder.domain) * (
            1 + self.of(binder.where) + sum(map(self.of, inside))
        )

    def _domain(self, domain: c.Domain) -> int:
        return 1 + sum(map(self.of, _children(domain)))

    def _term(self, term: c.TermDecl) -> int:
        if term not in self._terms:
            self._terms[term] = 1
            self._terms[term] = self.of((term.body, term.cases))
        return self._terms[term]

    def head(self, card: c.CardBody, start: int = 0) -> int:
        """The search through a head from a line on."""
        if start == len(card.head):
            return 1 + sum(self.head(way.card) for way in card.ways)
        line = card.head[start]
        rest = self.head(card, start + 1)
        if not isinstance(line, c.Choose):
            return min(self.of(line) + rest, MOST_STEPS * 10)
        if line.several is not None:  # sets are tried up to MOST_SETS, and only if something depends on them
            return min(self.of(line) + rest, MOST_STEPS * 10)
        ways = sum(self.size(domain) for domain in line.domains)
        return min(self.of(line) + ways * rest, MOST_STEPS * 10)

    def size(self, domain: c.Domain) -> int:
        """The most items that a domain may have."""
        setting, layout = self._layout.setting, self._layout
        match domain:
            case c.PlayersDomain():
                return setting.players
            case c.EnumDomain(enum=enum):
                return len(enum.values)
            case c.RangeDomain(low=low, high=high):
                first, last = setting.constant(low), setting.constant(high)
                return USUAL_RANGE if first is None or last is None else max(0, last - first + 1)
            case c.CardsDomain():
                return layout.parts.count
            case c.PiecesDomain(kind=kind):
                return layout.parts.ranges[kind].pieces
            case c.ListDomain(list=items):
                return self._items(items)
            case _:
                return USUAL_RANGE

    def _items(self, expr: c.Expr) -> int:
        layout = self._layout
        match expr:
            case c.ListOf(items=items):
                return len(items)
            case c.ZonesRef(zone=zone):
                return layout.families[zone].count
            case c.MapList(binder=binder) | c.AllSuch(binder=binder):
                return self.size(binder.domain)
            case c.BuiltInRef():
                return layout.setting.players
            case c.FunctionCall(function=c.Function.FACES):
                return len(layout.parts.faces)
            case _:
                kind = bare(expr.type)
                item: Type = kind.item if isinstance(kind, ListType) else kind
                if isinstance(bare(item), (ListType, ZoneType)):
                    return max(1, layout.zones * 4)
                return max(1, layout.capacity(item))


def _children(node: object) -> list[object]:
    if isinstance(node, tuple):
        return list(node)
    if is_dataclass(node) and not isinstance(node, (*DECLARATIONS, Type, type)):
        return [getattr(node, each.name) for each in fields(node)]
    return []
