"""Blocks: the course of play, effects, and the reference cards with their heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from . import nodes
from .checked import (
    ActionDecl,
    ActionRef,
    AsSeat,
    At,
    AtOnce,
    Branch,
    CardBody,
    Choose,
    ChooseNow,
    Do,
    Doable,
    EffectRef,
    Entry,
    Expr,
    ForEach,
    HeadLine,
    If,
    Literal,
    Menu,
    MenuKind,
    Needs,
    Pay,
    Repeat,
    Rounds,
    Several,
    Statement,
    StepRef,
    TakesATurn,
    TakeTurns,
    Variable,
)
from .deeds import Deeds
from .expressions import Expressions
from .names import Scope, at_of, clauses
from .resolve import is_bad
from .source import Span
from .types import PLAYER, ListType, NumberType, or_none


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a block stands: a heading of the course of play, or an effect."""

    heading: str  # setup, play, round, turn; "" in an effect
    turn: bool = False  # inside a turn
    at_once: bool = False  # inside `all players at once`

    @property
    def flow(self) -> bool:
        return self.heading != ""


EFFECT = Spot("")


class Statements:
    def __init__(self, expressions: Expressions, has_turn: bool, has_round: bool) -> None:
        self.expressions = expressions
        self.symbols = expressions.symbols
        self.report = expressions.report
        self.deeds = Deeds(expressions)
        self.has_turn = has_turn
        self.has_round = has_round
        self.used_headings: set[str] = set()

    def block(self, body: Sequence[nodes.Statement], scope: Scope, spot: Spot) -> tuple[Statement, ...]:
        """The statements of a block, each knowing what the ones above it remember or choose."""
        out: list[Statement] = []
        ended: nodes.EndThe | None = None
        for node in body:
            if ended is not None:
                self.report.error(
                    "flow/unreachable",
                    f"`end the {ended.what}` stands above; this is never reached",
                    node.span,
                    self.report.note("ends here", ended.span),
                )
                ended = None
            statement, scope = self.statement(node, scope, spot)
            if statement is not None:
                out.append(statement)
            if isinstance(node, nodes.EndThe) and node.condition is None:
                ended = node
        return tuple(out)

    def statement(self, node: nodes.Statement, scope: Scope, spot: Spot) -> tuple[Statement | None, Scope]:
        match node:
            case nodes.Deed():
                self.deed_here(node, spot)
                return self.deeds.deed(node, scope)
            case nodes.Choose():
                if spot.flow:
                    self.misplaced(
                        node.span,
                        "`choose` stands in an action or effect, not in the course of play",
                        "declare an action and `do` it",
                    )
                choose, scope = self.choose(node, scope)
                return (ChooseNow(at_of(node), choose) if choose is not None else None), scope
            case nodes.Do():
                return self.do(node, scope, spot), scope
            case nodes.If():
                return self.if_(node, scope, spot), scope
            case nodes.ForEach():
                binder, inner = self.expressions.binder(node.binder, scope)
                body = self.block(node.body, inner, spot)
                return (ForEach(at_of(node), binder, body) if binder is not None else None), scope
            case nodes.AsSeat():
                if spot.flow:
                    self.misplaced(node.span, "`as` stands in an effect, not in the course of play", None)
                seat = self.expressions.fitted(node.seat, scope, PLAYER)
                body = self.block(node.body, replace(scope, you=True), spot)
                return (None if is_bad(seat) else AsSeat(at_of(node), seat, body)), scope
        if not spot.flow:
            self.misplaced(
                node.span,
                "this belongs to the course of play (`play`, `round`, `turn`), not into an effect",
                None,
            )
        return self.course(node, scope, spot if spot.flow else Spot("turn", turn=True)), scope

    def misplaced(self, span: Span, message: str, help_text: str | None) -> None:
        self.report.error("place/statement", message, span, help=help_text)

    def deed_here(self, node: nodes.Deed, spot: Spot) -> None:
        if not isinstance(node, nodes.EndThe):
            if isinstance(node, nodes.NextTurn) and spot.heading == "setup":
                self.misplaced(node.span, "there are no turns in the setup", None)
            return
        if node.what == "round" and not self.has_round and "round" not in self.used_headings:
            self.misplaced(node.span, "this game has no rounds to end", "say `end the game` or `end the turn`")
        elif node.what != "game" and spot.heading == "setup":
            self.misplaced(node.span, f"there is no {node.what} in the setup", None)
        elif node.what == "turn" and spot.flow and not spot.turn:
            self.misplaced(node.span, "nobody has a turn here that could end", None)

    # --------------------------------------------------------------------------------------- doing

    def do(self, node: nodes.Do, scope: Scope, spot: Spot) -> Do | None:
        what = self.doable(node.what, scope, spot)
        if isinstance(what, StepRef) and node.optional:
            self.report.error(
                "do/step",
                "nobody decides a step, so it cannot be declined",
                node.span,
                *self.report.declared(what.step.at),
                help="say `do`, or make it an action",
            )
        otherwise = self.block(node.otherwise, scope, spot) if node.otherwise is not None else None
        if node.optional and node.otherwise is not None:
            self.report.error("do/otherwise", "what is optional needs no `otherwise`", node.span)
        at = At(node.span, clauses(node.cites) + clauses(node.otherwise_cites))
        return None if what is None else Do(at, what, node.optional, otherwise)

    def doable(self, node: nodes.ActionName | nodes.EffectOf, scope: Scope, spot: Spot) -> Doable | None:
        if isinstance(node, nodes.EffectOf):
            card = self.expressions.fitted(node.card, scope, self.symbols.all_cards)
            if not is_bad(card) and not self.symbols.effect_kinds:
                self.report.error(
                    "effect/none",
                    "no card of this game has an effect",
                    node.card.span,
                    help="declare `effect of KIND`",
                )
            if spot.flow:
                self.somebody(node.span, scope)
            return None if is_bad(card) else EffectRef(card)
        found = self.symbols.actions.get(node.title.text)
        self.symbols.used.add(f'"{node.title.text}"')
        if found is None:
            self.expressions.unknown_action(node.title)
            return None
        if not isinstance(found, ActionDecl):
            return StepRef(found)
        if spot.flow:
            self.somebody(node.span, scope)
        return ActionRef(found)

    def somebody(self, span: Span, scope: Scope) -> None:
        if not scope.you:
            self.report.error(
                "place/nobody",
                "nobody is `you` here, so nobody could do this",
                span,
                help="put it into `each player takes a turn` or `all players at once`, or make it a step",
            )

    def menu(self, node: nodes.Menu, scope: Scope, spot: Spot) -> Menu:
        kind = MenuKind(node.kind)
        quantity = self.expressions.number(node.quantity, scope) if node.quantity is not None else None
        entries: list[Entry] = []
        for entry in node.entries:
            what: ActionRef | StepRef | Menu | None
            if isinstance(entry.what, nodes.Menu):
                what = self.menu(entry.what, scope, spot)
            else:
                doable = self.doable(entry.what, scope, spot)
                what = doable if not isinstance(doable, EffectRef) else None
                if isinstance(doable, StepRef):
                    self.report.error(
                        "action/step",
                        f'"{entry.what.title.text}" is a step: nobody decides it',
                        entry.span,
                        *self.report.declared(doable.step.at),
                    )
            if what is not None:
                entries.append(Entry(what, at_of(entry)))
        if kind is MenuKind.UP_TO_DIFFERENT and isinstance(quantity, Literal) and quantity.value > len(node.entries):
            self.report.warning("menu/quantity", f"only {len(node.entries)} different ones are listed", quantity.span)
        if isinstance(quantity, Literal) and quantity.value < 1:
            self.report.error("menu/quantity", "at least 1 is wanted here", quantity.span)
        otherwise = self.block(node.otherwise, scope, spot) if node.otherwise is not None else None
        at = At(node.span, clauses(node.cites) + clauses(node.otherwise_cites))
        return Menu(at, kind, quantity, tuple(entries), otherwise)

    # -------------------------------------------------------------------------- the course of play

    def course(self, node: nodes.Statement, scope: Scope, spot: Spot) -> Statement | None:
        at = At(node.span, clauses(node.cites))
        seated = replace(scope, you=True)
        match node:
            case nodes.Menu():
                self.somebody(node.span, scope)
                return self.menu(node, scope, spot)
            case nodes.TakeTurns():
                self.turn_phrase(node, spot, node.body)
                player, start, where = self.seats(node.start, node.where, scope)
                until = self.expressions.truth(node.until, seated) if node.until is not None else None
                return TakeTurns(at, player, start, where, until, self.turn_body(node.body, seated, spot))
            case nodes.TakesATurn():
                self.turn_phrase(node, spot, node.body)
                if node.other:
                    self.somebody(node.span, scope)
                player, start, where = self.seats(node.start, node.where, scope)
                return TakesATurn(at, player, node.other, start, where, self.turn_body(node.body, seated, spot))
            case nodes.AtOnce():
                if spot.at_once:
                    self.misplaced(node.span, "all are deciding at once here already", None)
                if node.other:
                    self.somebody(node.span, scope)
                player, start, where = self.seats(node.start, node.where, scope)
                body = self.block(node.body, seated, replace(spot, at_once=True))
                return AtOnce(at, player, node.other, start, where, body)
            case nodes.Repeat():
                times = self.expressions.number(node.times, scope) if node.times is not None else None
                until = self.expressions.truth(node.until, scope) if node.until is not None else None
                return Repeat(at, times, until, self.block(node.body, scope, spot))
            case nodes.Rounds():
                self.heading("round", self.has_round, node.span)
                if spot.at_once:
                    self.misplaced(node.span, "all are deciding at once here; rounds cannot run inside", None)
                quantity = self.expressions.number(node.quantity, scope) if node.quantity is not None else None
                until = self.expressions.truth(node.until, seated) if node.until is not None else None
                return Rounds(at, quantity, until)
        raise AssertionError(node)

    def heading(self, name: str, there: bool, span: Span) -> None:
        self.used_headings.add(name)
        if not there:
            self.report.error(
                "heading/missing",
                f"this runs the heading `{name}`, but there is none",
                span,
                help=f"add `{name}` and a block below it",
            )

    def turn_phrase(
        self, node: nodes.TakeTurns | nodes.TakesATurn, spot: Spot, body: Sequence[nodes.Statement] | None
    ) -> None:
        if body is None:
            self.heading("turn", self.has_turn, node.span)
        if spot.at_once:
            self.misplaced(node.span, "all are deciding at once here; turns cannot be taken inside", None)

    def turn_body(
        self, body: Sequence[nodes.Statement] | None, scope: Scope, spot: Spot
    ) -> tuple[Statement, ...] | None:
        return None if body is None else self.block(body, scope, replace(spot, turn=True))

    def seats(
        self, start: nodes.Expr | None, where: nodes.Expr | None, scope: Scope
    ) -> tuple[Variable, Expr | None, Expr | None]:
        """The `from` and `where` of a phrase about players; in `where` the seat is `player`."""
        span = where.span if where is not None else start.span if start is not None else Span(0, 0)
        player = Variable("player", PLAYER, At(span))
        first = self.expressions.fitted(start, scope, PLAYER) if start is not None else None
        inner = replace(scope, you=True).having(player)
        condition = self.expressions.truth(where, inner) if where is not None else None
        return player, first, condition

    def if_(self, node: nodes.If, scope: Scope, spot: Spot) -> If:
        branches = tuple(
            Branch(
                self.expressions.truth(branch.condition, scope),
                self.block(branch.body, scope, spot),
                at_of(branch),
            )
            for branch in node.branches
        )
        otherwise = self.block(node.otherwise, scope, spot) if node.otherwise is not None else None
        return If(at_of(node), branches, otherwise)

    # ----------------------------------------------------------------------------- reference cards

    def card(self, node: nodes.Card, scope: Scope) -> CardBody:
        """The inside of an action: the head, then the effect or the ways, which know what the head has
        chosen.
        """
        head: list[HeadLine] = []
        chosen: dict[str, Span] = {}
        for line in node.head:
            match line:
                case nodes.Needs():
                    head.append(Needs(self.expressions.truth(line.condition, scope), at_of(line)))
                case nodes.Choose():
                    first_choice = chosen.setdefault(line.name.text, line.name.span)
                    if first_choice != line.name.span:
                        self.report.error(
                            "name/twice",
                            f"`{line.name.text}` is chosen already",
                            line.name.span,
                            self.report.note("the first one", first_choice),
                            help="choose another name",
                        )
                    choose, scope = self.choose(line, scope)
                    if choose is not None:
                        head.append(choose)
                case nodes.Pay():
                    what, source, target = self.deeds.transfer(line.what, line.source, line.target, scope)
                    if what is not None and target is not None and (line.source is None or source is not None):
                        head.append(Pay(what, source, target, at_of(line)))
        if node.ways and node.effects:
            self.report.error("card/both", "a card has an effect or several ways, not both", node.ways[0].span)
        titles: dict[str, Span] = {}
        ways = []
        for way in node.ways:
            first = titles.setdefault(way.title.text, way.title.span)
            if first != way.title.span:
                self.report.error(
                    "name/twice",
                    f'there are two ways called "{way.title.text}"',
                    way.title.span,
                    self.report.note("the first one", first),
                )
            ways.append(ActionDecl(way.title.text, at_of(way), self.card(way.card, scope)))
        return CardBody(tuple(head), self.block(node.effects, scope, EFFECT), tuple(ways))

    def choose(self, node: nodes.Choose, scope: Scope) -> tuple[Choose | None, Scope]:
        several = node.how_many is not None
        ranged = self.expressions.ranged(node.name, node.domains, scope, several)
        self.expressions.refuse_taken(node.name, node.name.text, scope, told=bool(node.domains))
        at = at_of(node)
        item = Variable(ranged.singular, ranged.type, At(node.name.span))
        if node.how_many is None:
            # What `may choose` has left out is none, below it and not inside its own `where`.
            kind = ranged.type if isinstance(ranged.type, ListType) or not node.optional else or_none(ranged.type)
            variable = Variable(item.name, kind, item.at)
            where = self.expressions.truth(node.where, scope.having(variable)) if node.where is not None else None
            where = self.expressions.as_named(ranged, variable, where)
            choice = Choose(variable, None, ranged.domains, where, node.optional, at)
            return (choice if ranged.domains else None), scope.having(variable)
        where = self.expressions.truth(node.where, scope.having(item)) if node.where is not None else None
        where = self.expressions.as_named(ranged, item, where)
        low = self.amount(node.how_many.low, scope) or Literal(node.span, NumberType(0, 0), 0)
        high = self.amount(node.how_many.high, scope)
        if isinstance(low, Literal) and isinstance(high, Literal) and low.value > high.value:
            self.report.error("choose/range", "the smaller number stands first", node.how_many.span)
        if isinstance(high, Literal) and high.value < 1:
            self.report.error("choose/range", "at least 1 is wanted here", node.how_many.span)
        variable = Variable(node.name.text, ListType(ranged.type), At(node.name.span))
        choice = Choose(variable, Several(low, high, item), ranged.domains, where, node.optional, at)
        return (choice if ranged.domains else None), scope.having(variable)

    def amount(self, node: nodes.Expr | None, scope: Scope) -> Expr | None:
        return None if node is None else self.expressions.number(node, scope)
