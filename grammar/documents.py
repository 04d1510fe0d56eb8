"""Plain data that was read from a text, with the place of every part, and its check against a JSON Schema.

YAML and CSV both end here, so tables and scenario files report wrong parts in one way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from .diagnostics import Note, Problem, nearest
from .source import Source, Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Data: TypeAlias = "bool | int | str | list[Data] | dict[str, Data] | None"
Path: TypeAlias = tuple[str | int, ...]

MAX_TEXT = 1_000_000  # characters of a file
MAX_DEPTH = 20  # lists and mappings within each other
MAX_PARTS = 100_000  # values of a file
MAX_PROBLEMS = 50  # a file that is wrong everywhere is told once, not ten thousand times
LOWEST, HIGHEST = -(2**63), 2**63 - 1


@dataclass(frozen=True, slots=True)
class Document:
    """The data of a file. `values` and `keys` give the place of a value and of the key (or column) that leads
    to it; `faulty` are the paths that are already reported, so that a fault is told once.
    """

    source: Source
    data: Data
    values: Mapping[Path, Span]
    keys: Mapping[Path, Span]
    faulty: frozenset[Path]

    def at(self, path: Path) -> Span:
        """The place of a value, or of the nearest thing around it that has one."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.values:
                return self.values[path[:end]]
        return Span(0, 0)

    def key(self, path: Path) -> Span:
        """The place of the key that leads to a value; of the value itself where it has none."""
        return self.keys.get(path) or self.at(path)

    def text(self, path: Path) -> str:
        """A value as it is written."""
        span = self.at(path)
        return self.source.text[span.start : span.end]

    def is_faulty(self, path: Path) -> bool:
        """Whether the value or something around it is already reported."""
        return any(path[:end] in self.faulty for end in range(len(path) + 1))


@dataclass(frozen=True, slots=True)
class Wording:
    """How the faults of one file format are told: the first half of their codes, what a key is called, and
    the notes that go with a place.
    """

    area: str  # table, scenario
    noun: str  # column, field
    notes: Callable[[Path], tuple[Note, ...]]


def without_notes(_path: Path) -> tuple[Note, ...]:
    """The notes of a format that has nothing else to point at."""
    return ()


def check_document(document: Document, schema: Mapping[str, Any], wording: Wording) -> tuple[Problem, ...]:
    """The faults of a document by a JSON Schema (draft 2020-12), in the order of the text; at most fifty.

    A subschema's `title` says what is expected in its place ("a whole number from 1 to 8").
    """
    # Imported here: most games have no table, and importing jsonschema takes longer than checking a game.
    from jsonschema import Draft202012Validator

    errors = islice(Draft202012Validator(schema).iter_errors(document.data), MAX_PROBLEMS)
    found = {
        (problem.span.start, problem.code, problem.message): problem
        for error in errors
        for problem in _problems(document, error, wording)
    }
    return tuple(found[key] for key in sorted(found))[:MAX_PROBLEMS]


def shown(value: Data) -> str:
    """A value in a message."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "a mapping"
        case str():
            return f'"{value[:40]}..."' if len(value) > 43 else f'"{value}"'
        case _:
            return str(value)


_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "yes or no",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}


def _expected(schema: Mapping[str, Any]) -> str:
    if "title" in schema:
        return str(schema["title"])
    kinds = schema.get("type", [])
    return " or ".join(_TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _problems(document: Document, error: ValidationError, wording: Wording) -> Iterator[Problem]:
    """One error of the validator as problems. Only `error`'s facts are used, never its English."""
    path: Path = tuple(error.absolute_path)
    if document.is_faulty(path):
        return
    schema = cast("Mapping[str, Any]", error.schema)
    wanted = cast("Any", error.validator_value)
    value = cast("Data", error.instance)

    def problem(
        code: str, message: str, span: Span, advice: str | None = None, about: Path = path
    ) -> Problem:
        code = f"{wording.area}/{code}"
        return Problem(code, message, document.source, span, wording.notes(about), advice)

    if "propertyNames" in error.absolute_schema_path:
        where = (*path, str(value))
        if not document.is_faulty(where):
            yield problem("name", f"Expected {_expected(schema)}, not {shown(value)}.", document.key(where))
        return
    match str(error.validator):
        case "additionalProperties" if isinstance(value, dict):
            known = list(schema.get("properties", {}))
            for key in _extra(value, schema):
                where = (*path, key)
                if document.is_faulty(where):
                    continue
                close = nearest(key[:100], [name for name in known if name not in value])
                advice = f"Did you mean {close}?" if close else f"Known here: {', '.join(known)}."
                message = f"There is no {wording.noun} {shown(key)}."
                yield problem(f"unknown-{wording.noun}", message, document.key(where), advice)
        case "required" if isinstance(value, dict):
            missing = [name for name in wanted if name not in value]
            # A misspelt key is told once, as unknown, and not as missing besides.
            misspelt = {nearest(key[:100], missing) for key in _extra(value, schema)}
            for name in missing:
                if name not in misspelt and not document.is_faulty((*path, name)):
                    message = f"The {wording.noun} {name} is missing."
                    yield problem(f"missing-{wording.noun}", message, document.key(path), about=(*path, name))
        case "dependentRequired" if isinstance(value, dict):
            for key, others in wanted.items():
                missing = [other for other in others if other not in value]
                if key in value and missing:
                    message = f"{key} stands only beside {' and '.join(missing)}."
                    yield problem(f"missing-{wording.noun}", message, document.key((*path, key)))
        case "uniqueItems":
            yield problem("duplicate", "Something stands in this list twice.", document.at(path))
        case "minItems" | "maxItems" if isinstance(value, list):
            message = f"Expected {_expected(schema)}, not {len(value)} of them."
            yield problem("length", message, document.at(path))
        case "minProperties" | "maxProperties":
            yield problem("size", f"Expected {_expected(schema)}.", document.at(path))
        case _:
            options = [word for word in schema.get("enum", ()) if isinstance(word, str)]
            advice = ""
            written = document.text(path)
            if isinstance(value, str) and (close := nearest(value[:100], options)):
                advice = f"Did you mean {close}?"
            elif isinstance(value, bool) and len(written) < 6:
                advice = (
                    f'YAML reads {written} as yes or no; where it is a name, write "{written}" in quotes.'
                )
            elif value is None:
                advice = "There is no value here."
            told = shown(value)
            yield problem(
                "value", f"Expected {_expected(schema)}, not {told}.", document.at(path), advice or None
            )


def _extra(value: dict[str, Data], schema: Mapping[str, Any]) -> Iterable[str]:
    """The first keys that a schema does not know. Patterns are those of our own schemas: a first letter."""
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    extra = (key for key in value if key not in known and not any(re.search(p, key) for p in patterns))
    return list(islice(extra, MAX_PROBLEMS))
