"""That a game can end, that loops do something, and that what is decided at once asks nothing afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .checked import (
    ActionDecl,
    ActionRef,
    AtOnce,
    CheckedGame,
    Choose,
    ChooseNow,
    Do,
    EffectRef,
    EndThe,
    Entry,
    Expr,
    Literal,
    Menu,
    MenuKind,
    Needs,
    Pay,
    Repeat,
    Rounds,
    Statement,
    StepDecl,
    StepRef,
    TakeTurns,
    Variable,
    VariableRef,
    Whole,
)
from .names import Report
from .source import Span
from .types import TRUTH
from .walk import walk


class Endings:
    def __init__(self, game: CheckedGame, report: Report) -> None:
        self.game = game
        self.report = report

    def prove(self) -> None:
        game = self.game
        ends = {found.what for found in walk(tuple(self.everything())) if isinstance(found, EndThe)}
        over = Whole.GAME in ends or any(not _never(line.condition) for line in game.over)
        for heading, body in self.flows():
            stops = over or (heading in ("round", "turn") and Whole.ROUND in ends)
            for found in walk(body):
                if not stops:
                    self.endless(found)
                if isinstance(found, AtOnce):
                    self.together(found)
                if isinstance(found, Menu):
                    self.dull(found)
                if isinstance(found, Do):
                    self.duty(found)
            self.behind(body)

    def flows(self) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        yield "setup", self.game.setup
        yield "play", self.game.play
        yield "round", self.game.round or ()
        yield "turn", self.game.turn or ()

    def everything(self) -> Iterator[object]:
        for _, body in self.flows():
            yield body
        for action in (*self.game.actions, *(effect.action for effect in self.game.effects)):
            yield from _effects(action)
        yield from (step.body for step in self.game.steps)
        yield from (trigger.body for trigger in self.game.triggers)

    def endless(self, found: object) -> None:
        match found:
            case TakeTurns(until=until) if until is None or _never(until):
                help_text = "say `until ...` here, `over when ...` under `end`, or `end the game` somewhere"
            case Rounds(quantity=None, until=until) if until is None or _never(until):
                help_text = "say how many rounds, or `until ...`, or `over when ...` under `end`"
            case Repeat(times=None, until=until) if until is None or _never(until):
                help_text = "say how many times, or `until ...` something that can come true"
            case _:
                return
        assert isinstance(found, (TakeTurns, Rounds, Repeat))
        self.report.error(
            "game/never-ends",
            "this goes on for ever: nothing ends it and nothing ends the game",
            self.report.first_line(found.at),
            help=help_text,
        )

    def behind(self, body: tuple[Statement, ...]) -> None:
        """What stands behind a loop that only the end of the game leaves."""
        for loop, following in pairwise(body):
            endless = (isinstance(loop, TakeTurns) and loop.until is None) or (
                isinstance(loop, Rounds) and loop.until is None and loop.quantity is None
            )
            if endless and not any(isinstance(f, EndThe) and f.what is Whole.ROUND for f in self.ends()):
                self.report.warning(
                    "flow/unreachable",
                    "the line above goes on until the game is over; this is never reached",
                    self.report.first_line(following.at),
                    self.report.note("this line", self.report.first_line(loop.at)),
                )

    def ends(self) -> Iterator[object]:
        return walk(tuple(self.everything()))

    def duty(self, do: Do) -> None:
        """What must be done, but may be impossible whatever is chosen, needs an `otherwise`."""
        if do.optional or do.otherwise is not None or not isinstance(do.what, ActionRef):
            return
        head = do.what.action.card.head
        chosen = {line.variable for line in head if isinstance(line, Choose)}
        for line in head:
            if isinstance(line, Needs) and not _reads_any(line.condition, chosen):
                self.report.warning(
                    "duty/no-otherwise",
                    f'this must be done, but "{do.what.action.title}" needs something that may not be so',
                    self.report.first_line(do.at),
                    self.report.note("it needs this", line.at),
                    help="say what happens then: `otherwise ...` in the line below",
                )
                return

    # ---------------------------------------------------------------------------------- loops over actions

    def dull(self, menu: Menu) -> None:
        """`as many as possible of` an action that changes nothing would be possible for ever."""
        if menu.kind is not MenuKind.AS_MANY:
            return
        for entry in menu.entries:
            if isinstance(entry.what, ActionRef) and not _changes(entry.what.action):
                self.report.error(
                    "loop/no-change",
                    f'"{entry.what.action.title}" changes nothing, so it stays possible for ever',
                    entry.at.span,
                    *self.report.declared(entry.what.action.at),
                )

    # ---------------------------------------------------------------------------------- at once

    def together(self, block: AtOnce) -> None:
        """What is decided at once is carried out seat by seat afterwards, and nobody can be asked then."""
        for action in self.chosen(block.body):
            for body in _effects(action):
                self.no_question(body, block, set())

    def chosen(self, body: object) -> Iterator[ActionDecl]:
        for found in walk(body):
            match found:
                case Do(what=ActionRef(action)) | Entry(what=ActionRef(action)):
                    yield action
                case Do(what=EffectRef()):
                    yield from (effect.action for effect in self.game.effects)

    def no_question(self, body: object, block: AtOnce, seen: set[ActionDecl | StepDecl]) -> None:
        for found in walk(body):
            match found:
                case ChooseNow():
                    self.asks(found.at.span, block)
                case Do() if found.optional:
                    self.asks(found.at.span, block)
                case Do(what=ActionRef(action)) if action not in seen:
                    seen.add(action)
                    if any(isinstance(line, Choose) for line in action.card.head) or action.card.ways:
                        self.asks(found.at.span, block)
                    self.no_question(tuple(_effects(action)), block, seen)
                case Do(what=EffectRef()):
                    self.asks(found.at.span, block)
                case Do(what=StepRef(step)) if step not in seen:
                    seen.add(step)
                    self.no_question(step.body, block, seen)

    def asks(self, span: Span, block: AtOnce) -> None:
        self.report.error(
            "together/asks",
            "this asks somebody, but the action is decided at once with others, before its effect",
            span,
            self.report.note("decided at once here", self.report.first_line(block.at)),
            help="ask in the head of the action",
        )


def _effects(action: ActionDecl) -> Iterator[object]:
    yield action.card.effects
    for way in action.card.ways:
        yield from _effects(way)


def _changes(action: ActionDecl) -> bool:
    card = action.card
    return bool(card.effects) or any(isinstance(line, Pay) for line in card.head) or any(map(_changes, card.ways))


def _never(condition: Expr) -> bool:
    return isinstance(condition, Literal) and condition.type == TRUTH and condition.value == 0


def _reads_any(condition: Expr, chosen: set[Variable]) -> bool:
    return any(isinstance(found, VariableRef) and found.variable in chosen for found in walk(condition))
