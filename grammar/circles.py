"""That nothing leads back to itself: actions, steps, card texts, and the headings of the course of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .checked import (
    ActionDecl,
    ActionRef,
    At,
    CanDo,
    CheckedGame,
    Do,
    EffectRef,
    Function,
    FunctionCall,
    Rounds,
    Statement,
    StepDecl,
    StepRef,
    TakesATurn,
    TakeTurns,
    TermDecl,
    TermRef,
    WorthDecl,
)
from .names import Report
from .types import PieceType, Type, bare
from .walk import walk


@dataclass(frozen=True, slots=True)
class Part:
    """A text that runs or is read: the head of an action, its effect, a step, a term, a worth."""

    of: ActionDecl | StepDecl | TermDecl | WorthDecl
    head: bool = False


class Circles:
    def __init__(self, game: CheckedGame, report: Report) -> None:
        self.game = game
        self.report = report
        self.done: set[Part] = set()

    def prove(self) -> None:
        starts = [Part(action) for action in self.actions()]
        starts += [Part(step) for step in self.game.steps]
        starts += [Part(worth) for worth in self.game.worths]
        for part in starts:
            self.visit(part, [])
        self.headings()

    def actions(self) -> list[ActionDecl]:
        return [*self.game.actions, *(effect.action for effect in self.game.effects)]

    def visit(self, part: Part, way: list[Part]) -> None:
        if part in self.done:
            return
        if part in way:
            circle = way[way.index(part) :]
            names = [self.name(p) for p in circle]
            notes = [self.report.note(f"{self.name(p)} is declared here", p.of.at) for p in circle[1:6]]
            self.report.error(
                "circle/effect",
                f"{names[0]} leads back to itself: {' -> '.join([*names, names[0]])}",
                self.report.first_line(part.of.at),
                *notes,
            )
            self.done.update(circle)
            return
        for other in self.parts_of(part):
            self.visit(other, [*way, part])
        self.done.add(part)

    def name(self, part: Part) -> str:
        match part.of:
            case ActionDecl(title, _, _, this):
                return f"the effect of {title}" if this is not None else f'"{title}"'
            case StepDecl(title):
                return f'"{title}"'
            case TermDecl():
                return f"`{part.of.name}`"
            case WorthDecl():
                row = part.of.row
                rows = part.of.kind.rows
                return f"the worth of {part.of.kind.name if row is None or rows is None else rows[row].name}"

    def parts_of(self, part: Part) -> Iterator[Part]:
        for tree in self.texts(part):
            for found in walk(tree):
                match found:
                    case TermRef(_, _, term):
                        yield Part(term)
                    case CanDo(_, _, _, action):
                        yield Part(action, head=True)
                    case FunctionCall(_, _, Function.WORTH, arguments):
                        yield from (Part(w) for w in self.game.worths if _may_be(w.kind.name, arguments[0].type))
                    case Do(what=ActionRef(action)):
                        yield Part(action)
                    case Do(what=StepRef(step)):
                        yield Part(step)
                    case Do(what=EffectRef(card)):
                        yield from (Part(e.action) for e in self.game.effects if _may_be(e.kind.name, card.type))

    def texts(self, part: Part) -> Iterator[object]:
        match part.of:
            case ActionDecl():
                yield from _card_texts(part.of, part.head)
            case StepDecl(_, _, body):
                yield body
            case TermDecl() | WorthDecl():
                yield part.of.body
                yield part.of.cases

    # ---------------------------------------------------------------------------------- headings

    def headings(self) -> None:
        """`turn` may not take turns by itself again, nor `round` run rounds."""
        bodies = {"round": self.game.round or (), "turn": self.game.turn or ()}
        uses = {name: list(_headings_used(body)) for name, body in bodies.items()}
        for name, found in uses.items():
            for used, at in found:
                back = used == name or any(again == name for again, _ in uses[used])
                if back and (used == name or name == "turn"):
                    self.report.error(
                        "circle/heading",
                        f"`{name}` leads back to itself here: this runs `{used}` again",
                        at.span,
                        help="put a block below the line that says what happens instead",
                    )


def _headings_used(body: tuple[Statement, ...]) -> Iterator[tuple[str, At]]:
    for found in walk(body):
        if isinstance(found, (TakeTurns, TakesATurn)) and found.body is None:
            yield "turn", found.at
        elif isinstance(found, Rounds):
            yield "round", found.at


def _card_texts(action: ActionDecl, head_only: bool) -> Iterator[object]:
    yield action.card.head
    if not head_only:
        yield action.card.effects
    for way in action.card.ways:
        yield from _card_texts(way, head_only)


def _may_be(kind: str, card: Type) -> bool:
    of = bare(card)
    return not isinstance(of, PieceType) or kind in of.kinds
