"""Makes the nodes of expressions: one method for each rule of the grammar, called with its span and parts."""

from __future__ import annotations

from collections.abc import Callable

from . import nodes as n
from .frozen import frozen
from .layout import Faults, Token
from .source import Span
from .words import RESERVED

MakeTest = Callable[[Span, n.Expr], n.Expr]


@frozen
class Tail:
    """What follows the left side of a test (`is empty`, `has 2 Visitor`), waiting for that left side."""

    end: int
    make: MakeTest


@frozen
class Determiner:
    word: str
    quantity: n.Expr | None = None


@frozen
class Subject:
    """`any line in L`, still without its test."""

    determiner: Determiner
    binder: n.Binder


def ident(token: Token) -> n.Ident:
    return n.Ident(token.span, token.text)


def text(token: Token) -> n.Text:
    return n.Text(token.span, token.text[1:-1])


def cite(token: Token) -> n.Cite:
    return n.Cite(token.span, token.text[1:])


def extent(token: Token) -> bool:
    """Whether `highest`, `most` rather than `lowest`, `fewest` is said."""
    return token.text in ("highest", "most")


class Phrases:
    """Builders of values. `declare` is the door by which names enter the game: it refuses reserved words."""

    def __init__(self, faults: Faults) -> None:
        self.faults = faults

    def declare(self, token: Token) -> n.Ident:
        if token.text in RESERVED:
            self.faults.add(
                "name/reserved",
                f"`{token.text}` cannot be a name: it is a word of the language",
                token.span,
                advice=f"choose another name, such as `the_{token.text}` or `{token.text}_1`",
            )
        return ident(token)

    # -- the smallest parts

    def word(self, span: Span, name: Token) -> n.Expr:
        return n.Word(span, ident(name))

    def item(self, span: Span, name: Token, indexes: tuple[n.Expr, ...]) -> n.Expr:
        return n.Item(span, ident(name), indexes)

    def call(self, span: Span, name: Token, arguments: tuple[n.Expr, ...]) -> n.Expr:
        return n.Call(span, ident(name), arguments)

    def of(self, span: Span, name: Token, operand: n.Expr) -> n.Expr:
        return n.Of(span, ident(name), operand)

    def your(self, span: Span, name: Token, indexes: tuple[n.Expr, ...] | None) -> n.Expr:
        return n.Your(span, ident(name), indexes or ())

    def bracketed(self, span: Span, inner: n.Expr) -> n.Expr:
        return inner

    def no(self, span: Span) -> n.Expr:
        return n.No(span)

    def const(self, span: Span, name: Token, arguments: tuple[n.Expr, ...] | None) -> n.Expr:
        return n.Const(span, ident(name), arguments or ())

    def number(self, span: Span, digits: Token) -> n.Expr:
        return n.Number(span, int(digits.text))

    def text(self, span: Span, token: Token) -> n.Text:
        return text(token)

    def list(self, span: Span, items: tuple[n.Expr, ...] | None) -> n.Expr:
        return n.ListOf(span, items or ())

    def list_for(self, span: Span, value: n.Expr, binder: n.Binder) -> n.Expr:
        return n.ListFor(span, value, binder)

    def arguments(self, span: Span, *items: n.Expr) -> tuple[n.Expr, ...]:
        return items

    def by(self, span: Span, key: n.Expr, *cases: n.ByCase | n.Expr | None) -> n.Expr:
        otherwise = cases[-1]
        assert not isinstance(otherwise, n.ByCase)
        return n.By(span, key, tuple(c for c in cases[:-1] if isinstance(c, n.ByCase)), otherwise)

    def by_key(self, span: Span, name: Token, of: Token | None = None) -> n.Expr:
        if of is None:
            return n.Word(span, ident(name))
        return n.Of(span, ident(name), n.Word(of.span, ident(of)))

    def by_case(self, span: Span, key: n.Expr, value: n.Expr) -> n.ByCase:
        return n.ByCase(span, key, value)

    def by_otherwise(self, span: Span, value: n.Expr) -> n.Expr:
        return value

    # -- arithmetic and logic

    def plus(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Arithmetic(span, "+", left, right)

    def minus(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Arithmetic(span, "-", left, right)

    def times(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Arithmetic(span, "*", left, right)

    def divided(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Arithmetic(span, "/", left, right)

    def modulo(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Arithmetic(span, "mod", left, right)

    def negative(self, span: Span, operand: n.Expr | Token) -> n.Expr:
        if isinstance(operand, Token):  # in the cell of a table
            operand = n.Number(operand.span, int(operand.text))
        return n.Negative(span, operand)

    def not_(self, span: Span, operand: n.Expr) -> n.Expr:
        return n.Not(span, operand)

    def and_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Logic(span, "and", left, right)

    def or_(self, span: Span, left: n.Expr, right: n.Expr) -> n.Expr:
        return n.Logic(span, "or", left, right)

    # -- tests

    def test(self, span: Span, left: n.Expr, tail: Tail) -> n.Expr:
        return tail.make(span, left)

    def _compare(self, span: Span, operator: str, right: n.Expr) -> Tail:
        return Tail(span.end, lambda whole, left: n.Compare(whole, operator, left, right))

    def is_(self, span: Span, right: n.Expr) -> Tail:
        return self._compare(span, "is", right)

    def is_not(self, span: Span, right: n.Expr) -> Tail:
        return self._compare(span, "is not", right)

    def is_in(self, span: Span, right: n.Expr) -> Tail:
        return self._compare(span, "is in", right)

    def is_not_in(self, span: Span, right: n.Expr) -> Tail:
        return self._compare(span, "is not in", right)

    def compares(self, span: Span, operator: str, right: n.Expr) -> Tail:
        return self._compare(span, operator, right)

    def at_least(self, span: Span) -> str:
        return "at least"

    def at_most(self, span: Span) -> str:
        return "at most"

    def more_than(self, span: Span) -> str:
        return "more than"

    def less_than(self, span: Span) -> str:
        return "less than"

    def has(self, span: Span, pattern: n.Expr) -> Tail:
        return Tail(span.end, lambda whole, left: n.Has(whole, left, None, pattern, False))

    def has_so_many(self, span: Span, quantity: n.Expr, pattern: n.Expr) -> Tail:
        return Tail(span.end, lambda whole, left: n.Has(whole, left, quantity, pattern, False))

    def has_no(self, span: Span, pattern: n.Expr) -> Tail:
        return Tail(span.end, lambda whole, left: n.Has(whole, left, None, pattern, True))

    def can(self, span: Span, action: n.Text) -> Tail:
        return Tail(span.end, lambda whole, left: n.Can(whole, left, action, False))

    def cannot(self, span: Span, action: n.Text) -> Tail:
        return Tail(span.end, lambda whole, left: n.Can(whole, left, action, True))

    # -- quantifiers

    def any(self, span: Span) -> Determiner:
        return Determiner("any")

    def no_one(self, span: Span) -> Determiner:
        return Determiner("no")

    def at_least_so_many(self, span: Span, quantity: n.Expr) -> Determiner:
        return Determiner("at least", quantity)

    def at_most_such(self, span: Span, quantity: n.Expr) -> Determiner:
        return Determiner("at most", quantity)

    def just_so_many(self, span: Span, quantity: n.Expr) -> Determiner:
        return Determiner("exactly", quantity)

    def some(self, span: Span, determiner: Determiner, name: Token, domain: n.Expr | None) -> Subject:
        bound = Span(name.start, span.end)
        return Subject(determiner, n.Binder(bound, self.declare(name), domain, None))

    def every(self, span: Span, name: Token, domain: n.Expr | None) -> Subject:
        return self.some(span, Determiner("every"), name, domain)

    def quantified(self, span: Span, subject: Subject, tail: Tail) -> n.Expr:
        name = subject.binder.name
        test = tail.make(Span(name.span.start, tail.end), n.Word(name.span, name))
        determiner = subject.determiner
        return n.Quantified(span, determiner.word, determiner.quantity, subject.binder, test)

    def quantified_where(self, span: Span, subject: Subject, where: n.Expr) -> n.Expr:
        bare = subject.binder
        binder = n.Binder(Span(bare.span.start, span.end), bare.name, bare.domain, where)
        return n.Quantified(span, subject.determiner.word, subject.determiner.quantity, binder, None)

    # -- what ranges over a domain

    def binder(self, span: Span, name: Token, domain: n.Expr | None, where: n.Expr | None) -> n.Binder:
        return n.Binder(span, self.declare(name), domain, where)

    def where(self, span: Span, condition: n.Expr) -> n.Expr:
        return condition

    def range(self, span: Span, low: n.Expr, high: n.Expr) -> n.Expr:
        return n.Range(span, low, high)

    def count(self, span: Span, pattern: n.Expr, container: n.Expr) -> n.Expr:
        return n.CountOf(span, pattern, container)

    def number_of(self, span: Span, binder: n.Binder) -> n.Expr:
        return n.NumberOf(span, binder)

    def sum_of(self, span: Span, value: n.Expr, binder: n.Binder) -> n.Expr:
        return n.SumOf(span, value, binder)

    def extreme(self, span: Span, which: Token, value: n.Expr, binder: n.Binder) -> n.Expr:
        return n.Extreme(span, extent(which), value, binder)

    def best(self, span: Span, which: Token, value: n.Expr) -> n.Best:
        return n.Best(span, extent(which), value)

    def all_of(self, span: Span, binder: n.Binder) -> n.Expr:
        return n.AllOf(span, binder, None)

    def the(self, span: Span, binder: n.Binder) -> n.Expr:
        return n.TheOf(span, binder, None)

    def _bound(self, name: Token, domain: n.Expr | None, where: n.Expr | None) -> n.Binder:
        last = where or domain
        return n.Binder(
            Span(name.start, last.span.end if last else name.end), self.declare(name), domain, where
        )

    def all_most(
        self, span: Span, name: Token, domain: n.Expr | None, where: n.Expr | None, best: n.Best
    ) -> n.Expr:
        return n.AllOf(span, self._bound(name, domain, where), best)

    def the_most(
        self, span: Span, name: Token, domain: n.Expr | None, where: n.Expr | None, best: n.Best
    ) -> n.Expr:
        return n.TheOf(span, self._bound(name, domain, where), best)

    def random(self, span: Span, binder: n.Binder) -> n.Expr:
        return n.RandomOf(span, binder)
