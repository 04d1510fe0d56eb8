"""text -> syntax tree: feeds Lark's parser the lines of a definition, and goes on after a fault.

A line that cannot be read is taken back as if nothing of it had been seen and stands as _BROKEN, which
every list of lines admits; its block is passed over. So each fault is reported once and the rest is read in
its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from . import nodes
from .build import Builder
from .diagnostics import Problem
from .layout import MAX_TEXT, Faults, Line, Token, lines
from .rules import builders
from .source import Source, Span
from .wording import Fault, at_end, block_incomplete, explain, missing_block, unexpected_block
from .words import HEADINGS

if TYPE_CHECKING:
    from .automaton import Mark

_AFTER_A_LINE = ("_BROKEN", "_DEDENT", "$END")  # one of them can follow every line that is complete


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
class _Begun:
    """A line and where the parser stood when it began."""

    line: Line
    mark: Mark


class _Parser:
    """Feeds Lark's parser a definition line by line."""

    def __init__(self, source: Source, faults: Faults) -> None:
        from .automaton import Automaton  # loads Lark, which takes as long as all the rest of this room

        self.source = source
        self.faults = faults
        self.automaton = Automaton()
        self.words = self.automaton.words

    def terminal_of(self, token: Token) -> str | None:
        """Which terminal a token is here; None if it cannot stand here."""
        names = self.words.get(token.text, ()) if token.type in ("WORD", "SIGN") else ()
        shape = "NAME" if token.type == "WORD" else token.type
        return next((name for name in (*names, shape) if self.automaton.admits(name)), None)

    # -- lines

    def run(self, found: list[Line]) -> object:
        if not found and not self.faults.problems:
            self.faults.add(
                "file/empty", "this file holds no definition", Span(0, 1), advice='begin with: game "Title"'
            )
            return None
        depth = 0
        last: _Begun | None = None  # the line before
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
                if not self.automaton.admits("_INDENT"):
                    self.report(unexpected_block(line, last.line if last else None), line)
                    at = self.pass_over(found, at, depth + 1)
                    continue
                self.automaton.feed("_INDENT")
                depth += 1
            if orphans >= 0:
                if line.level == orphans and self.terminal_of(line.tokens[0]) is None:
                    at = self.pass_over(found, at + 1, line.level + 1)
                    continue
                orphans = -1
            last = _Begun(line, self.automaton.mark())
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
        return self.automaton.finish(builders(Builder(self.faults)))

    def give_up(self, begun: _Begun) -> bool:
        """Takes a line back and leaves _BROKEN in its place; False if no line at all can stand there."""
        self.automaton.go_back(begun.mark)
        return self.automaton.admits("_BROKEN") and self.automaton.feed("_BROKEN")

    def pass_over(self, found: list[Line], at: int, level: int) -> int:
        """The first line from `at` on that is not as deep as `level`."""
        while at < len(found) and found[at].level >= level:
            at += 1
        return at

    def block_missing(self) -> bool:
        """Whether the line before needs a block."""
        admits = self.automaton.admits
        return admits("_INDENT") and not any(map(admits, _AFTER_A_LINE))

    def close_block(self, last: _Begun | None) -> None:
        automaton = self.automaton
        if last is not None and not automaton.admits("_DEDENT"):
            self.report(block_incomplete(last.line, automaton.expected(), self.words), last.line)
        while not automaton.admits("_DEDENT") and automaton.admits("_BROKEN"):  # what is missing, if it is a line
            automaton.feed("_BROKEN")
        automaton.feed("_DEDENT")

    def take(self, line: Line) -> bool:
        """Reads one line to its end; False (and a problem) if it cannot be read."""
        rest = iter(line.tokens)
        for token in self.repaired(line, rest):
            if not self.automaton.feed(token.type, token.text, token.start, token.end):
                return False
        return not line.lost

    def repaired(self, line: Line, tokens: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a line as terminals, with small faults mended. Ends early if nothing helps."""
        for index, token in enumerate(tokens):
            terminal = self.terminal_of(token)
            if terminal is None:
                fault = explain(line, index, self.automaton.expected(), self.words)
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
        if not self.automaton.admits("_NL"):
            self.report(at_end(line, self.automaton.expected(), self.words), line)
            line.lost = True
            return
        yield Token("_NL", "", line.end, line.end)

    def report(self, fault: Fault, line: Line) -> None:
        if not line.faulty:
            self.faults.add(fault.code, fault.message, fault.span, fault.notes, fault.advice)
        line.faulty = True
