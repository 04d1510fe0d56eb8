"""What is wrong with a definition, as facts: a code, a place, words, and notes with places of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum

from .source import UNSHOWABLE, Source, Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a problem, such as where a name was declared."""

    message: str
    source: Source
    span: Span


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of an author's text. `code` is stable (`name/unknown`); `help` says what would be right."""

    code: str
    message: str
    source: Source
    span: Span
    notes: tuple[Note, ...] = ()
    help: str | None = None
    severity: Severity = Severity.ERROR

    @property
    def line(self) -> int:
        return self.source.place(self.span.start)[0]

    @property
    def column(self) -> int:
        return self.source.place(self.span.start)[1]

    def as_data(self) -> dict[str, object]:
        """The problem as `rulewright validate --json` prints it."""
        end_line, end_column = self.source.place(self.span.end)
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "file": self.source.name,
            "line": self.line,
            "column": self.column,
            "end_line": end_line,
            "end_column": end_column,
            "notes": [
                {
                    "message": note.message,
                    "file": note.source.name,
                    "line": note.source.place(note.span.start)[0],
                    "column": note.source.place(note.span.start)[1],
                }
                for note in self.notes
            ],
            "help": self.help,
        }

    def render(self) -> str:
        """The problem for a person: place, message, the line with the stretch underlined, notes, help."""
        line, column = self.source.place(self.span.start)
        text = self.source.line(line)
        width = max(1, min(self.span.end - self.span.start, len(text) - column + 1))
        margin = " " * len(str(line))
        lead = "".join(char if char == "\t" else " " for char in text[: column - 1])
        shown = text if len(text) <= 200 else text[:200] + " ..."
        out = [
            f"{self.source.name}:{line}:{column}: {self.severity.value}: {self.message} [{self.code}]",
            f"  {line} | {shown}",
        ]
        if column <= 200:
            out.append(f"  {margin} | {lead}{'^' * min(width, 200)}")
        for note in self.notes:
            at, across = note.source.place(note.span.start)
            out.append(f"  {margin} = {note.message} ({note.source.name}:{at}:{across})")
        if self.help:
            out.append(f"  {margin} = help: {self.help}")
        return "\n".join(UNSHOWABLE.sub("\ufffd", line) for line in out)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one most likely stands for, or None."""
    known = list(known)
    folded = {name.casefold(): name for name in reversed(known)}
    close = get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return folded[close[0]] if close else None
