"""Syntax tree -> checked game. Pure: the tables that a definition names are given, nothing is read."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from . import nodes
from .checked import ActionDecl, At, CardBody, CheckedGame, Expr, Statement, StepDecl
from .declarations import Declarations, in_place
from .diagnostics import Problem
from .expressions import Expressions
from .families import Families
from .kinds import Kinds
from .names import EnoughError, Report, Scope, Symbols, TermEntry
from .proofs import prove
from .resolve import is_bad
from .scoring import Facts
from .source import Source
from .statements import EFFECT, Spot, Statements
from .walk import walk


def check(
    game: nodes.Game, source: Source, files: Mapping[str, Source | str]
) -> tuple[CheckedGame | None, tuple[Problem, ...]]:
    """Understand a definition. `files` holds the component tables by the names the game gives them; a text
    instead of a source says why one could not be read. The problems hold warnings too; the game is None only
    if there are errors.
    """
    report = Report(source)
    checked: CheckedGame | None = None
    with suppress(EnoughError):
        try:
            checked = _checked(game, report, files)
            if not report.failed:
                prove(checked, report)
        except RecursionError:
            report.error("file/too-deep", "this leads too deep into itself to be understood", game.title.span)
    return (None if report.failed else checked), report.problems()


def _checked(game: nodes.Game, report: Report, files: Mapping[str, Source | str]) -> CheckedGame:
    expressions = Expressions(Symbols(game.players.low, game.players.high), report)
    declarations = Declarations(game, expressions)
    declarations.players()
    declarations.enums()
    declarations.options()
    Kinds(declarations, files).declare()
    declarations.enum_values_apart()
    families = Families(declarations)
    families.zones()
    families.notes()
    declarations.terms()
    declarations.actions()
    return _Checker(game, declarations, families).run()


def check_expression(
    checked: CheckedGame, expr: nodes.Expr, source: Source, seats: tuple[str, ...] = ()
) -> tuple[Expr | None, tuple[Problem, ...]]:
    """Understand an expression of a scenario within a game. `seats`: names for the seats, in their order,
    beside those that the game gives.
    """
    report = Report(source, checked.source)
    symbols = Symbols(checked.low, checked.high)
    symbols.seats, symbols.guests = checked.seat_names or (), seats
    symbols.enums = {enum.name: enum for enum in checked.enums}
    symbols.kinds = {kind.name: kind for kind in checked.kinds}
    symbols.zones = {zone.name: zone for zone in checked.zones}
    symbols.notes = {note.name: note for note in checked.notes}
    symbols.options = {option.name: option for option in checked.options}
    symbols.terms = {term.name: TermEntry(term, None) for term in checked.terms}
    symbols.actions = {step.title: step for step in checked.steps}
    symbols.actions.update((action.title, action) for action in checked.actions)
    symbols.worth_kinds = {worth.kind.name for worth in checked.worths}
    symbols.effect_kinds = {effect.kind.name for effect in checked.effects}
    for enum in checked.enums:
        for position, name in enumerate(enum.values):
            symbols.values.setdefault(name, []).append((enum, position))
    for kind in checked.kinds:
        for place, row in enumerate(kind.rows or ()):
            symbols.rows[row.name] = (kind, place)
    found: Expr | None = None
    with suppress(EnoughError):
        found = Expressions(symbols, report).expr(expr, Scope())
    failed = report.failed or (found is not None and is_bad(found))
    return (None if failed else found), report.problems()


class _Checker:
    """Runs through the headings of a definition whose names are declared."""

    def __init__(self, game: nodes.Game, declarations: Declarations, families: Families) -> None:
        self.game = game
        self.families = families
        self.expressions = declarations.expressions
        self.symbols = declarations.symbols
        self.report = declarations.report
        self.statements = Statements(self.expressions, game.turn is not None, game.round is not None)
        self.facts = Facts(self.statements)

    def run(self) -> CheckedGame:
        game, symbols = self.game, self.symbols
        if game.play is None:
            self.report.error(
                "heading/missing",
                "there is no `play`, so nothing ever happens",
                game.title.span,
                help="add the heading `play` with the course of the game below it",
            )
        symbols.worth_kinds = {node.kind.text for node in game.worths}
        symbols.effect_kinds = {node.kind.text for node in game.effects}
        self.families.note_starts()
        setup = self.flow("setup", game.setup, Scope(you=False))
        play = self.flow("play", game.play, Scope())
        round_body = self.flow("round", game.round, Scope())
        turn_body = self.flow("turn", game.turn, Scope())
        actions = self.actions()
        steps = self.steps()
        effects = self.facts.effects(game.effects)
        worths = self.facts.worths(game.worths)
        triggers = [self.facts.trigger(node) for node in game.triggers]
        over = self.facts.over(game.over)
        scoring = self.facts.scoring(game.scoring)
        if not game.scoring:
            self.report.warning(
                "scoring/missing",
                "there is no `scoring`, so nobody wins",
                game.title.span,
                help="add the heading `scoring` with `you win if ...` or score lines and `most points win`",
            )
        self.unused()
        return CheckedGame(
            self.report.source,
            game.title.text,
            game.summary,
            symbols.low,
            symbols.high,
            symbols.seats or None,
            game.players.team_size,
            tuple(symbols.options.values()),
            tuple(symbols.enums.values()),
            tuple(symbols.kinds.values()),
            tuple(symbols.zones.values()),
            tuple(symbols.notes.values()),
            tuple(entry.decl for entry in symbols.terms.values()),
            setup,
            play,
            round_body if game.round is not None else None,
            turn_body if game.turn is not None else None,
            tuple(actions),
            tuple(steps),
            tuple(effects),
            tuple(worths),
            tuple(t for t in triggers if t is not None),
            tuple(over),
            scoring,
            tuple((part.clause, part.span) for part in walk(game) if isinstance(part, nodes.Cite)),
        )

    def flow(self, heading: str, flow: nodes.Flow | None, scope: Scope) -> tuple[Statement, ...]:
        if flow is None:
            return ()
        return self.statements.block(flow.body, scope, Spot(heading, turn=heading == "turn"))

    def actions(self) -> list[ActionDecl]:
        """The texts of the actions, those declared in place too."""
        out = []
        cards = [(action.title.text, action.card) for action in self.game.actions]
        for flow in (self.game.setup, self.game.play, self.game.round, self.game.turn):
            found = in_place(flow.body if flow is not None else ())
            cards += [(name.title.text, name.card) for name in found if name.card is not None]
        for title, card in cards:
            decl = self.symbols.actions[title]
            if isinstance(decl, ActionDecl) and decl not in out:
                decl.card = self.card(card)
                out.append(decl)
        return out

    def card(self, card: nodes.Card) -> CardBody:
        return self.statements.card(card, Scope())

    def steps(self) -> list[StepDecl]:
        out = []
        for node in self.game.steps:
            decl = self.symbols.actions[node.title.text]
            if isinstance(decl, StepDecl) and decl not in out:
                decl.body = self.statements.block(node.body, Scope(), EFFECT)
                out.append(decl)
        return out

    # --------------------------------------------------------------------------- what nothing uses

    def unused(self) -> None:
        """Point out what is declared and never read; then look at the terms among it, for their own
        faults.
        """
        symbols, used = self.symbols, self.symbols.used
        waste: list[tuple[str, At]] = []
        waste += [
            (f"the zone `{d.name}`", d.at) for d in symbols.zones.values() if d.name not in used and not d.filling
        ]
        waste += [
            (f"the note `{d.name}`", d.at) for d in symbols.notes.values() if d.name not in used and not d.builtin
        ]
        waste += [(f"the option `{d.name}`", d.at) for d in symbols.options.values() if d.name not in used]
        waste += [(f"the term `{n}`", e.decl.at) for n, e in symbols.terms.items() if n not in used]
        waste += [(f"the enum {d.name}", d.at) for d in symbols.enums.values() if d.name not in used]
        waste += [(f'"{n}"', a.at) for n, a in symbols.actions.items() if f'"{n}"' not in used]
        for heading, flow in (("turn", self.game.turn), ("round", self.game.round)):
            if flow is not None and heading not in self.statements.used_headings:
                waste.append((f"the heading `{heading}`", At(flow.span)))
        for entry in symbols.terms.values():
            if entry.node is not None:
                self.expressions.open_term(entry, entry.decl.at.span)
        if self.report.failed:
            return  # a misspelt use leaves its declaration unused: that would be told twice
        for what, at in waste:
            self.report.warning("unused", f"{what} is never used", self.report.first_line(at))
