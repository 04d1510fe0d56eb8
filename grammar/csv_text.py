"""CSV as rows of cells with places. Python's own reader gives no columns, and a message needs them."""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostics import Problem
from .documents import MAX_PARTS, MAX_TEXT
from .source import NOWHERE, UNSHOWABLE, Source, Span


@dataclass(frozen=True, slots=True)
class CsvCell:
    """A cell without the spaces around it and without its quotes; `span` covers the quotes."""

    text: str
    span: Span


def read_csv(source: Source) -> tuple[tuple[tuple[CsvCell, ...], ...], tuple[Problem, ...]]:
    """The lines of a CSV text that are not blank: cells divided by commas, `"` around a cell that holds a
    comma, `""` within it for one quote. A quoted cell ends in its line.
    """
    if len(source.text) > MAX_TEXT:
        message = f"The file is too long: at most {MAX_TEXT:,} characters are read."
        return (), (Problem("csv/size", message, source, NOWHERE),)
    for bad in UNSHOWABLE.finditer(source.text):
        if source.text[bad.start() : bad.start() + 2] != "\r\n":
            message = f"The character U+{ord(bad.group()):04X} cannot stand in a CSV file."
            return (), (Problem("csv/character", message, source, Span(bad.start(), bad.end())),)
    rows: list[tuple[CsvCell, ...]] = []
    problems: list[Problem] = []
    offset = parts = 0
    for line in source.text.split("\n"):
        if line.strip("\ufeff \t\r"):
            cells, problem = _cells(source, offset, offset + len(line.rstrip("\r")))
            parts += len(cells)
            if parts > MAX_PARTS:
                message = f"The file holds too much: at most {MAX_PARTS:,} cells are read."
                return (), (Problem("csv/size", message, source, Span(offset, offset)),)
            rows.append(cells)
            if problem is not None:
                problems.append(problem)
        offset += len(line) + 1
    return tuple(rows), tuple(problems[:1])


def _cells(source: Source, start: int, end: int) -> tuple[tuple[CsvCell, ...], Problem | None]:
    text = source.text
    cells: list[CsvCell] = []
    at = start
    while True:
        while at < end and text[at] in " \t\ufeff":
            at += 1
        if at < end and text[at] == '"':
            close = at + 1
            while close < end and (text[close] != '"' or text[close + 1 : close + 2] == '"'):
                close += 2 if text[close] == '"' else 1
            if close >= end:
                message = "The quote that begins here does not end in its line."
                return tuple(cells), Problem("csv/quote", message, source, Span(at, end))
            cells.append(CsvCell(text[at + 1 : close].replace('""', '"'), Span(at, close + 1)))
            comma = close + 1
            while comma < end and text[comma] in " \t":
                comma += 1
            if comma < end and text[comma] != ",":
                message = "A comma is expected after the quote."
                return tuple(cells), Problem("csv/quote", message, source, Span(comma, comma + 1))
        else:
            comma = text.find(",", at, end)
            comma = end if comma < 0 else comma
            word = text[at:comma].rstrip()
            cells.append(CsvCell(word, Span(at, at + len(word))))
        if comma >= end:
            return tuple(cells), None
        at = comma + 1
