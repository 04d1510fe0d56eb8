"""Makes the nodes of lines and headings: one method for each rule of the grammar, called with its span and its parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from . import nodes as n
from .layout import Token
from .phrases import Phrases, cite, extent, ident, text
from .source import Span

Cites = n.Cites
Body = tuple[n.Statement | n.Needs | n.Pay, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """An indented block, before it is known whether it is a body or the inside of a reference card."""

    span: Span
    lines: Body


@dataclass(frozen=True, slots=True)
class Otherwise:
    body: tuple[n.Statement, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Entries:
    entries: tuple[n.Entry, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class Indexes:
    indexes: tuple[n.Expr, ...]
    each: bool


@dataclass(frozen=True, slots=True)
class StartValue:
    when: str
    value: n.Expr


@dataclass(frozen=True, slots=True)
class Answer:
    """What a term or a card text says: one value or cases."""

    body: n.Expr | None
    cases: tuple[n.Case, ...]
    cites: Cites


@dataclass(frozen=True, slots=True)
class TermHead:
    form: str
    name: n.Ident
    parameters: tuple[n.Ident, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with what stands below it."""

    word: str
    span: Span
    parts: tuple[n.Node, ...]


@dataclass(frozen=True, slots=True)
class TitleLine(n.Line):
    title: n.Text


T = TypeVar("T")


