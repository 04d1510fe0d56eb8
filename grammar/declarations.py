"""What a definition declares: seats, options, enums, kinds, zones, notes, and the names of terms and
actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from . import nodes
from .builtins import DIRECTIONS, RESERVED, functions_named
from .checked import (
    ActionDecl,
    At,
    EnumDecl,
    Expr,
    Literal,
    OptionDecl,
    StepDecl,
    TermDecl,
    Variable,
)
from .constants import is_constant
from .diagnostics import Note
from .expressions import Expressions
from .names import Scope, TermEntry, at_of, guess_of, title_of
from .resolve import is_bad
from .source import Span
from .types import (
    NUMBER,
    PLAYER,
    TRUTH,
    UNKNOWN,
    EnumType,
    ListType,
    NumberType,
    PieceType,
    Type,
    UnknownType,
    ZoneType,
    or_none,
)

MAX_SEATS = 100


class Declarations:
    """Fills the symbols. Order matters: what is declared later may read what is declared earlier."""

    def __init__(self, game: nodes.Game, expressions: Expressions) -> None:
        self.game = game
        self.expressions = expressions
        self.symbols = expressions.symbols
        self.report = expressions.report
        self.places: dict[str, Span] = {}

    def declare(self, name: nodes.Ident, what: str) -> bool:
        """Take a name; False (and reported) if it is taken or has a meaning of its own."""
        text = name.text
        if text in RESERVED:
            self.report.error(
                "name/reserved",
                f"`{text}` has a meaning of its own and cannot be the name of {what}",
                name.span,
            )
            return False
        if text in self.places:
            self.report.error(
                "name/twice",
                f"`{text}` is declared twice",
                name.span,
                self.report.note("the first one", self.places[text]),
            )
            return False
        self.places[text] = name.span
        return True

    # ------------------------------------------------------------------------- players and options

    def players(self) -> None:
        node = self.game.players
        self.symbols.seats_at = at_of(node)
        if node.low < 1 or node.high < node.low:
            self.report.error(
                "players/range",
                f"{node.low} to {node.high} is no number of players",
                node.span,
                help="`players 2 to 4`: the smaller number first, at least 1",
            )
        if node.high > MAX_SEATS:
            self.report.error("players/range", f"at most {MAX_SEATS} can play", node.span)
        names = [name.text for name in node.names if self.declare(name, "a seat")]
        if node.names and len(node.names) != node.high:
            self.report.error(
                "seat/names",
                f"{len(node.names)} seats are named, but {node.high} can play",
                node.names[-1].span,
            )
        self.symbols.seats = tuple(names)
        if node.team_size is not None and (
            node.team_size < 1
            or node.low % node.team_size
            or node.high % node.team_size
            or (
                node.low != node.high
                and node.team_size > 1
                and any(n % node.team_size for n in range(node.low, min(node.high, MAX_SEATS) + 1))
            )
        ):
            self.report.error(
                "players/teams",
                f"{node.low} to {node.high} players cannot sit in teams of {node.team_size}"
                if node.low != node.high
                else f"{node.low} players cannot sit in teams of {node.team_size}",
                node.span,
            )

    def options(self) -> None:
        for node in self.game.options:
            if not self.declare(node.name, "an option"):
                continue
            kind = self.type_of(node.type)
            if not isinstance(kind, (NumberType, EnumType, UnknownType)) and kind not in (TRUTH, PLAYER):
                self.report.error(
                    "option/type",
                    "an option is a number, yes or no, a player or a value of an enum",
                    node.type.span,
                )
                kind = UNKNOWN
            if kind == NUMBER:
                self.report.error(
                    "option/type",
                    "the numbers of an option have bounds",
                    node.type.span,
                    help="such as `1 to 5`",
                )
            default = None
            if node.default is not None and not isinstance(kind, UnknownType):
                default = self.expressions.fitted(node.default, Scope(you=False), kind)
                self.in_range(default, kind)
                if not is_constant(default) and not is_bad(default):
                    self.report.error("constant/wanted", "this must be fixed before play", node.default.span)
            option = OptionDecl(node.name.text, kind, default, at_of(node))
            self.symbols.options[option.name] = option

    def in_range(self, value: Expr, kind: Type) -> None:
        if isinstance(value, Literal) and isinstance(value.type, NumberType) and isinstance(kind, NumberType):
            low, high = kind.low, kind.high
            if (low is not None and value.value < low) or (high is not None and value.value > high):
                self.report.error("option/range", f"{value.value} is not from {low} to {high}", value.span)

    # ----------------------------------------------------------------------------- enums and types

    def enums(self) -> None:
        for node in self.game.components:
            if not isinstance(node, nodes.Enum) or not self.declare(node.name, "an enum"):
                continue
            names: dict[str, nodes.EnumValue] = {}
            for value in node.values:
                first = names.setdefault(value.name.text, value)
                if first is not value:
                    self.report.error(
                        "name/twice",
                        f"`{value.name.text}` is in {node.name.text} twice",
                        value.name.span,
                        self.report.note("the first one", first.name.span),
                    )
            # A quoted text that begins small says something about the value; else it is its title.
            said = {name: value.title.text for name, value in names.items() if value.title is not None}
            titles = {name: text for name, text in said.items() if not text[:1].islower()}
            enum = EnumDecl(
                node.name.text,
                tuple(names),
                tuple(titles.get(name, title_of(name)) for name in names),
                tuple(said.get(name) for name in names),
                at_of(node),
            )
            self.symbols.enums[enum.name] = enum
            for position, name in enumerate(enum.values):
                self.symbols.values.setdefault(name, []).append((enum, position))

    def enum_values_apart(self) -> None:
        """A value of an enum may be in two enums, but may not be a kind, a row, an enum or a seat."""
        for name, uses in self.symbols.values.items():
            if name in self.places and name not in DIRECTIONS:
                self.report.error(
                    "name/twice",
                    f"`{name}` is a value of {uses[0][0].name} and declared as something else too",
                    self.places[name],
                    self.report.note("the value", uses[0][0].at),
                )

    def type_of(self, node: nodes.TypeExpr) -> Type:
        """A type as written."""
        if node.item is not None:
            inner = self.type_of(node.item)
            kind: Type = ListType(inner)
            if node.optional:
                self.report.error("type/or-none", "a list is never none; it can be empty", node.span)
            return kind
        if node.name is None:
            if node.low is not None and node.high is not None and node.low > node.high:
                self.report.error("type/range", "the smaller number stands first", node.span)
            kind = NumberType(node.low, node.high)
        else:
            kind = self.named_type(node.name)
        return or_none(kind) if node.optional else kind

    def named_type(self, name: nodes.Ident) -> Type:
        text = name.text
        if text in self.symbols.enums:
            self.symbols.used.add(text)
            return EnumType(text)
        if text in self.symbols.kinds:
            return PieceType(frozenset((text,)))
        kind = self.symbols.type_named(text) if text[:1].islower() else None
        if kind is not None and text in ("player", "number", "truth", "direction", "kind", "card"):
            return kind
        if kind is not None and isinstance(kind, ZoneType):
            return kind
        names = ["number", "truth", "player", "card", "kind", "pile", "row", "group", "space", "direction"]
        guess = guess_of(text, [*self.symbols.enums, *self.symbols.kinds, *names])
        self.report.error(
            "type/unknown",
            f"`{text}` is no type",
            name.span,
            *self.where(guess),
            help=f"did you mean `{guess}`?" if guess else f"types are {', '.join(names)}, enums and kinds",
        )
        return UNKNOWN

    def where(self, guess: str | None) -> tuple[Note, ...]:
        if guess in self.symbols.enums:
            return self.report.declared(self.symbols.enums[guess].at)
        return self.expressions.where(guess)

    # ----------------------------------------------------------------------- terms, actions, steps

    def no_clash(self, name: nodes.Ident, indexes: Sequence[nodes.Expr], what: str) -> None:
        """`left of each player` would never be read: the built-in function comes first."""
        if len(indexes) == 1 and isinstance(indexes[0], nodes.Word) and indexes[0].name.text == "player":
            self.no_function(name, PLAYER, what)

    def no_function(self, name: nodes.Ident, taken: Type, what: str) -> None:
        for function in functions_named(name.text, 1):
            wanted = function.parameters[0].value
            fine = (taken == PLAYER and wanted == "a player") or (
                isinstance(taken, PieceType) and wanted == "a card" and name.text != "worth"
            )
            if fine:
                self.report.error(
                    "name/reserved",
                    f"`{name.text} of {wanted[2:]}` has a meaning of its own; this {what} would never be read",
                    name.span,
                    help="choose another name",
                )

    def terms(self) -> None:
        for node in self.game.terms:
            if not self.declare(node.name, "a term"):
                continue
            parameters: list[Variable] = []
            for parameter in node.parameters:
                text = parameter.text
                if any(p.name == text for p in parameters):
                    self.report.error("name/twice", f"`{text}` stands here twice", parameter.span)
                    continue
                declared = self.symbols.type_named(text) or UNKNOWN
                if isinstance(declared, UnknownType) and text in self.places and text[:1].islower():
                    self.report.error(
                        "name/twice",
                        f"`{text}` is declared as something else",
                        parameter.span,
                        self.report.note("declared here", self.places[text]),
                    )
                parameters.append(Variable(text, declared, At(parameter.span)))
            if node.form == "of" and parameters:
                self.no_function(node.name, parameters[0].type, "term")
            decl = TermDecl(
                node.name.text,
                node.form,
                tuple(parameters),
                TRUTH if node.form == "is" else UNKNOWN,
                None,
                (),
                at_of(node),
            )
            self.symbols.terms[decl.name] = TermEntry(decl, node)

    def actions(self) -> None:
        """The actions and steps without their texts; those declared in place too."""
        for action in self.game.actions:
            self.add_action(action.title, ActionDecl(action.title.text, at_of(action)))
        for step in self.game.steps:
            self.add_action(step.title, StepDecl(step.title.text, at_of(step)))
        headings = (
            ("setup", self.game.setup),
            ("play", self.game.play),
            ("round", self.game.round),
            ("turn", self.game.turn),
        )
        for heading, flow in headings:
            for name in in_place(flow.body if flow is not None else ()):
                self.add_action(name.title, ActionDecl(name.title.text, At(name.span), place=heading))

    def add_action(self, title: nodes.Text, decl: ActionDecl | StepDecl) -> None:
        first = self.symbols.actions.get(title.text)
        if first is not None:
            self.report.error(
                "name/twice",
                f'there are two actions or steps called "{title.text}"',
                title.span,
                self.report.note("the first one", first.at),
            )
            return
        if not title.text.strip():
            self.report.error("action/no-name", "an action needs a name", title.span)
        self.symbols.actions[title.text] = decl


def in_place(body: Sequence[nodes.Statement]) -> Iterator[nodes.ActionName]:
    """The actions that are declared where they are used."""
    for statement in body:
        match statement:
            case nodes.Do():
                if isinstance(statement.what, nodes.ActionName) and statement.what.card is not None:
                    yield statement.what
                yield from in_place(statement.otherwise or ())
            case nodes.Menu():
                yield from _in_menu(statement)
            case nodes.If():
                for branch in statement.branches:
                    yield from in_place(branch.body)
                yield from in_place(statement.otherwise or ())
            case nodes.TakeTurns() | nodes.TakesATurn():
                yield from in_place(statement.body or ())
            case nodes.AtOnce() | nodes.Repeat() | nodes.ForEach() | nodes.AsSeat():
                yield from in_place(statement.body)


def _in_menu(menu: nodes.Menu) -> Iterator[nodes.ActionName]:
    for entry in menu.entries:
        if isinstance(entry.what, nodes.Menu):
            yield from _in_menu(entry.what)
        elif entry.what.card is not None:
            yield entry.what
    yield from in_place(menu.otherwise or ())
