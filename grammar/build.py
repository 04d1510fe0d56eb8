"""Makes the nodes of declarations and headings, and the game of them all."""

from __future__ import annotations

from . import nodes as n
from .flow import Block, Cites, Flow, only
from .frozen import frozen
from .layout import Token
from .phrases import extent, ident, text
from .source import Span


@frozen
class Indexes:
    indexes: tuple[n.Expr, ...]
    each: bool


@frozen
class StartValue:
    when: str
    value: n.Expr


@frozen
class Answer:
    """What a term or a card text says: one value or cases."""

    body: n.Expr | None
    cases: tuple[n.Case, ...]
    cites: Cites


@frozen
class TermHead:
    form: str
    name: n.Ident
    parameters: tuple[n.Ident, ...]


@frozen
class Heading:
    """A heading with what stands below it."""

    word: str
    span: Span
    parts: tuple[n.Node, ...]

    @property
    def title_span(self) -> Span:
        return Span(self.span.start, self.span.start + len(self.word))


@frozen
class TitleLine(n.Line):
    title: n.Text


# Headings that may stand several times; their names tell them apart.
REPEATED = frozenset({"action", "step", "effect", "worth", "whenever"})


class Builder(Flow):
    """Builders of everything that stands under a heading, up to the whole game."""

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

    def uncited(self, cites: Cites) -> None:
        """A heading that only gathers lines carries no clause."""
        if cites:
            self.faults.add(
                "cite/misplaced",
                "this heading only gathers lines and carries no clause",
                cites[0].span.to(cites[-1].span),
                advice="cite the clause on the lines below it",
            )

    # -- options and components

    def options(self, span: Span, cites: Cites, *options: n.Option) -> Heading:
        self.uncited(cites)
        return Heading("options", span, options)

    def option(
        self, span: Span, name: Token, kind: n.TypeExpr, default: n.Expr | None, cites: Cites
    ) -> n.Option:
        return n.Option(span, cites, self.declare(name), kind, default)

    def any_value(self, span: Span) -> None:
        return None

    def components(self, span: Span, cites: Cites, *parts: n.Enum | n.Kind) -> Heading:
        self.uncited(cites)
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
        self,
        span: Span,
        word: Token,
        name: Token,
        given: tuple[n.Attribute, ...] | None,
        title: Token | None,
        cites: Cites,
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
        cells = tuple(part for part in parts if isinstance(part, (n.Expr, n.Text)))
        return n.Row(span, cites, ident(name), cells)

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
        self.uncited(cites)
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
        self.uncited(cites)
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
        self.uncited(cites)
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

    # -- the course of play and the reference card

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

    def action(self, span: Span, title: Token, cites: Cites, block: Block) -> Heading:
        return Heading("action", span, (n.Action(span, cites, text(title), self.card(block)),))

    def step(self, span: Span, title: Token, cites: Cites, block: Block) -> Heading:
        return Heading("step", span, (n.Step(span, cites, text(title), self.body(block)),))

    def effect(self, span: Span, kind: Token, words: Token | None, cites: Cites, block: Block) -> Heading:
        shown = text(words) if words else None
        return Heading("effect", span, (n.Effect(span, cites, ident(kind), shown, self.card(block)),))

    def worth(self, span: Span, kind: Token, words: Token | None, cites: Cites, answer: Answer) -> Heading:
        shown = text(words) if words else None
        worth = n.Worth(span, cites + answer.cites, ident(kind), shown, answer.body, answer.cases)
        return Heading("worth", span, (worth,))

    def whenever_is(
        self, span: Span, name: Token, domain: n.Expr | None, adjective: Token, cites: Cites, block: Block
    ) -> Heading:
        body = self.body(block)
        trigger = n.Whenever(span, cites, self.declare(name), domain, ident(adjective), None, body)
        return Heading("whenever", span, (trigger,))

    def whenever_among(
        self, span: Span, name: Token, domain: n.Expr | None, among: n.Expr, cites: Cites, block: Block
    ) -> Heading:
        trigger = n.Whenever(span, cites, self.declare(name), domain, None, among, self.body(block))
        return Heading("whenever", span, (trigger,))

    # -- the end

    def end(self, span: Span, cites: Cites, *lines: n.OverWhen) -> Heading:
        self.uncited(cites)
        return Heading("end", span, lines)

    def over(self, span: Span, condition: n.Expr, cites: Cites) -> n.OverWhen:
        return n.OverWhen(span, cites, condition)

    def scoring(self, span: Span, cites: Cites, *lines: n.Scoring) -> Heading:
        self.uncited(cites)
        return Heading("scoring", span, lines)

    def score(
        self, span: Span, title: Token, value: n.Expr, when: n.Expr | None, cites: Cites
    ) -> n.ScoreLine:
        return n.ScoreLine(span, cites, text(title), value, when)

    def score_each(self, span: Span, binder: n.Binder, cites: Cites, *lines: n.ScoreLine) -> n.ScoreFor:
        return n.ScoreFor(span, cites, binder, lines)

    def points_win(self, span: Span, which: Token, cites: Cites) -> n.PointsWin:
        return n.PointsWin(span, cites, extent(which))

    def wins_if(self, span: Span, condition: n.Expr, cites: Cites) -> n.YouWin:
        return n.YouWin(span, cites, condition)

    def ties(self, span: Span, which: Token | None, value: n.Expr, cites: Cites) -> n.Ties:
        return n.Ties(span, cites, extent(which) if which else None, value)

    # -- the whole

    def start(self, span: Span, *headings: Heading) -> n.Game | None:
        """The game, or None if the title or the seats are missing."""
        first: dict[str, Heading] = {}
        for heading in headings:
            word = heading.word
            if word in first and word not in REPEATED:
                self.faults.add(
                    "heading/twice",
                    f"the heading `{word}` stands twice",
                    heading.title_span,
                    (("first here", first[word].title_span),),
                    "one of each: move these lines up to the first",
                )
            first.setdefault(word, heading)
        if self.faults.problems:
            return None
        for word, wanted in (("game", 'game "Title"'), ("players", "players 2 to 4")):
            if word not in first:
                at = headings[0].title_span if headings else span
                self.faults.add(
                    "heading/missing",
                    f"the heading `{word}` is missing",
                    at,
                    advice=f"a definition begins with its title and its seats: `{wanted}`",
                )
        if self.faults.problems:
            return None
        title = only(TitleLine, first["game"].parts)[0]
        everything = [part for heading in headings for part in heading.parts]

        def flow(word: str) -> n.Flow | None:
            return only(n.Flow, first[word].parts)[0] if word in first else None

        return n.Game(
            span,
            title.title,
            title.cites,
            only(n.Players, everything)[0],
            only(n.Option, everything),
            tuple(part for part in everything if isinstance(part, (n.Enum, n.Kind))),
            only(n.Zone, everything),
            only(n.NoteDecl, everything),
            only(n.Term, everything),
            flow("setup"),
            flow("play"),
            flow("round"),
            flow("turn"),
            only(n.Action, everything),
            only(n.Step, everything),
            only(n.Effect, everything),
            only(n.Worth, everything),
            only(n.Whenever, everything),
            only(n.OverWhen, everything),
            tuple(
                p
                for p in everything
                if isinstance(p, (n.ScoreLine, n.ScoreFor, n.PointsWin, n.YouWin, n.Ties))
            ),
            "",
        )