def only(kind: type[T], parts: Iterable[object]) -> tuple[T, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


class Builder(Phrases):
    """Builders of everything above a value. Faulty lines have left no part behind, so any list may be empty."""

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
                    help="an `if` line asks for a condition in the middle, `move` pays there",
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
        effects = self._effects(rest, head)
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
                "the ways of an action have no `otherwise`: an action is offered only if one of its ways can be gone",
                menu.span,
            )
        return tuple(ways)

    def _effects(self, lines: list[n.Statement | n.Needs | n.Pay], head: list[n.HeadLine]) -> tuple[n.Statement, ...]:
        effects: list[n.Statement] = []
        for line in lines:
            if isinstance(line, (n.Needs, n.Pay)):
                word = "needs" if isinstance(line, n.Needs) else "pay"
                self.faults.add(
                    "card/order",
                    f"`{word}` stands at the head of an action, but something has happened before it here",
                    line.span,
                    (("this already changes something", effects[0].span),) if effects else (),
                    f"move the `{word}` line up",
                )
            else:
                effects.append(line)
        return tuple(effects)

    # -- the title and the seats

    def game(self, span: Span, title: Token, cites: Cites) -> Heading:
        return Heading("game", span, (TitleLine(span, cites, text(title)),))

    def players(
        self,
        span: Span,
        low: Token,
        high: Token | None,
        teams: int | None,
        names: tuple[n.Ident, ...] | None,
        cites: Cites,
    ) -> Heading:
        fewest = int(low.text)
        most = fewest if high is None else int(high.text)
        return Heading("players", span, (n.Players(span, cites, fewest, most, teams, names or ()),))

    def teams(self, span: Span, size: Token) -> int:
        return int(size.text)

    def called(self, span: Span, *names: Token) -> tuple[n.Ident, ...]:
        return tuple(ident(name) for name in names)

    # -- options and components

    def options(self, span: Span, cites: Cites, *options: n.Option) -> Heading:
        return Heading("options", span, options)

    def option(self, span: Span, name: Token, kind: n.TypeExpr, default: n.Expr | None, cites: Cites) -> n.Option:
        return n.Option(span, cites, self.declare(name), kind, default)

    def any_value(self, span: Span) -> None:
        return None

    def components(self, span: Span, cites: Cites, *parts: n.Enum | n.Kind) -> Heading:
        return Heading("components", span, parts)

    def enum_line(self, span: Span, name: Token, values: tuple[tuple[n.EnumValue, ...], Cites]) -> n.Enum:
        return n.Enum(span, values[1], ident(name), values[0])

    def enum_block(
        self, span: Span, name: Token, cites: Cites, *lines: tuple[tuple[n.EnumValue, ...], Cites]
    ) -> n.Enum:
        values = tuple(value for line in lines for value in line[0])
        return n.Enum(span, cites + tuple(c for line in lines for c in line[1]), ident(name), values)

    def value_line(self, span: Span, *parts: n.EnumValue | Cites) -> tuple[tuple[n.EnumValue, ...], Cites]:
        cites = parts[-1]
        assert isinstance(cites, tuple)
        return only(n.EnumValue, parts), cites

    def value(self, span: Span, name: Token, title: Token | None) -> n.EnumValue:
        return n.EnumValue(span, ident(name), text(title) if title else None)

    def _kind(
        self,
        span: Span,
        word: Token,
        name: Token,
        attributes: tuple[n.Attribute, ...] | None,
        title: Token | None,
        cites: Cites,
        copies: tuple[n.Expr, bool] | None = None,
        file: Token | None = None,
        table: n.Table | None = None,
    ) -> n.Kind:
        return n.Kind(
            span,
            cites,
            word.text,
            ident(name),
            attributes or (),
            text(title) if title else None,
            copies[0] if copies else None,
            copies[1] if copies else False,
            text(file) if file else None,
            table,
        )

    def kind_alone(
        self, span: Span, word: Token, name: Token, given: tuple[n.Attribute, ...] | None, title: Token | None, cites: Cites
    ) -> n.Kind:
        return self._kind(span, word, name, given, title, cites)

    def kind_copies(
        self,
        span: Span,
        word: Token,
        name: Token,
        given: tuple[n.Attribute, ...] | None,
        title: Token | None,
        copies: tuple[n.Expr, bool],
        cites: Cites,
    ) -> n.Kind:
        return self._kind(span, word, name, given, title, cites, copies=copies)

    def kind_from_file(
        self,
        span: Span,
        word: Token,
        name: Token,
        given: tuple[n.Attribute, ...] | None,
        title: Token | None,
        file: Token,
        cites: Cites,
    ) -> n.Kind:
        return self._kind(span, word, name, given, title, cites, file=file)

    def kind_with_table(
        self,
        span: Span,
        word: Token,
        name: Token,
        given: tuple[n.Attribute, ...] | None,
        title: Token | None,
        cites: Cites,
        table: tuple[n.Table, Cites],
    ) -> n.Kind:
        return self._kind(span, word, name, given, title, cites + table[1], table=table[0])

    def attributes(self, span: Span, *attributes: n.Attribute) -> tuple[n.Attribute, ...]:
        return attributes

    def attribute(self, span: Span, name: Token, kind: n.TypeExpr | None) -> n.Attribute:
        return n.Attribute(span, self.declare(name), kind)

    def copies(self, span: Span, amount: n.Expr, each: bool | None) -> tuple[n.Expr, bool]:
        return amount, bool(each)

    def of_each(self, span: Span) -> bool:
        return True

    def table(self, span: Span, *lines: tuple[tuple[n.Ident, ...], Cites] | n.Row) -> tuple[n.Table, Cites]:
        header: tuple[n.Ident, ...] = ()
        cites: Cites = ()
        if lines and isinstance(lines[0], tuple):
            header, cites = lines[0]
        return n.Table(span, header, only(n.Row, lines)), cites

    def header(self, span: Span, *parts: Token | Cites) -> tuple[tuple[n.Ident, ...], Cites]:
        cites = parts[-1]
        assert isinstance(cites, tuple)
        return tuple(self.declare(name) for name in only(Token, parts)), cites

    def row(self, span: Span, name: Token, *parts: n.Expr | n.Text | Cites) -> n.Row:
        cites = parts[-1]
        assert isinstance(cites, tuple)
        return n.Row(span, cites, ident(name), only(n.Expr, parts[:-1]) if not any(isinstance(p, n.Text) for p in parts) else self._cells(parts))

    # -- types

    def type_name(self, span: Span, name: Token) -> n.TypeExpr:
        return n.TypeExpr(span, ident(name), None, None, None, None, False)

    def type_range(self, span: Span, low: Token, high: Token) -> n.TypeExpr:
        return n.TypeExpr(span, None, int(low.text), int(high.text), None, None, False)

    def type_several(self, span: Span, count: Token, item: n.TypeExpr) -> n.TypeExpr:
        return n.TypeExpr(span, None, None, None, item, int(count.text), False)

    def type_list(self, span: Span, item: n.TypeExpr) -> n.TypeExpr:
        return n.TypeExpr(span, None, None, None, item, None, False)

    def type_or_none(self, span: Span, kind: n.TypeExpr) -> n.TypeExpr:
        return n.TypeExpr(span, kind.name, kind.low, kind.high, kind.item, kind.count, True)

    # -- zones and notes

    def zones(self, span: Span, cites: Cites, *zones: n.Zone) -> Heading:
        return Heading("zones", span, zones)

    def zone(
        self,
        span: Span,
        name: Token,
        indexes: Indexes | None,
        title: Token | None,
        sight: Token | str,
        shape: Token,
        limit: n.Expr | None,
        filling: tuple[n.Expr, ...] | None,
        cites: Cites,
    ) -> n.Zone:
        return n.Zone(
            span,
            cites,
            self.declare(name),
            indexes.indexes if indexes else (),
            indexes.each if indexes else False,
            text(title) if title else None,
            sight if isinstance(sight, str) else sight.text,
            shape.text,
            limit,
            filling or (),
        )

    def top_open(self, span: Span) -> str:
        return "top open"

    def limit(self, span: Span, amount: n.Expr) -> n.Expr:
        return amount

    def filling(self, span: Span, *patterns: n.Expr) -> tuple[n.Expr, ...]:
        return patterns

    def indexes(self, span: Span, *indexes: n.Expr) -> Indexes:
        return Indexes(indexes, False)

    def of_each_index(self, span: Span, index: n.Expr) -> Indexes:
        return Indexes((index,), True)

    def index(self, span: Span, token: Token) -> n.Expr:
        match token.type:
            case "NUMBER":
                return n.Number(span, int(token.text))
            case "CAP":
                return n.Const(span, ident(token), ())
            case _:
                return n.Word(span, ident(token))

    def notes(self, span: Span, cites: Cites, *notes: n.NoteDecl) -> Heading:
        return Heading("notes", span, notes)

    def note(
        self,
        span: Span,
        name: Token,
        indexes: Indexes | None,
        title: Token | None,
        sight: Token | None,
        kind: n.TypeExpr,
        start: StartValue | None,
        cites: Cites,
    ) -> n.NoteDecl:
        return n.NoteDecl(
            span,
            cites,
            self.declare(name),
            indexes.indexes if indexes else (),
            indexes.each if indexes else False,
            text(title) if title else None,
            sight.text if sight else None,
            kind,
            start.when if start else None,
            start.value if start else None,
        )

    def at_first(self, span: Span, value: n.Expr) -> StartValue:
        return StartValue("at first", value)

    def each_turn(self, span: Span, value: n.Expr) -> StartValue:
        return StartValue("each turn", value)

    def each_round(self, span: Span, value: n.Expr) -> StartValue:
        return StartValue("each round", value)

    # -- terms

    def terms(self, span: Span, cites: Cites, *terms: n.Term) -> Heading:
        return Heading("terms", span, terms)

    def term_line(self, span: Span, head: TermHead, body: n.Expr, cites: Cites) -> n.Term:
        return n.Term(span, cites, head.form, head.name, head.parameters, body, ())

    def term_block(self, span: Span, head: TermHead, cites: Cites, answer: Answer) -> n.Term:
        cites = cites + answer.cites
        return n.Term(span, cites, head.form, head.name, head.parameters, answer.body, answer.cases)

    def head_name(self, span: Span, name: Token) -> TermHead:
        return TermHead("name", self.declare(name), ())

    def head_of(self, span: Span, name: Token, parameter: Token) -> TermHead:
        return TermHead("of", self.declare(name), (self.declare(parameter),))

    def head_is(self, span: Span, parameter: Token, name: Token) -> TermHead:
        return TermHead("is", self.declare(name), (self.declare(parameter),))

    def head_call(self, span: Span, name: Token, *parameters: Token) -> TermHead:
        return TermHead("call", self.declare(name), tuple(self.declare(p) for p in parameters))

    def one_answer(self, span: Span, body: n.Expr, cites: Cites) -> Answer:
        return Answer(body, (), cites)

    def cases(self, span: Span, *cases: n.Case) -> Answer:
        return Answer(None, cases, ())

    def case(self, span: Span, value: n.Expr, condition: n.Expr, cites: Cites) -> n.Case:
        return n.Case(span, cites, value, condition)

    def otherwise_case(self, span: Span, value: n.Expr, cites: Cites) -> n.Case:
        return n.Case(span, cites, value, None)

    # -- the course of play

    def _flow(self, word: str, span: Span, cites: Cites, block: Block) -> Heading:
        return Heading(word, span, (n.Flow(span, cites, self.body(block)),))

    def setup(self, span: Span, cites: Cites, block: Block) -> Heading:
        return self._flow("setup", span, cites, block)

    def play(self, span: Span, cites: Cites, block: Block) -> Heading:
        return self._flow("play", span, cites, block)

    def round(self, span: Span, cites: Cites, block: Block) -> Heading:
        return self._flow("round", span, cites, block)

    def turn(self, span: Span, cites: Cites, block: Block) -> Heading:
        return self._flow("turn", span, cites, block)

    def _name(self, title: Token, block: Block | None) -> n.ActionName:
        end = block.span.end if block else title.end
        return n.ActionName(Span(title.start, end), text(title), self.card(block) if block else None)

    def _do(
        self, span: Span, cites: Cites, what: n.ActionName | n.EffectOf, optional: bool, otherwise: Otherwise | None
    ) -> n.Do:
        if otherwise is None:
            return n.Do(span, cites, what, optional, None, ())
        return n.Do(span, cites, what, optional, otherwise.body, otherwise.cites)

    def do(self, span: Span, title: Token, cites: Cites, block: Block | None, otherwise: Otherwise | None) -> n.Do:
        return self._do(span, cites, self._name(title, block), False, otherwise)

    def may(self, span: Span, title: Token, cites: Cites, block: Block | None, otherwise: Otherwise | None) -> n.Do:
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
        return n.Menu(span, menu.cites, menu.kind, menu.quantity, menu.entries, otherwise.body, otherwise.cites)

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

    def entries_in_line(self, span: Span, titles: tuple[Token, ...], cites: Cites, block: Block | None) -> Entries:
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
        self, span: Span, other: bool | None, start: n.Expr | None, where: n.Expr | None, cites: Cites, block: Block
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
