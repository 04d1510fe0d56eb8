"""text -> syntax tree: runs the tables made from the grammar over a definition's lines, and goes on after a
fault.

A line that cannot be read is taken back as if nothing of it had been seen and stands as _BROKEN, which
every list of lines admits; its block is passed over. So each fault is reported once and the rest is read in
its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pkgutil import get_data
from typing import Any

from . import nodes
from .build import Builder
from .diagnostics import Problem
from .layout import MAX_TEXT, Faults, Line, Token, lines
from .rules import builders
from .source import Source, Span
from .wording import Fault, at_end, block_incomplete, explain, missing_block, unexpected_block
from .words import HEADINGS

Row = dict[str, int] | int


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    origin: str
    size: int
    plan: tuple[
        int | None, ...
    ]  # positions handed on; -1 - position: a list to splice in; None: an absent part
    passes: bool  # a single child stands for the whole
    gathers: bool  # it has no value of its own: its parts are spliced into the rule above


@dataclass(frozen=True, slots=True)
class Tables:
    words: dict[str, tuple[str, ...]]
    rules: tuple[Rule, ...]
    rows: tuple[Row, ...]  # by state
    gotos: tuple[dict[str, int], ...]
    end: int


@cache
def tables() -> Tables:
    """The tables made by `lalr.py`."""
    written = get_data(
        __package__, "lalr.json"
    )  # importlib.resources would take longer to import than to read
    data = json.loads(written or b"")
    rules = []
    for name, origin, size, plan, passes in data["rules"]:
        steps = tuple(-1 - step[0] if isinstance(step, list) else step for step in plan)
        rules.append(Rule(name, origin, size, steps, passes, origin.startswith("_")))
    return Tables(
        {text: tuple(names) for text, names in data["words"].items()},
        tuple(rules),
        tuple(data["rows"][row] for row, _ in data["states"]),
        tuple(data["gotos"][goto] for _, goto in data["states"]),
        data["end"],
    )


def parse(source: Source) -> tuple[nodes.Game | None, tuple[Problem, ...]]:
    """Reads a definition. The game is None if anything is wrong; problems stand in the order of the text."""
    faults = Faults(source)
    if not _readable(source, faults):
        return None, tuple(faults.problems)
    parser = _Parser(source, faults)
    game = parser.run(lines(source, faults))
    if faults.problems or not isinstance(game, nodes.Game):
        return None, tuple(sorted(faults.problems, key=lambda problem: problem.span.start))
    return replace(game, span=Span(0, len(source.text)), summary=_summary(source.text)), ()


def tokens(source: Source) -> list[tuple[str, str, int, int]]:
    """The tokens of a definition for curious eyes: name, text, line, column. What is no token is left out."""
    faults = Faults(source)
    if not _readable(source, faults):
        return []
    found = lines(source, faults)
    _Parser(source, faults).run(found)
    names = {"NAME": "NAME", "CAP": "CAPITALISED", "NUMBER": "NUMBER", "STRING": "TEXT", "CITE": "CLAUSE"}
    return [
        (
            names.get(token.type, "WORD" if token.text.isalpha() else "SIGN"),
            token.text,
            *source.place(token.start),
        )
        for line in found
        for token in line.tokens
    ]


def _readable(source: Source, faults: Faults) -> bool:
    if len(source.text) > MAX_TEXT:
        faults.add(
            "file/too-large",
            f"this file has {len(source.text)} characters; a definition has at most {MAX_TEXT}",
            Span(0, 1),
        )
    elif source.text.count("\0") > 20 or source.text.count("\ufffd") > 20:
        at = min(i for i in (source.text.find("\0"), source.text.find("\ufffd")) if i >= 0)
        faults.add(
            "file/binary", "this file holds no text", Span(at, at + 1), advice="a definition is UTF-8 text"
        )
    return not faults.problems


def _summary(text: str) -> str:
    for line in text.lstrip("\ufeff").splitlines():
        if line.strip():
            return line.strip().lstrip("#").strip() if line.lstrip().startswith("#") else ""
    return ""


@dataclass(slots=True)
class _Mark:
    """Where the parser stood when a line began. Lists only grow, so their lengths bring them back."""

    line: Line
    states: list[int]
    values: list[Any]
    starts: list[int]
    ends: list[int]
    lengths: list[int]


class _Parser:
    """The stacks of an LALR parser: states, values, and where each value's text begins and ends (-1:
    nowhere).
    """

    def __init__(self, source: Source, faults: Faults) -> None:
        self.source = source
        self.faults = faults
        self.tables = tables()
        self.build = builders(Builder(faults))
        self.states = [0]
        self.values: list[Any] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.result: object = None

    # -- the automaton

    def reduce(self, rule: Rule) -> None:
        size = rule.size
        start = end = -1
        value: Any
        if size:
            base = len(self.values) - size
            values = self.values[base:]
            for at in self.starts[base:]:
                if at >= 0:
                    start = at
                    break
            for at in reversed(self.ends[base:]):
                if at >= 0:
                    end = at
                    break
            del self.values[base:], self.starts[base:], self.ends[base:], self.states[base + 1 :]
        else:
            values = []
        if size == 1 and rule.passes:
            value = values[0]
        else:
            parts: list[Any] = []
            for step in rule.plan:
                if step is None:
                    parts.append(None)
                elif step >= 0:
                    parts.append(values[step])
                elif parts:
                    parts.extend(values[-1 - step])
                else:
                    parts = values[
                        -1 - step
                    ]  # it belongs to nobody else, and long lists grow without copying
            if rule.gathers:
                value = parts
            elif rule.passes and len(parts) == 1:
                value = parts[0]
            else:
                value = self.build[rule.name](Span(max(start, 0), max(end, 0)), *parts)
        self.values.append(value)
        self.starts.append(start)
        self.ends.append(end)
        self.states.append(self.tables.gotos[self.states[-1]][rule.origin])

    def settle(self) -> Row:
        """Makes all reductions that come whatever follows, and says what the state then admits."""
        rows, rules = self.tables.rows, self.tables.rules
        while True:
            row = rows[self.states[-1]]
            if not isinstance(row, int):
                return row
            self.reduce(rules[-1 - row])

    def feed(self, terminal: str, value: Token | None, start: int = -1, end: int = -1) -> bool:
        """Takes one terminal; False if it cannot follow (the stacks are then no longer of use)."""
        rows, rules = self.tables.rows, self.tables.rules
        while True:
            row = rows[self.states[-1]]
            action = row if isinstance(row, int) else row.get(terminal)
            if action is None:
                return False
            if action >= 0:
                self.states.append(action)
                self.values.append(value)
                self.starts.append(start)
                self.ends.append(end)
                return True
            self.reduce(rules[-1 - action])

    def admits(self, terminal: str) -> bool:
        """Whether this terminal can follow. A row alone promises too much: its reductions must be tried
        out.
        """
        rows, rules, gotos = self.tables.rows, self.tables.rules, self.tables.gotos
        states = self.states[:]
        while True:
            row = rows[states[-1]]
            action = row if isinstance(row, int) else row.get(terminal)
            if action is None:
                return False
            if action >= 0:
                return True
            rule = rules[-1 - action]
            if rule.size:
                del states[-rule.size :]
            states.append(gotos[states[-1]][rule.origin])

    def expected(self) -> set[str]:
        row = self.settle()
        assert not isinstance(row, int)
        return {terminal for terminal in row if self.admits(terminal)}

    def terminal_of(self, token: Token) -> str | None:
        """Which terminal a token is here; None if it cannot stand here."""
        row = self.settle()
        assert not isinstance(row, int)
        names = self.tables.words.get(token.text, ()) if token.type in ("WORD", "SIGN") else ()
        shape = "NAME" if token.type == "WORD" else token.type
        possible = [name for name in (*names, shape) if name in row]
        if len(possible) == 1 and row[possible[0]] >= 0:
            return possible[0]
        return next((name for name in possible if self.admits(name)), None)

    # -- lines

    def run(self, found: list[Line]) -> object:
        if not found and not self.faults.problems:
            self.faults.add(
                "file/empty", "this file holds no definition", Span(0, 1), advice='begin with: game "Title"'
            )
            return None
        depth = 0
        last: _Mark | None = None  # the line before
        orphans = -1  # on this level lines are without their heading, which was faulty
        at = 0
        while at < len(found) and not self.faults.full:
            line = found[at]
            if line.level <= depth and last is not None and self.block_missing():
                fits = line.level < last.line.level or (line.level == 0 and line.tokens[0].text in HEADINGS)
                if fits or not line.faulty:
                    self.report(missing_block(last.line, None if fits else line), last.line)
                    line.faulty = line.faulty or not fits
                self.give_up(last)
                orphans = last.line.level
                last = None
                continue
            while depth > line.level:
                self.close_block(last)
                depth -= 1
            if line.level > depth:
                if not self.admits("_INDENT"):
                    self.report(unexpected_block(line, last.line if last else None), line)
                    at = self.pass_over(found, at, depth + 1)
                    continue
                self.feed("_INDENT", None)
                depth += 1
            if orphans >= 0:
                if line.level == orphans and self.terminal_of(line.tokens[0]) is None:
                    at = self.pass_over(found, at + 1, line.level + 1)
                    continue
                orphans = -1
            last = self.mark(line)
            if line.lost or not self.take(line):
                whole = self.give_up(last)
                last = None
                at = self.pass_over(found, at + 1, line.level + 1 if whole else line.level)
                while (
                    at < len(found)
                    and found[at].level == line.level
                    and found[at].tokens[0].text == "otherwise"
                ):
                    at = self.pass_over(found, at + 1, line.level + 1)
                continue
            at += 1
        if self.faults.full:
            return None
        if last is not None and self.block_missing():
            self.report(missing_block(last.line, None), last.line)
            self.give_up(last)
            last = None
        for _ in range(depth):
            self.close_block(last)
        return self.finish()

    def finish(self) -> object:
        rows, rules = self.tables.rows, self.tables.rules
        while self.states[-1] != self.tables.end:
            row = rows[self.states[-1]]
            action = row if isinstance(row, int) else row.get("$END")
            if action is None:
                return None
            self.reduce(rules[-1 - action])
        return self.values[-1]

    def mark(self, line: Line) -> _Mark:
        self.settle()
        lengths = [len(value) if type(value) is list else 0 for value in self.values]
        return _Mark(line, self.states[:], self.values[:], self.starts[:], self.ends[:], lengths)

    def give_up(self, mark: _Mark) -> bool:
        """Takes a line back and leaves _BROKEN in its place; False if no line at all can stand there."""
        self.states, self.values = mark.states[:], mark.values[:]
        self.starts, self.ends = mark.starts[:], mark.ends[:]
        for value, length in zip(self.values, mark.lengths, strict=True):
            if type(value) is list:
                del value[length:]
        return self.admits("_BROKEN") and self.feed("_BROKEN", None)

    def pass_over(self, found: list[Line], at: int, level: int) -> int:
        """The first line from `at` on that is not as deep as `level`."""
        while at < len(found) and found[at].level >= level:
            at += 1
        return at

    def block_missing(self) -> bool:
        """Whether the line before needs a block."""
        row = self.settle()
        return not isinstance(row, int) and row.keys() == {"_INDENT"}

    def close_block(self, last: _Mark | None) -> None:
        if self.admits("_DEDENT"):
            self.feed("_DEDENT", None)
            return
        if last is not None:
            self.report(block_incomplete(last.line, self.expected(), self.tables.words), last.line)
        while not self.admits("_DEDENT") and self.admits("_BROKEN") and len(self.states) < 10_000:
            self.feed("_BROKEN", None)
            if self.admits("_DEDENT"):
                break
        self.feed("_DEDENT", None)

    def take(self, line: Line) -> bool:
        """Reads one line to its end; False (and a problem) if it cannot be read."""
        rest = iter(line.tokens)
        for token in self.repaired(line, rest):
            extent = token.type not in ("CITE", "_NL")
            if not self.feed(token.type, token, token.start if extent else -1, token.end if extent else -1):
                return False
        return not line.lost

    def repaired(self, line: Line, tokens: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a line as terminals, with small faults mended. Ends early if nothing helps."""
        for index, token in enumerate(tokens):
            terminal = self.terminal_of(token)
            if terminal is None:
                fault = explain(line, index, self.expected(), self.tables.words)
                self.report(fault, line)
                if fault.insert is not None:
                    yield Token(fault.insert, "", token.start, token.start)
                    terminal = self.terminal_of(token)
                else:
                    terminal = fault.instead
                if terminal is None:
                    line.lost = True
                    return
            token.type = terminal
            yield token
        if not self.admits("_NL"):
            self.report(at_end(line, self.expected(), self.tables.words), line)
            line.lost = True
            return
        yield Token("_NL", "", line.end, line.end)

    def report(self, fault: Fault, line: Line) -> None:
        if not line.faulty:
            self.faults.add(fault.code, fault.message, fault.span, fault.notes, fault.advice)
        line.faulty = True
