"""Digests: the form that tools read, what is reported of a faulty one, and the four that the project has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.grammar.digest import Clause, parse_digest

SEEDS = Path(__file__).parents[2] / "seeds"
# Per digest: title, number of clauses, letter of the rulings, number of rulings.
NUMBERED = {
    "satanimals": ("Satanimals", 23, "B", 25),
    "bacchus": ("Bacchus", 19, "A", 20),
    "dionysia": ("Dionysia", 14, "D", 18),
    "maskenball": ("Maskenball Venezia", 25, "C", 18),
}
OPTIONS = {
    "satanimals": {"starter", "flame_by", "exhaustion"},
    "bacchus": {"starter"},
    "dionysia": {"starter"},
    "maskenball": {"starter", "stop_at", "step_limit", "round_limit", "new_guests"},
}

SMALL = """\
# Nim

Take matches.

## Components

- **printed** Matches.

## Clauses

- **@1** Take one match or more.
- **@2** Whoever takes the last match wins.

## Rulings

- **@B1** Who starts? Chance decides.

## Checks

- With one match the starter wins.
"""


def read(name: str) -> str:
    return (SEEDS / f"{name}.md").read_text(encoding="utf-8")


def complaints(text: str) -> list[tuple[int, str]]:
    return list(parse_digest(text)[1])


def test_a_digest_gives_its_title_and_each_item_with_its_line() -> None:
    digest, problems = parse_digest(SMALL)
    assert problems == ()
    assert digest.title == "Nim"
    assert digest.clauses == {
        "1": Clause("1", "Take one match or more.", 11, is_ruling=False),
        "2": Clause("2", "Whoever takes the last match wins.", 12, is_ruling=False),
        "B1": Clause("B1", "Who starts? Chance decides.", 16, is_ruling=True),
    }


def test_line_ends_and_a_byte_order_mark_make_no_difference() -> None:
    assert parse_digest("\ufeff" + SMALL.replace("\n", "\r\n")) == parse_digest(SMALL)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("# Nim", "Nim", 1, "A digest begins with its title: # Title."),
        ("Take matches.", "# Again", 3, "A digest has one title, and it is Nim already."),
        ("## Rulings", "## Judgements", 1, "The section ## Rulings is missing."),
        ("## Checks", "## Clauses", 18, "Clauses have begun on line 9 already."),
        ("- **@B1** Who starts? Chance decides.", "", 14, "The section ## Rulings has no items."),
        ("**@2**", "**@3**", 12, "@3 stands where @2 is due."),
        ("**@1**", "**@2**", 11, "@2 stands where @1 is due."),
        ("**@2**", "**@1**", 12, "@1 stands on line 11 already."),
        ("**@2**", "**@B2**", 12, "@B2 belongs under ## Rulings."),
        ("**@B1**", "**@3**", 16, "@3 belongs under ## Clauses."),
        ("- **printed** Matches.", "- **@1** Matches.", 7, "@1 belongs under ## Clauses."),
        ("decides.", "decides.\n- **@C2** Why?", 17, "The rulings here are lettered B, not C."),
    ],
)
def test_a_fault_is_reported_on_its_line(old: str, new: str, line: int, message: str) -> None:
    assert (line, message) in complaints(SMALL.replace(old, new, 1))


@pytest.mark.parametrize(
    "item",
    [
        "- **@0** No.",
        "- **@07** No.",
        "- **@99999** No.",
        "- **@b1** No.",
        "- @1 No.",
        " - **@1** No.",
        "* **@1** No.",
        "- **@1**",
    ],
)
def test_an_item_that_is_spelt_wrongly_is_reported_wherever_it_stands(item: str) -> None:
    message = "An item is spelt - **@10** and its words, with no space before it."
    assert (20, message) in complaints(SMALL.replace("- With one match the starter wins.", item))
    assert (11, message) in complaints(SMALL.replace("- **@1** Take one match or more.", item))


def test_an_item_cannot_go_on_over_a_second_line_unnoticed() -> None:
    wrapped = SMALL.replace("match wins.", "match\n  wins.")
    assert complaints(wrapped) == [(13, "Under Clauses each line is an item: - **@10** and its words.")]


def test_what_is_well_formed_is_kept_beside_the_problems() -> None:
    digest, problems = parse_digest(SMALL.replace("**@2**", "**@5**"))
    assert list(digest.clauses) == ["1", "5", "B1"]
    assert len(problems) == 1


FRAGMENTS = [*SMALL.splitlines(), "- **@3** More.", "- **@C9** Why?", "- **@", "#", "##", ""]


@given(st.lists(st.sampled_from(FRAGMENTS) | st.text()))
def test_no_text_makes_the_reader_fail(lines: list[str]) -> None:
    text = "\n".join(lines)
    digest, problems = parse_digest(text)
    rows = text.split("\n")
    assert all(1 <= line <= len(rows) for line, _ in problems)
    assert all(f"**@{name}**" in rows[clause.line - 1] for name, clause in digest.clauses.items())


def test_every_digest_of_the_project_is_listed_here() -> None:
    assert {path.stem for path in SEEDS.glob("*.md")} - {"README"} == set(NUMBERED)


@pytest.mark.parametrize("name", NUMBERED)
def test_a_digest_of_the_project_is_numbered_without_gaps(name: str) -> None:
    title, clauses, letter, rulings = NUMBERED[name]
    digest, problems = parse_digest(read(name))
    assert problems == ()
    assert digest.title == title
    wanted = [str(n) for n in range(1, clauses + 1)] + [f"{letter}{n}" for n in range(1, rulings + 1)]
    assert list(digest.clauses) == wanted


@pytest.mark.parametrize("name", NUMBERED)
def test_a_digest_of_the_project_is_whole(name: str) -> None:
    text = read(name)
    sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert sections == ["Components", "Clauses", "Rulings", "Checks"]
    assert "The printed rulebook is not reproduced here" in text
    components = text[text.index("## Components") : text.index("## Clauses")]
    facts = [row for row in components.splitlines() if row.startswith("- ")]
    assert facts
    assert all(re.match(r"- \*\*(printed|reported|derived|invented)\*\* \S", fact) for fact in facts)


@pytest.mark.parametrize("name", NUMBERED)
def test_a_digest_of_the_project_names_the_options_of_its_game_in_rulings(name: str) -> None:
    rulings = [clause.text for clause in parse_digest(read(name))[0].clauses.values() if clause.is_ruling]
    named = {word for text in rulings for word in re.findall(r"options? `([a-z_]+)`", text)}
    assert named == OPTIONS[name]


@pytest.mark.parametrize("name", NUMBERED)
def test_a_digest_of_the_project_mentions_only_its_own_clauses(name: str) -> None:
    digest, _ = parse_digest(read(name))
    mentioned = set(re.findall(r"@([A-Z]?\d+)", read(name))) | set(re.findall(r"clauses? (\d+)", read(name)))
    assert mentioned <= set(digest.clauses)


def test_the_scene_cards_are_as_the_digest_describes_the_set() -> None:
    rows = re.findall(
        r"^\| ([A-Z][^|]*) \| (scoring|instant) \| ([DSCM]) ([DSCM]) \| ([DSCM] [DSCM] [DSCM]) \| ([12]) \|",
        read("dionysia"),
        re.MULTILINE,
    )
    assert len(rows) == 18
    pairs = [(left, right) for _, _, left, right, _, _ in rows]
    assert len(set(pairs)) == 16
    assert sorted(pair for pair in set(pairs) if pairs.count(pair) == 2) == [("D", "C"), ("S", "M")]
    assert all(sum(pair.count(element) for pair in pairs) == 9 for element in "DSCM")
    assert len({pattern for *_, pattern, _ in rows}) == 18
    assert [kind for _, kind, *_ in rows] == ["scoring"] * 9 + ["instant"] * 9
    assert all(favor == ("1" if kind == "scoring" else "2") for _, kind, *_, favor in rows)
