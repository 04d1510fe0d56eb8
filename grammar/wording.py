"""What to say about a line that cannot be read: never tokens, but what a writer of rules sees and may have meant."""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostics import nearest
from .layout import Line, Token, shorten
from .source import Span
from .words import HEADINGS


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of syntax. `instead`, `insert`: the terminal with which the rest of the line can be read."""

    code: str
    message: str
    span: Span
    notes: tuple[tuple[str, Span], ...] = ()
    help: str | None = None
    instead: str | None = None
    insert: str | None = None


def at_end(line: Line, expected: set[str]) -> Fault:
    return Fault("line/incomplete", "the line ends too early", Span(line.end, line.end + 1))


def missing_block(opener: Line, line: Line | None, fits: bool) -> Fault:
    return Fault("block/missing", "a block is missing", Span(opener.start, opener.end))


def unexpected_block(line: Line, before: Line | None) -> Fault:
    return Fault("indent/unexpected", "unexpected indentation", Span(line.start, line.end))


def explain(line: Line, index: int, expected: set[str], words: dict[str, tuple[str, ...]]) -> Fault:
    token = line.tokens[index]
    return Fault("syntax/unexpected", f"{token.text} not expected: {sorted(expected)}", token.span)
