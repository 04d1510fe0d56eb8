"""Component tables: `card Scene(icons: 2 of Element, favor: number) from "scenes.yaml"`.

The columns of a table are the attributes of its kind, so its JSON Schema is made from the declaration. A
table is a YAML mapping from each face's name to its cells, a YAML list of rows with a `name`, or a CSV file
with a header.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .checked import AttributeDecl, Cell, EnumDecl, RowDecl
from .csv_text import CsvCell, read_csv
from .diagnostics import Note, Problem, nearest
from .documents import HIGHEST, LOWEST, MAX_PROBLEMS, Data, Document, Path, Wording, check_document
from .source import Source, Span
from .titles import title_of
from .types import (
    DirectionType,
    EnumType,
    ListType,
    NumberType,
    OrNone,
    TruthType,
    Type,
    UnknownType,
    bare,
)
from .yaml_text import read_yaml

MAX_ROWS = 2_000
MAX_CARDS = 10_000
MAX_COLUMNS = 500
MAX_ITEMS = 1_000  # of a list in a cell
DIRECTIONS = ("North", "NorthEast", "East", "SouthEast", "South", "SouthWest", "West", "NorthWest")
_NAME = "^[A-Z][A-Za-z0-9]*$"
_RESERVED = ("name", "copies", "title")


def read_table(
    attributes: tuple[AttributeDecl, ...],
    enums: Mapping[str, EnumDecl],
    source: Source,
    where: Source,
    span: Span,
) -> tuple[tuple[RowDecl, ...], tuple[Problem, ...]]:
    """The faces that a table gives a kind, in the order of the file, and what is wrong with it.

    `where` and `span` are the place in the definition that names the table. A row with a wrong cell is still
    given, with 0 in that cell, so that one fault does not make its name unknown everywhere.
    """
    declared = _unfit(attributes, where)
    if declared:
        return (), declared
    note = Note("the table is named here", where, span)
    notes = {item.name: Note(f"{item.name} is declared here", where, item.at.span) for item in attributes}

    def noted(path: Path) -> tuple[Note, ...]:
        column = path[1] if len(path) > 1 else None
        return (notes.get(column, note) if isinstance(column, str) else note,)

    ending = source.name.rpartition(".")[2].lower()
    document: Document | None
    match ending:
        case "yaml" | "yml":
            document, problems = read_yaml(source)
        case "csv":
            document, problems = _from_csv(attributes, source)
        case _:
            message = "A table is a .yaml, .yml or .csv file."
            return (), (Problem("table/format", message, where, span),)
    if document is None or (document.data is None and problems):
        return (), tuple(_noted(problem, note) for problem in problems)
    if document.data is None:
        message = "The table is empty."
        return (), (Problem("table/empty", message, source, Span(0, 0), (note,)),)
    if isinstance(document.data, dict | list) and len(document.data) > MAX_ROWS:
        message = f"The table has {len(document.data):,} rows; at most {MAX_ROWS:,} are read."
        return (), (Problem("table/size", message, source, Span(0, 0), (note,)),)
    wording = Wording("table", "column", noted)
    found = [*problems, *check_document(document, table_schema(attributes, enums), wording)]
    rows: list[RowDecl] = []
    first: dict[str, Span] = {}
    total = 0
    for path, name, place, cells in _rows(document):
        if name in first:
            twice = Note("it stands here first", source, first[name])
            message = f"{name} stands in the table for the second time."
            found.append(Problem("table/duplicate", message, source, place, (twice, note)))
            continue
        first[name] = place
        copies = cells.get("copies", 1)
        copies = copies if type(copies) is int and 0 <= copies <= MAX_CARDS else 1
        if total <= MAX_CARDS < total + copies:
            message = f"With this row the table has more than {MAX_CARDS:,} cards."
            found.append(Problem("table/size", message, source, document.at((*path, "copies")), (note,)))
        total += copies
        title = cells.get("title")
        values = tuple(_cell(item, enums, cells.get(item.name)) for item in attributes)
        rows.append(RowDecl(name, title if isinstance(title, str) else title_of(name), copies, values))
    found.sort(key=lambda problem: problem.span.start)
    return tuple(rows), tuple(_noted(problem, note) for problem in found[:MAX_PROBLEMS])


def table_schema(attributes: tuple[AttributeDecl, ...], enums: Mapping[str, EnumDecl]) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind's table. Each `title` says what is expected in its place."""
    cells: dict[str, Any] = {
        "copies": {
            "title": f"a number of copies from 0 to {MAX_CARDS:,}",
            "description": "How many cards have this face; 1 where it is not given.",
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_CARDS,
        },
        "title": {
            "title": "what players read, in quotes",
            "description": "What players read; the words of the name where it is not given.",
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
        },
    }
    needed = [item.name for item in attributes]
    for item in attributes:
        cells[item.name] = _attribute_schema(item, enums)
    columns = ", ".join(needed) or "copies, title"
    name = {
        "title": "a name with a capital first letter and no spaces",
        "type": "string",
        "pattern": _NAME,
        "maxLength": 100,
    }
    row = {
        "title": f"a row with the columns {columns}",
        "type": "object",
        "properties": cells,
        "required": needed,
        "additionalProperties": False,
    }
    named = {**row, "properties": {"name": name, **cells}, "required": ["name", *needed]}
    size = f"from 1 to {MAX_ROWS:,} rows"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a table: for each name a row, or a list of rows",
        "type": ["object", "array"],
        "if": {"type": "array"},
        "then": {"title": size, "minItems": 1, "maxItems": MAX_ROWS, "items": named},
        "else": {
            "title": size,
            "minProperties": 1,
            "maxProperties": MAX_ROWS,
            "propertyNames": name,
            "additionalProperties": row,
        },
    }


