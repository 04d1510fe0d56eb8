"""The JSON Schemas that come with Rulewright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.grammar.diagnostics import Note, Problem
from rulewright.grammar.source import Source, Span
from rulewright.schemas import names, schema


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in a schema, from the outermost in."""
    match value:
        case dict():
            yield value
            for item in value.values():
                yield from parts(item)
        case list():
            for item in value:
                yield from parts(item)


def test_every_file_format_and_every_output_has_a_schema() -> None:
    assert names() == ["list", "perft", "record", "scenario", "simulate", "test", "validate"]


@pytest.mark.parametrize("name", names())
def test_a_schema_is_valid_and_says_what_it_describes(name: str) -> None:
    loaded = schema(name)
    Draft202012Validator.check_schema(loaded)
    assert loaded["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert loaded["$id"] == f"urn:rulewright:schema:{name}"
    assert loaded["title"]
    assert loaded["description"]


@pytest.mark.parametrize("name", names())
def test_the_examples_of_a_schema_fit_it(name: str) -> None:
    loaded = schema(name)
    assert loaded["examples"]
    for example in loaded["examples"]:
        Draft202012Validator(loaded).validate(example)


@pytest.mark.parametrize("name", names())
def test_an_object_of_a_schema_has_no_fields_that_nobody_described(name: str) -> None:
    for part in parts(schema(name)):
        if isinstance(part.get("properties"), dict) and "type" in part:
            assert part["additionalProperties"] is False
            for field, described in part["properties"].items():
                assert "description" in described or "$ref" in described or "title" in described, field


def test_a_schema_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        schema("../../pyproject")


def test_a_problem_as_data_fits_the_output_of_validate() -> None:
    source = Source("a.game", "hand\nhnd\n")
    problem = Problem(
        "name/unknown",
        "There is no zone hnd.",
        source,
        Span(5, 8),
        (Note("declared here", source, Span(0, 4)),),
    )
    Draft202012Validator(schema("validate")).validate({"files": 1, "diagnostics": [problem.as_data()]})
