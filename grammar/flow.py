"""Makes the nodes of blocks: cards, the course of play, deeds. One method for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from . import nodes as n
from .frozen import frozen
from .layout import Token
from .phrases import Phrases, cite, ident, text
from .source import Span

Cites = n.Cites


@frozen
class Block:
    """An indented block, before it is known whether it is a body or the inside of a reference card."""

    span: Span
    lines: tuple[n.Statement | n.Needs | n.Pay, ...]


@frozen
class Otherwise:
    body: tuple[n.Statement, ...]
    cites: Cites


@frozen
class Entries:
    entries: tuple[n.Entry, ...]
    cites: Cites


T = TypeVar("T")


def only(kind: type[T], parts: Iterable[object]) -> tuple[T, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


class Flow(Phrases):
    """Builders of lines that do something. A faulty line has left no part, so any list may be empty."""

    # -- lines and blocks

    def eol(self, span: Span, *cites: Token) -> Cites:
        return tuple(cite(token) for token in cites)

    def block(self, span: Span, *lines: n.Statement | n.Needs | n.Pay) -> Block:
        return Block(span, lines)

    def body(self, block: Block) -> tuple[n.Statement, ...]:
        """A block in which something happens; what belongs at the head of a card is refused."""
        statements: list[n.Statement] = []
        for line in block.lines:
            if isinstance(line, (n.Needs, n.Pay)):
                word = "needs" if isinstance(line, n.Needs) else "pay"
                self.faults.add(
                    "statement/misplaced",
                    f"`{word}` stands only at the head of an action or effect, before anything happens",
                    line.span,
                    advice="an `if` line asks for a condition in the middle, `move` pays there",
                )
            else:
                statements.append(line)
        return tuple(statements)

    def card(self, block: Block) -> n.Card:
        """The inside of an action or effect: its head, then its effect or its ways."""
        head: list[n.HeadLine] = []
        rest = list(block.lines)
        while rest and isinstance(rest[0], n.HeadLine):
            head.append(rest.pop(0))  # type: ignore[arg-type]
        match rest:
            case [n.Menu(kind="one of") as menu] if any(self._has_card(entry) for entry in menu.entries):
                ways = self._ways(menu)
                return n.Card(block.span, tuple(head), (), ways, menu.cites)
        effects = self._effects(rest)
        return n.Card(block.span, tuple(head), effects, (), ())

    @staticmethod
    def _has_card(entry: n.Entry) -> bool:
        return isinstance(entry.what, n.ActionName) and entry.what.card is not None

    def _ways(self, menu: n.Menu) -> tuple[n.Way, ...]:
        ways: list[n.Way] = []
        for entry in menu.entries:
            match entry.what:
                case n.ActionName(title=title, card=card):
                    nothing = n.Card(Span(entry.span.end, entry.span.end), (), (), (), ())
                    ways.append(n.Way(entry.span, entry.cites, title, card or nothing))
                case n.Menu():
                    self.faults.add(
                        "statement/misplaced",
                        "the ways of an action are quoted names with a block each, no lists of lists",
                        entry.span,
                    )
        if menu.otherwise is not None:
            self.faults.add(
                "statement/misplaced",
                "the ways of an action have no `otherwise`: it is offered if one of them can be gone",
                menu.span,
            )
        return tuple(ways)

    def _effects(self, lines: list[n.Statement | n.Needs | n.Pay]) -> tuple[n.Statement, ...]:
        effects = tuple(line for line in lines if not isinstance(line, (n.Needs, n.Pay)))
        late = [line for line in lines if isinstance(line, (n.Needs, n.Pay))]
        if late:
            word = "needs" if isinstance(late[0], n.Needs) else "pay"
            self.faults.add(
                "card/order",
                f"`{word}` stands at the head of an action, but something has happened before it here",
                late[0].span,
                (("this already changes something", effects[0].span),) if effects else (),
                f"move the `{word}` line up",
            )
        return effects

    # -- the course of play

    def _name(self, title: Token, block: Block | None) -> n.ActionName:
        end = block.span.end if block else title.end
        return n.ActionName(Span(title.start, end), text(title), self.card(block) if block else None)

    def _do(
        self,
        span: Span,
        cites: Cites,
        what: n.ActionName | n.EffectOf,
        optional: bool,
        otherwise: Otherwise | None,
    ) -> n.Do:
        if otherwise is None:
            return n.Do(span, cites, what, optional, None, ())
        return n.Do(span, cites, what, optional, otherwise.body, otherwise.cites)

    def do(
        self, span: Span, title: Token, cites: Cites, block: Block | None, otherwise: Otherwise | None
    ) -> n.Do:
        return self._do(span, cites, self._name(title, block), False, otherwise)

    def may(
        self, span: Span, title: Token, cites: Cites, block: Block | None, otherwise: Otherwise | None
    ) -> n.Do:
        return self._do(span, cites, self._name(title, block), True, otherwise)

    def do_effect(self, span: Span, card: n.Expr, cites: Cites, otherwise: Otherwise | None) -> n.Do:
        return self._do(span, cites, n.EffectOf(card.span, card), False, otherwise)

    def may_effect(self, span: Span, card: n.Expr, cites: Cites, otherwise: Otherwise | None) -> n.Do:
        return self._do(span, cites, n.EffectOf(card.span, card), True, otherwise)

    def otherwise_deed(self, span: Span, deed: n.Deed) -> Otherwise:
        return Otherwise((deed,), ())

    def otherwise_block(self, span: Span, cites: Cites, block: Block) -> Otherwise:
        return Otherwise(self.body(block), cites)

    def menu_line(self, span: Span, menu: n.Menu, otherwise: Otherwise | None) -> n.Menu:
        if otherwise is None:
            return menu
        return n.Menu(
            span, menu.cites, menu.kind, menu.quantity, menu.entries, otherwise.body, otherwise.cites
        )

    def _menu(self, span: Span, kind: str, quantity: n.Expr | None, entries: Entries) -> n.Menu:
        return n.Menu(span, entries.cites, kind, quantity, entries.entries, None, ())

    def one_of(self, span: Span, entries: Entries) -> n.Menu:
        return self._menu(span, "one of", None, entries)

    def up_to(self, span: Span, quantity: n.Expr, entries: Entries) -> n.Menu:
        return self._menu(span, "up to", quantity, entries)

    def up_to_different(self, span: Span, quantity: n.Expr, entries: Entries) -> n.Menu:
        return self._menu(span, "up to different", quantity, entries)

    def any_number(self, span: Span, entries: Entries) -> n.Menu:
        return self._menu(span, "any number of", None, entries)

    def as_many(self, span: Span, entries: Entries) -> n.Menu:
        return self._menu(span, "as many as possible of", None, entries)

    def names(self, span: Span, *titles: Token) -> tuple[Token, ...]:
        return titles

    def entries_in_line(
        self, span: Span, titles: tuple[Token, ...], cites: Cites, block: Block | None
    ) -> Entries:
        if block is not None and len(titles) > 1:
            self.faults.add(
                "block/unclear",
                "a block below several actions: which of them does it describe?",
                block.span,
                (("the actions", Span(titles[0].start, titles[-1].end)),),
                "write the actions one below the other, each with its block",
            )
            block = None
        names = [self._name(title, None) for title in titles[:-1]] + [self._name(titles[-1], block)]
        return Entries(tuple(n.Entry(name.span, (), name) for name in names), cites)

    def entries_below(self, span: Span, cites: Cites, *entries: n.Entry) -> Entries:
        return Entries(entries, cites)

    def entry(self, span: Span, title: Token, cites: Cites, block: Block | None) -> n.Entry:
        return n.Entry(span, cites, self._name(title, block))

    def entry_menu(self, span: Span, menu: n.Menu) -> n.Entry:
        return n.Entry(span, (), menu)

    def take_turns(
        self,
        span: Span,
        start: n.Expr | None,
        where: n.Expr | None,
        until: n.Expr | None,
        cites: Cites,
        block: Block | None,
    ) -> n.TakeTurns:
        return n.TakeTurns(span, cites, start, where, until, self.body(block) if block else None)

    def takes_a_turn(
        self,
        span: Span,
        other: bool | None,
        start: n.Expr | None,
        where: n.Expr | None,
        cites: Cites,
        block: Block | None,
    ) -> n.TakesATurn:
        return n.TakesATurn(span, cites, bool(other), start, where, self.body(block) if block else None)

    def at_once(
        self,
        span: Span,
        other: bool | None,
        start: n.Expr | None,
        where: n.Expr | None,
        cites: Cites,
        block: Block,
    ) -> n.AtOnce:
        return n.AtOnce(span, cites, bool(other), start, where, self.body(block))

    def repeat_until(self, span: Span, until: n.Expr, cites: Cites, block: Block) -> n.Repeat:
        return n.Repeat(span, cites, None, until, self.body(block))

    def repeat_times(
        self, span: Span, times: n.Expr, until: n.Expr | None, cites: Cites, block: Block
    ) -> n.Repeat:
        return n.Repeat(span, cites, times, until, self.body(block))

    def rounds(self, span: Span, quantity: n.Expr | None, until: n.Expr | None, cites: Cites) -> n.Rounds:
        return n.Rounds(span, cites, quantity, until)

    def other(self, span: Span) -> bool:
        return True

    def from_(self, span: Span, start: n.Expr) -> n.Expr:
        return start

    def until(self, span: Span, condition: n.Expr) -> n.Expr:
        return condition

    def otherwise_last(self, span: Span, cites: Cites, block: Block) -> Otherwise:
        return self.otherwise_block(span, cites, block)

    def if_(self, span: Span, *parts: n.Branch | Otherwise | None) -> n.If:
        last = parts[-1]
        branches = only(n.Branch, parts)
        if isinstance(last, Otherwise):
            return n.If(span, last.cites, branches, last.body)
        return n.If(span, (), branches, None)

    def branch(self, span: Span, condition: n.Expr, cites: Cites, block: Block) -> n.Branch:
        return n.Branch(span, cites, condition, self.body(block))

    def for_each(self, span: Span, binder: n.Binder, cites: Cites, block: Block) -> n.ForEach:
        return n.ForEach(span, cites, binder, self.body(block))

    def as_seat(self, span: Span, seat: n.Expr, cites: Cites, block: Block) -> n.AsSeat:
        return n.AsSeat(span, cites, seat, self.body(block))

    # -- the head of a card

    def needs(self, span: Span, condition: n.Expr, cites: Cites) -> n.Needs:
        return n.Needs(span, cites, condition)

    def pay(self, span: Span, what: n.Cards, source: n.Place | None, target: n.Place, cites: Cites) -> n.Pay:
        return n.Pay(span, cites, what, source, target)

    def choose(
        self,
        span: Span,
        how_many: n.HowMany | None,
        name: Token,
        domains: tuple[n.Expr, ...] | None,
        where: n.Expr | None,
        cites: Cites,
    ) -> n.Choose:
        return n.Choose(span, cites, self.declare(name), how_many, domains or (), where, False)

    def may_choose(
        self, span: Span, name: Token, domains: tuple[n.Expr, ...] | None, where: n.Expr | None, cites: Cites
    ) -> n.Choose:
        return n.Choose(span, cites, self.declare(name), None, domains or (), where, True)

    def choose_from(self, span: Span, *domains: n.Expr) -> tuple[n.Expr, ...]:
        return domains

    def exactly(self, span: Span, amount: n.Expr) -> n.HowMany:
        return n.HowMany(span, amount, amount)

    def between(self, span: Span, low: n.Expr, high: n.Expr) -> n.HowMany:
        return n.HowMany(span, low, high)

    def at_most_so_many(self, span: Span, high: n.Expr) -> n.HowMany:
        return n.HowMany(span, None, high)

    def any_many(self, span: Span) -> n.HowMany:
        return n.HowMany(span, None, None)

    # -- deeds: `when` is the condition behind `if`

    def so_many(self, span: Span, quantity: n.Expr, pattern: n.Expr) -> n.SoMany:
        return n.SoMany(span, quantity, pattern)

    def every_one(self, span: Span, pattern: n.Expr | None) -> n.EveryOne:
        return n.EveryOne(span, pattern)

    def each_place(self, span: Span, name: Token, domain: n.Expr | None) -> n.EachPlace:
        return n.EachPlace(span, ident(name), domain)

    def as_far_as(self, span: Span, amount: n.Expr) -> n.UpTo:
        return n.UpTo(span, amount)

    def everything(self, span: Span) -> n.Everything:
        return n.Everything(span)

    def move(
        self,
        span: Span,
        what: n.Cards,
        source: n.Place | None,
        target: n.Place,
        when: n.Expr | None,
        cites: Cites,
    ) -> n.Move:
        return n.Move(span, cites, when, what, source, target)

    def deal(
        self,
        span: Span,
        amount: n.Expr | n.UpTo | n.Everything,
        source: n.Place,
        target: n.Place,
        when: n.Expr | None,
        cites: Cites,
    ) -> n.Deal:
        return n.Deal(span, cites, when, amount, source, target)

    def refill(
        self, span: Span, zone: n.Expr, amount: n.Expr, source: n.Expr, when: n.Expr | None, cites: Cites
    ) -> n.Refill:
        return n.Refill(span, cites, when, zone, amount, source)

    def shuffle(self, span: Span, zone: n.Expr, when: n.Expr | None, cites: Cites) -> n.Shuffle:
        return n.Shuffle(span, cites, when, zone)

    def set(self, span: Span, target: n.Expr, value: n.Expr, when: n.Expr | None, cites: Cites) -> n.SetTo:
        return n.SetTo(span, cites, when, target, value)

    def add(self, span: Span, value: n.Expr, target: n.Expr, when: n.Expr | None, cites: Cites) -> n.Add:
        return n.Add(span, cites, when, value, target)

    def remove(
        self, span: Span, value: n.Expr, target: n.Expr, when: n.Expr | None, cites: Cites
    ) -> n.Remove:
        return n.Remove(span, cites, when, value, target)

    def swap(self, span: Span, left: n.Expr, right: n.Expr, when: n.Expr | None, cites: Cites) -> n.Swap:
        return n.Swap(span, cites, when, left, right)

    def roll(self, span: Span, what: n.Expr, when: n.Expr | None, cites: Cites) -> n.Roll:
        return n.Roll(span, cites, when, what)

    def show(self, span: Span, what: n.Expr, to: n.Expr | None, when: n.Expr | None, cites: Cites) -> n.Show:
        return n.Show(span, cites, when, what, to)

    def remember(
        self, span: Span, name: Token, value: n.Expr, when: n.Expr | None, cites: Cites
    ) -> n.Remember:
        return n.Remember(span, cites, when, self.declare(name), value)

    def end_the(self, span: Span, what: Token, when: n.Expr | None, cites: Cites) -> n.EndThe:
        return n.EndThe(span, cites, when, what.text)

    def next_turn(self, span: Span, seat: n.Expr, when: n.Expr | None, cites: Cites) -> n.NextTurn:
        return n.NextTurn(span, cites, when, seat)

    def score_round(self, span: Span, when: n.Expr | None, cites: Cites) -> n.ScoreRound:
        return n.ScoreRound(span, cites, when)

    def pass_(self, span: Span, when: n.Expr | None, cites: Cites) -> n.Pass:
        return n.Pass(span, cites, when)