def _attribute_schema(attribute: AttributeDecl, enums: Mapping[str, EnumDecl]) -> dict[str, Any]:
    if not isinstance(attribute.type, ListType):
        return _cell_schema(attribute.type, enums)
    item = _cell_schema(attribute.item, enums)
    several = _several(attribute.item)
    if attribute.count is None:
        return {"title": f"a list of {several}", "type": "array", "maxItems": MAX_ITEMS, "items": item}
    return {
        "title": f"a list of {attribute.count} {several}",
        "type": "array",
        "minItems": attribute.count,
        "maxItems": attribute.count,
        "items": item,
    }


def _several(kind: Type) -> str:
    match bare(kind):
        case NumberType():
            return "whole numbers"
        case EnumType(name):
            return f"values of {name}"
        case DirectionType():
            return "directions"
        case _:
            return "values"


def _cell_schema(kind: Type, enums: Mapping[str, EnumDecl]) -> dict[str, Any]:
    match kind:
        case OrNone(NumberType() as number):
            schema = _cell_schema(number, enums)
            title = schema["title"] + " or none"
            if (number.low is None or number.low <= -1) and (number.high is None or number.high >= -1):
                # In play none is -1, so that number could not be told from it.
                schema |= {"not": {"const": -1}}
                title = schema["title"] + " (but -1) or none"
            schema["title"] = title
            none = {"title": title, "const": "none"}
            return {"title": title, "if": {"type": "string"}, "then": none, "else": schema}
        case OrNone(TruthType()):
            return {"title": "yes, no or none", "enum": [True, False, "none"]}
        case OrNone(item):
            schema = _cell_schema(item, enums)
            return {"title": schema["title"] + " or none", "enum": [*schema["enum"], "none"]}
        case NumberType(low, high):
            title = "a whole number"
            if low is not None and high is not None:
                title += f" from {low} to {high}"
            elif low is not None:
                title += f" of at least {low}"
            elif high is not None:
                title += f" of at most {high}"
            return {
                "title": title,
                "type": "integer",
                "minimum": LOWEST if low is None else low,
                "maximum": HIGHEST if high is None else high,
            }
        case TruthType():
            return {"title": "yes or no", "type": "boolean"}
        case EnumType(name):
            values = enums[name].values
            listed = f": {', '.join(values)}" if len(values) <= 8 else ""
            return {"title": f"a value of {name}{listed}", "enum": list(values)}
        case DirectionType():
            return {"title": f"a direction: {', '.join(DIRECTIONS)}", "enum": list(DIRECTIONS)}
        case _:
            return {"title": "a value"}


def _fits(kind: Type) -> bool:
    return isinstance(bare(kind), NumberType | TruthType | EnumType | DirectionType | UnknownType)


def _unfit(attributes: tuple[AttributeDecl, ...], where: Source) -> tuple[Problem, ...]:
    """Attributes that no column can hold: told once at the declaration instead of in every row."""
    found: list[Problem] = []
    for item in attributes:
        if item.name in _RESERVED:
            message = f"{item.name} is a column of every table, so no attribute can have this name."
            found.append(Problem("table/reserved", message, where, item.at.span))
        elif not _fits(item.item if isinstance(item.type, ListType) else item.type):
            message = f"The cells of {item.name} cannot be written in a table."
            advice = "A table holds numbers, yes or no, values of enums, directions, and lists of them."
            found.append(Problem("table/type", message, where, item.at.span, (), advice))
    return tuple(found)


def _rows(document: Document) -> list[tuple[Path, str, Span, dict[str, Data]]]:
    """The rows that have a name: their path, name, the place of it, and cells."""
    found: list[tuple[Path, str, Span, dict[str, Data]]] = []
    match document.data:
        case dict() as rows:
            for name, cells in rows.items():
                path: Path = (name,)
                found.append((path, name, document.key(path), cells if isinstance(cells, dict) else {}))
        case list() as listed:
            for number, cells in enumerate(listed):
                if isinstance(cells, dict) and isinstance(name := cells.get("name"), str):
                    found.append(((number,), name, document.at((number, "name")), cells))
    return found


def _cell(attribute: AttributeDecl, enums: Mapping[str, EnumDecl], value: Data) -> Cell:
    """A cell as it is in play; 0 for what does not fit, which is reported."""
    if not isinstance(attribute.type, ListType):
        return _number(attribute.type, enums, value)
    items = value if isinstance(value, list) else []
    size = len(items) if attribute.count is None else attribute.count
    return tuple(_number(attribute.item, enums, item) for item in (*items[:size], *[0] * (size - len(items))))


