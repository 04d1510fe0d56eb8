"""A text with a name, and places in it. Offsets count characters; lines and columns exist only at the edge.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

# What shows nothing and steers a terminal, or turns the order of what follows: titles and comments of strangers are
# printed, and must not be able to paint the screen.
UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch of one source, in character offsets."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of the other."""
        return Span(self.start, other.end)


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Source:
    """A definition, table or scenario as text. `name` is what a message calls the file."""

    name: str
    text: str
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(i + 1 for i, char in enumerate(self.text) if char == "\n")
        object.__setattr__(self, "_starts", tuple(starts))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a place given as line and column, both from 1."""
        start = self._starts[min(max(line, 1), len(self._starts)) - 1]
        return min(start + max(column, 1) - 1, len(self.text))

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its end."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")
