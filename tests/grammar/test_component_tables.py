"""Component tables in YAML and CSV, and what is said about wrong ones."""

from __future__ import annotations

import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rulewright.grammar import yaml_text
from rulewright.grammar.checked import At, AttributeDecl, EnumDecl, RowDecl
from rulewright.grammar.diagnostics import Problem
from rulewright.grammar.documents import MAX_PROBLEMS
from rulewright.grammar.source import NOWHERE, Source, Span
from rulewright.grammar.tables import read_table, table_schema
from rulewright.grammar.types import (
    DIRECTION,
    NUMBER,
    PLAYER,
    TRUTH,
    EnumType,
    ListType,
    NumberType,
    OrNone,
    Type,
)

VALUES = ("Dagger", "Skull", "Cup", "Mask")
ELEMENT = EnumDecl("Element", VALUES, VALUES, (None,) * 4, At(NOWHERE))
GAME = Source("dionysia.game", 'card Scene(icons: 2 of Element, favor: number) from "scenes.yaml"\n')
TABLE = Span(52, 65)


def attribute(name: str, kind: Type, count: int | None = None) -> AttributeDecl:
    start = max(GAME.text.find(f"{name}:"), 0)
    span = Span(start, start + len(name))
    return AttributeDecl(name, kind if count is None else ListType(kind), kind, count, At(span))


SCENE = (attribute("icons", EnumType("Element"), 2), attribute("favor", NUMBER))


def read(
    text: str, name: str = "scenes.yaml", attributes: tuple[AttributeDecl, ...] = SCENE
) -> tuple[tuple[RowDecl, ...], tuple[Problem, ...]]:
    return read_table(attributes, {"Element": ELEMENT}, Source(name, text), GAME, TABLE)


def told(text: str, name: str = "scenes.yaml", attributes: tuple[AttributeDecl, ...] = SCENE) -> list[str]:
    """The problems of a table as `line:column code`."""
    return [f"{found.line}:{found.column} {found.code}" for found in read(text, name, attributes)[1]]