def _number(kind: Type, enums: Mapping[str, EnumDecl], value: Data) -> int:
    if isinstance(kind, OrNone) and value == "none":
        return -1
    match bare(kind), value:
        case EnumType(name), str() if value in enums[name].values:
            return enums[name].values.index(value)
        case DirectionType(), str() if value in DIRECTIONS:
            return DIRECTIONS.index(value)
        case ((NumberType() | TruthType()), int()):
            return int(value)
        case _:
            return 0


def _noted(problem: Problem, note: Note) -> Problem:
    """The problem with a note; one about the file as a whole has none yet."""
    if problem.notes:
        return problem
    return replace(problem, notes=(note,))


# ---------------------------------------------------------------------------------------------- CSV


def _from_csv(
    attributes: tuple[AttributeDecl, ...], source: Source
) -> tuple[Document | None, tuple[Problem, ...]]:
    """A CSV table as a list of rows. What is wrong with a column is told at the header, once."""
    lines, problems = read_csv(source)
    if problems:
        return None, problems
    if not lines:
        return Document(source, None, {}, {}, frozenset()), ()
    kinds = {item.name: item for item in attributes}
    header, found = _header(lines[0], list(kinds), source)
    absent = [name for name in ("name", *kinds) if name not in header]
    data: list[Data] = []
    values: dict[Path, Span] = {(): Span(0, len(source.text))}
    faulty: set[Path] = set()
    for number, line in enumerate(lines[1:]):
        row: dict[str, Data] = {}
        values[number,] = line[0].span
        faulty.update((number, name) for name in absent)
        for column, cell in zip(header, line, strict=False):
            # A column without a name of its own is reported; an empty copies or title means "not given".
            if column is None or (not cell.text and column in ("copies", "title")):
                continue
            row[column] = _from_text(kinds.get(column), column, cell.text)
            values[number, column] = cell.span
            if isinstance(words := row[column], list):
                values.update({(number, column, item): cell.span for item in range(len(words))})
        if len(line) > len(header) and len(found) < MAX_PROBLEMS:
            extra = line[len(header)]
            message = f"This row has {len(line)} cells, the header {len(header)}."
            found.append(
                Problem("table/cells", message, source, extra.span, (), "Lists are divided by spaces.")
            )
        data.append(row)
    return Document(source, data, values, {}, frozenset(faulty)), tuple(found)


def _header(
    line: tuple[CsvCell, ...], names: list[str], source: Source
) -> tuple[list[str | None], list[Problem]]:
    known = ["name", "copies", "title", *names]
    # Each unknown column is compared with all known ones, so a hostile header is cut short first.
    line = line[:MAX_COLUMNS]
    missing = [name for name in known if name not in {cell.text for cell in line}]
    header: list[str | None] = []
    first: dict[str, Span] = {}
    found: list[Problem] = []
    for cell in line:
        if cell.text not in known:
            close = nearest(cell.text[:100], missing)
            advice = f"Did you mean {close}?" if close else f"Known here: {', '.join(known)}."
            told = cell.text if len(cell.text) <= 40 else cell.text[:40] + "..."
            message = f'There is no column "{told}".' if told else "A column has no name."
            found.append(Problem("table/unknown-column", message, source, cell.span, (), advice))
            header.append(None)
        elif cell.text in first:
            note = Note("it stands here first", source, first[cell.text])
            message = f"The column {cell.text} stands here for the second time."
            found.append(Problem("table/duplicate", message, source, cell.span, (note,)))
            header.append(None)
        else:
            first[cell.text] = cell.span
            header.append(cell.text)
    absent = [name for name in ("name", *names) if name not in first]
    # A misspelt column is told once, as unknown, and not as missing besides.
    misspelt = {nearest(cell.text[:100], absent) for cell in line if cell.text not in known}
    for name in absent:
        if name not in misspelt:
            message = f"The column {name} is missing."
            found.append(Problem("table/missing-column", message, source, line[0].span.to(line[-1].span)))
    return header, found[:MAX_PROBLEMS]


def _from_text(attribute: AttributeDecl | None, column: str, text: str) -> Data:
    """A cell by its column's type; a text that does not fit stays a text, and the schema refuses it."""
    if attribute is None:
        return _word(NumberType(), text) if column == "copies" else text
    if isinstance(attribute.type, ListType):
        # One item more than a list may have shows that it is too long.
        return [_word(attribute.item, word) for word in text.split(maxsplit=MAX_ITEMS)]
    return _word(attribute.type, text)


def _word(kind: Type, text: str) -> Data:
    if not text:
        return None
    digits = text.removeprefix("-")
    match bare(kind):
        case NumberType() if len(text) <= 20 and digits.isascii() and digits.isdigit():
            return int(text)
        case TruthType() if text.lower() in ("yes", "true"):
            return True
        case TruthType() if text.lower() in ("no", "false"):
            return False
        case _:
            return text
