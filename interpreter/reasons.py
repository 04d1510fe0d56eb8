"""Why a choice is not offered: the first line of the head that leaves no value alive.

A traced program tells of every answer that it tries for a question, and of every line of a head that it reaches with it.
The last line that was reached is the one that nothing got past.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..grammar import checked as c
from .choices import entry_titles, text_of
from .machine import Machine
from .program import DONE, Ask, AskKind
from .spoken import matches


@dataclass(frozen=True, slots=True)
class Reason:
    """`text` for a person, `line` of the definition from 1, the `clauses` it cites."""

    text: str
    line: int
    clauses: tuple[str, ...]


def why_not(machine: Machine, s: list[int], seat: int, text: str) -> Reason:
    """The reason why no choice with a text is offered to a seat that must decide. `machine` must run a traced program.

    It is a line of the head that leads to the choice, or the line that asks: because it does not name such a choice, or
    because a menu's entry has been used.
    """
    ask = machine.ask(s, seat)
    reached = _try(machine, s, seat)
    fitting = [answer for answer in reached if matches(_label(machine, s, ask, answer), text)]
    got = [offset for answer in fitting for offset in reached[answer]]
    lines = {at.span.start: at for action in _around(machine, ask) for at in _lines(action.card)}
    known = [offset for offset in got if offset in lines]
    return reason_at(machine, lines[max(known)] if known else ask.at)


def _try(machine: Machine, s: list[int], seat: int) -> dict[int, set[int]]:
    """Every answer that is looked at for a question, with the places of the lines that are reached with it."""
    program = machine.program
    reached: dict[int, set[int]] = {}
    current: list[set[int]] = [set()]

    def tried(answer: int) -> None:
        current[0] = reached.setdefault(answer, set())

    def line(offset: int) -> None:
        current[0].add(offset)

    before: dict[str, object] = {name: program.namespace[name] for name in ("tried", "reached")}
    hooks: dict[str, Callable[[int], None]] = {"tried": tried, "reached": line}
    program.namespace.update(hooks)
    try:
        machine.options(s, seat)
    finally:
        program.namespace.update(before)
    return reached


def _label(machine: Machine, s: list[int], ask: Ask, answer: int) -> str:
    """What a player would have read for an answer that is not offered."""
    if ask.kind is AskKind.MENU and answer != DONE:
        return entry_titles(ask)[answer]
    return text_of(machine, s, ask, answer)


def _around(machine: Machine, ask: Ask) -> list[c.ActionDecl]:
    """The actions whose heads a question may look at: the one it is part of, or those that a menu offers."""
    if ask.path:
        return [ask.path[-1], *ask.path]
    return list(machine.program.setting.game.actions)


def _lines(card: c.CardBody) -> list[c.At]:
    out = [line.at for line in card.head]
    for way in card.ways:
        out.extend(_lines(way.card))
    return out


def reason_at(machine: Machine, at: c.At) -> Reason:
    """A line of the definition as a reason."""
    source = machine.program.setting.game.source
    line, _ = source.place(at.span.start)
    text = source.line(line).split("#")[0].split("@")[0].strip()
    return Reason(text, line, tuple(at.cites))