MAPPING = """# Two scenes.
Banquet:      {icons: [Cup, Cup], favor: 1}
FuneralRites: {icons: [Cup, Skull], favor: -2, copies: 3, title: The Rites}
"""
LIST = """
- name: Banquet
  icons: [Cup, Cup]
  favor: 1
- {name: FuneralRites, icons: [Cup, Skull], favor: -2, copies: 3, title: The Rites}
"""
CSV = """name, icons, favor, copies, title
Banquet, Cup Cup, 1,,
"FuneralRites", Cup Skull, -2, 3, "The Rites"
"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (MAPPING, "a.yaml"),
        (LIST, "a.yml"),
        (CSV, "a.csv"),
        (MAPPING.replace("\n", "\r\n"), "A.YAML"),
        (CSV.replace("\n", "\r\n"), "a.csv"),
        ("\ufeff" + MAPPING, "a.yaml"),
        ("\ufeff" + CSV, "a.csv"),
    ],
)
def test_every_format_gives_the_same_rows(text: str, name: str) -> None:
    rows, problems = read(text, name)
    assert problems == ()
    assert rows == (
        RowDecl("Banquet", "Banquet", 1, ((2, 2), 1)),
        RowDecl("FuneralRites", "The Rites", 3, ((2, 1), -2)),
    )


def test_a_title_is_made_from_the_name_where_none_is_given() -> None:
    rows, _ = read("FuneralRites: {icons: [Cup, Cup], favor: 1}")
    assert rows[0].title == "Funeral Rites"


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        (NumberType(1, 3), {"3": 3}),
        (TRUTH, {"yes": 1, "no": 0}),
        (EnumType("Element"), {"Mask": 3}),
        (OrNone(EnumType("Element")), {"none": -1, "Dagger": 0}),
        (OrNone(NumberType()), {"none": -1, "4": 4}),
        (OrNone(TRUTH), {"none": -1, "yes": 1}),
        (DIRECTION, {"SouthEast": 3}),
    ],
)
@pytest.mark.parametrize("form", ["A: {cell: %s}", "name,cell\nA,%s\n"])
def test_a_cell_becomes_the_number_that_play_uses(kind: Type, cells: dict[str, int], form: str) -> None:
    for written, number in cells.items():
        name = "a.csv" if "," in form else "a.yaml"
        rows, problems = read(form % written, name, (attribute("cell", kind),))
        assert (problems, rows) == ((), (RowDecl("A", "A", 1, (number,)),))


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        (NumberType(1, 3), "4"),
        (NumberType(1, 3), "x"),
        (NUMBER, "99999999999999999999999"),
        (NUMBER, "none"),
        (OrNone(NUMBER), "-1"),  # in play it could not be told from none
        (OrNone(NUMBER), "nothing"),
        (TRUTH, "1"),
        (EnumType("Element"), "none"),
        (DIRECTION, "Up"),
    ],
)
@pytest.mark.parametrize("form", ["A: {cell: %s}", "name,cell\nA,%s\n"])
def test_a_cell_that_does_not_fit_is_reported_where_it_stands(kind: Type, written: str, form: str) -> None:
    rows, problems = read(form % written, "a.csv" if "," in form else "a.yaml", (attribute("cell", kind),))
    assert len(problems) == 1
    source, span = problems[0].source, problems[0].span
    assert source.text[span.start : span.end] == written
    assert [row.name for row in rows] == ["A"], (
        "the name is still known, so that it is not reported elsewhere"
    )


def test_a_misspelt_value_is_reported_with_the_right_one_and_the_declaration() -> None:
    _, problems = read("Banquet:\n    icons: [Cup, Cop]\n    favor: 1\n")
    wanted = "a value of Element: Dagger, Skull, Cup, Mask"
    assert problems[0].render().splitlines() == [
        f'scenes.yaml:2:18: error: Expected {wanted}, not "Cop". [table/value]',
        "  2 |     icons: [Cup, Cop]",
        "    |                  ^^^",
        "    = icons is declared here (dionysia.game:1:12)",
        "    = help: Did you mean Cup?",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A: {icons: [Cup], favor: 1}", ["1:12 table/length"]),
        ("A: {icons: [Cup, Cup]}", ["1:1 table/missing-column"]),
        ("A: {icons: [Cup, Cup], favour: 1}", ["1:24 table/unknown-column"]),
        ("A: {icons: [Cup, Cup], favor: 1, colour: 1}", ["1:34 table/unknown-column"]),
        ("A: {icons: [Cup, Cup], favor: 1, copies: 10001}", ["1:42 table/value"]),
        ("A: {icons: [Cup, Cup], favor: 1, copies: -1}", ["1:42 table/value"]),
        ("A: {icons: [Cup, Cup], favor: }", ["1:31 table/value"]),
        ("A: {icons: [Cup, Cup], favor: 1.5}", ["1:31 yaml/number"]),
        ("A: {icons: [Cup, Cup], favor: 010}", ["1:31 yaml/number"]),
        ("A: {icons: [Cup, Cup], favor: 1:30}", ["1:31 yaml/number"]),
        ("A: {icons: [Cup, Cup], favor: 2026-01-01}", ["1:31 yaml/number"]),
        ("A: {icons: [Cup, On], favor: 1}", ["1:18 table/value"]),
        ("A: Cup", ["1:4 table/value"]),
        ("little: {icons: [Cup, Cup], favor: 1}", ["1:1 table/name"]),
        ("Two Words: {icons: [Cup, Cup], favor: 1}", ["1:1 table/name"]),
        ("No: {icons: [Cup, Cup], favor: 1}", ["1:1 yaml/key"]),
        ("12: {icons: [Cup, Cup], favor: 1}", ["1:1 yaml/key"]),
        ("~: {icons: [Cup, Cup], favor: 1}", ["1:1 yaml/key"]),
        ("? [A]\n: 3\n", ["1:3 yaml/key"]),
        ("A: &x {icons: [Cup, Cup], favor: 1}\nB: *x\n", ["1:4 yaml/alias"]),
        ("A: {<<: {favor: 1}, icons: [Cup, Cup]}", ["1:5 yaml/merge"]),
        ("A: !!python/object:os.system {}", ["1:4 yaml/tag"]),
        ("A: {icons: [Cup, Cup], favor: 1}\n---\nB: 1\n", ["2:1 yaml/document"]),
        ("A:\n\ticons: [Cup, Cup]\n", ["2:1 yaml/tab"]),
        ("A: b: c", ["1:5 yaml/syntax"]),
        ("A: \0", ["1:4 yaml/character"]),
        ("- favor: 1\n  icons: [Cup, Cup]\n", ["1:3 table/missing-column"]),
        ("", ["1:1 table/empty"]),
        ("# nothing\n", ["1:1 table/empty"]),
        ("{}", ["1:1 table/size"]),
        ("[]", ["1:1 table/length"]),
        ("3", ["1:1 table/value"]),
    ],
)
def test_a_fault_of_a_yaml_table_is_told_once_at_its_place(text: str, expected: list[str]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name,icons,favor\nA,Cup Cop,1\n", ["2:3 table/value"]),
        ("name,icons,favor\nA,Cup,1\n", ["2:3 table/length"]),
        ("name,icons,favor\nA,Cup Cup,\n", ["2:11 table/value"]),
        ("name,icons,favor\nA,Cup Cup\n", ["2:1 table/missing-column"]),
        ("name,icons,favor\nA,Cup,Cup,1\n", ["2:3 table/length", "2:7 table/value", "2:11 table/cells"]),
        ("name,icons,favor\n,Cup Cup,1\n", ["2:1 table/value"]),
        ("name,icons,favour\nA,Cup Cup,1\n", ["1:12 table/unknown-column"]),
        ("name,icons\nA,Cup Cup\n", ["1:1 table/missing-column"]),
        ("name,icons,favor,favor\nA,Cup Cup,1,2\n", ["1:18 table/duplicate"]),
        ("name,icons,favor\nA,Cup Cup,1\nA,Cup Cup,1\n", ["3:1 table/duplicate"]),
        ('name,icons,favor\n"A,Cup Cup,1\n', ["2:1 csv/quote"]),
        ('name,icons,favor\n"A" b,Cup Cup,1\n', ["2:5 csv/quote"]),
        ("name,icons,favor\n", ["1:1 table/length"]),
        ("", ["1:1 table/empty"]),
    ],
)
def test_a_fault_of_a_csv_table_is_told_once_at_its_place(text: str, expected: list[str]) -> None:
    assert told(text, "a.csv") == expected


@pytest.mark.parametrize(
    "text",
    [
        "A: {icons: [Cup, Cup], favor: 1}\nA: {icons: [Cup, Cup], favor: 1}\n",
        "- {name: A, icons: [Cup, Cup], favor: 1}\n- {name: A, icons: [Cup, Cup], favor: 1}\n",
    ],
)
def test_a_name_that_stands_twice_is_reported_with_both_places(text: str) -> None:
    rows, problems = read(text)
    assert [row.name for row in rows] == ["A"]
    assert [problem.line for problem in problems] == [2]
    first = problems[0].notes[0]
    assert (first.source.name, first.source.place(first.span.start)[0]) == ("scenes.yaml", 1)


def test_a_fault_of_the_table_as_a_whole_names_the_line_of_the_definition() -> None:
    _, problems = read("A: [")
    assert problems[0].notes
    _, problems = read("")
    assert [(note.source.name, note.span) for note in problems[0].notes] == [("dionysia.game", TABLE)]


def test_more_cards_than_a_table_may_have_are_reported_at_the_row_that_goes_too_far() -> None:
    row = "{icons: [Cup, Cup], favor: 1, copies: 6000}"
    assert told(f"A: {row}\nB: {row}\nC: {row}\n") == ["2:42 table/size"]


@pytest.mark.parametrize(("name", "code"), [("copies", "table/reserved"), ("seat", "table/type")])
def test_an_attribute_that_no_column_can_hold_is_reported_at_its_declaration(name: str, code: str) -> None:
    rows, problems = read("A: {}", attributes=(attribute(name, PLAYER if name == "seat" else NUMBER),))
    assert rows == ()
    assert [(problem.code, problem.source) for problem in problems] == [(code, GAME)]


def test_another_ending_is_refused_where_the_file_is_named() -> None:
    _, problems = read("", "scenes.xlsx")
    assert [(problem.code, problem.source, problem.span) for problem in problems] == [
        ("table/format", GAME, TABLE)
    ]


def test_the_schema_of_a_table_is_a_valid_one() -> None:
    kinds = [NUMBER, NumberType(1, 3), TRUTH, DIRECTION, EnumType("Element")]
    attributes = [attribute(f"a{i}", kind) for i, kind in enumerate(kinds)]
    attributes += [attribute(f"b{i}", OrNone(kind)) for i, kind in enumerate(kinds)]
    attributes += [attribute(f"c{i}", kind, 3) for i, kind in enumerate(kinds)]
    Draft202012Validator.check_schema(table_schema(tuple(attributes), {"Element": ELEMENT}))
    Draft202012Validator.check_schema(table_schema((), {}))


BOMB = "A: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"B{i}: &b{i} [{', '.join(['*a' if i == 0 else f'*b{i - 1}'] * 10)}]\n" for i in range(9)
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BOMB, id="aliases"),
        pytest.param("[" * 10_000, id="brackets"),
        pytest.param("{A: " * 10_000, id="braces"),
        pytest.param("- " * 10_000, id="dashes"),
        pytest.param("? " * 10_000, id="question marks"),
        pytest.param("A: " + "1" * 900_000, id="digits"),
        pytest.param("A: '" + "x" * 900_000, id="an open quote"),
        pytest.param("x" * 1_000_001, id="a long file"),
        pytest.param("".join(f"A{i}: 1\n" for i in range(10_000)), id="many rows"),
        pytest.param("A: {icons: [Cup, Cup], favor: 1}\n" * 1_000, id="one row many times"),
        pytest.param("\n".join(["A: {icons: [Cup, Cup], favor: 1}", *["", "#"] * 10_000]), id="blank lines"),
        pytest.param("name," + "x," * 90_000 + "\nA,Cup Cup\n", id="many columns"),
        pytest.param("A: {" + "".join(f"x{i}: 1, " for i in range(30_000)) + "}", id="many cells"),
        pytest.param("A: {" + "x" * 500_000 + ": 1, icons: " + "y" * 400_000 + "}", id="long names"),
        pytest.param("name,icons,favor\nA," + "Cup " * 200_000 + ",1\n", id="a long list"),
        pytest.param("\x7fELF\x01\x00", id="a program"),
    ],
)
@pytest.mark.parametrize("name", ["a.yaml", "a.csv"])
def test_a_hostile_table_is_given_up_soon(text: str, name: str) -> None:
    began = time.perf_counter()
    _, problems = read(text, name)
    assert len(problems) <= MAX_PROBLEMS
    assert all(len(problem.render()) < 3_000 for problem in problems)
    assert time.perf_counter() - began < 10


def test_the_parser_in_python_finds_the_same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [MAPPING, LIST, "A: {icons: [Cup, Cop], favor: 1}\r\né: 1\r\n", "\ufeffA: &x 1\n", "A: 1\nA: 2\n"]
    before = [(read(text)[0], told(text)) for text in texts]
    monkeypatch.setattr(yaml_text, "_Loader", yaml.SafeLoader)
    assert [(read(text)[0], told(text)) for text in texts] == before


@settings(max_examples=200)
@given(
    text=st.text(alphabet="AaN on:,[]{}&*!<'\"-?#|>\n\t\r1.~é\0"), name=st.sampled_from(["a.yaml", "a.csv"])
)
def test_no_text_at_all_makes_a_table_raise(text: str, name: str) -> None:
    rows, problems = read(text, name)
    assert rows or problems
    for problem in problems:
        problem.render()


@settings(max_examples=200)
@given(text=st.text(alphabet="Aab on:,[]{}'\"-#\n12~"))
def test_what_is_read_is_what_safe_load_reads(text: str) -> None:
    document, problems = yaml_text.read_yaml(Source("a.yaml", text))
    if document is not None and not problems:
        assert document.data == yaml.safe_load(text)
