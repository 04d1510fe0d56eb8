"""Why an action is not offered: the first line of its head that leaves no value alive."""

from __future__ import annotations

from dataclasses import dataclass

from ..grammar import checked as c
from .machine import Machine


@dataclass(frozen=True, slots=True)
class Reason:
    """`text` for a person, `line` of the definition from 1, the `clauses` it cites."""

    text: str
    line: int
    clauses: tuple[str, ...]


def why_not(machine: Machine, s: list[int], seat: int, action: c.ActionDecl) -> Reason | None:
    """The reason why a seat cannot do an action now; None if it can. `machine` must run a traced program."""
    program = machine.program
    function = program.heads.get(action)
    if function is None:
        return None
    reached: set[int] = set()
    program.namespace["reached"] = reached.add
    try:
        if program.call(function)(s, seat):
            return None
    finally:
        program.namespace["reached"] = lambda offset: None
    lines = _lines(action)
    got = [line for line in lines if line.span.start in reached]
    at = got[-1] if got else action.at
    return reason_at(machine, at)


def reason_at(machine: Machine, at: c.At) -> Reason:
    """A line of the definition as a reason."""
    source = machine.program.setting.game.source
    line, _ = source.place(at.span.start)
    text = source.line(line).split("#")[0].split("@")[0].strip()
    return Reason(text, line, tuple(at.cites))


def _lines(action: c.ActionDecl) -> list[c.At]:
    out = [line.at for line in action.card.head]
    for way in action.card.ways:
        out.extend(_lines(way))
    return out
