"""Digest, definition and scenarios of every bundled game hold together, clause by clause.

Every clause and ruling of the digest is cited by a line of the definition and named by a scenario, and every cited line is
needed: without it, one of the scenarios that name its clauses fails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.grammar.check import check
from rulewright.grammar.digest import Clause, parse_digest
from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source
from rulewright.interpreter.game import Game
from rulewright.interpreter.scenario import read_file, run_one, scenario_files, scenario_folder
from rulewright.interpreter.scenario_file import Scenario, read_scenarios

SEEDS = Path(__file__).parents[2] / "seeds"
GAMES = [name for name in rulewright.bundled() if (SEEDS / f"{name}.md").is_file()]


@cache
def clauses(name: str) -> dict[str, Clause]:
    digest, problems = parse_digest((SEEDS / f"{name}.md").read_text(encoding="utf-8"))
    assert problems == ()
    return digest.clauses


@cache
def game(name: str) -> Game:
    return rulewright.load(name)


@cache
def scenarios(name: str) -> tuple[tuple[Source, Scenario], ...]:
    out: list[tuple[Source, Scenario]] = []
    for path in scenario_files(scenario_folder(game(name))):
        source = read_file(path)
        found, problems = read_scenarios(source)
        assert problems == ()
        out.extend((source, scenario) for scenario in found)
    return tuple(out)


def cites(name: str) -> dict[str, list[int]]:
    """For every clause that the definition cites, the lines that do."""
    out: dict[str, list[int]] = {}
    checked = game(name).checked
    for clause, span in checked.cites:
        out.setdefault(str(clause), []).append(checked.source.place(span.start)[0])
    return out


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_and_ruling_is_cited_by_a_line(name: str) -> None:
    assert [clause for clause in clauses(name) if clause not in cites(name)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_cite_is_in_the_digest(name: str) -> None:
    assert {cite: lines for cite, lines in cites(name).items() if cite not in clauses(name)} == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_a_scenario_and_every_scenario_its_clauses(name: str) -> None:
    named = {clause for _, scenario in scenarios(name) for clause in scenario.clauses}
    assert [clause for clause in clauses(name) if clause not in named] == []
    assert sorted(named - set(clauses(name))) == []
    assert [scenario.name.text for _, scenario in scenarios(name) if not scenario.clauses] == []


@pytest.mark.parametrize("name", rulewright.bundled())
def test_every_scenario_passes(name: str) -> None:
    results = [run_one(game(name), source, scenario) for source, scenario in scenarios(name)]
    wrong = [f"{result.file}:{result.line}: {result.name}: {result.message}" for result in results]
    assert [text for text, result in zip(wrong, results, strict=True) if result.status != "passed"] == []


# ---------------------------------------------------------------------------------------------- mutants


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a definition that cites clauses: its number from 1, what it says, and the clauses."""

    number: int
    text: str
    clauses: tuple[str, ...]


def cited_lines(name: str) -> list[Line]:
    source = game(name).checked.source
    by_line: dict[int, list[str]] = {}
    for clause, numbers in cites(name).items():
        for number in numbers:
            by_line.setdefault(number, []).append(clause)
    return [Line(number, source.line(number), tuple(found)) for number, found in sorted(by_line.items())]


_NUMBER = re.compile(r"(?<![\w@\[])([0-9]+)(?![\w\]])")
_SWAPS = (
    (" is not ", " is "),
    (" is ", " is not "),
    (" or ", " and "),
    (" and ", " or "),
    (" highest ", " lowest "),
    (" most ", " fewest "),
    ("hidden ", "open "),
    ("private ", "open "),
    ("top open ", "open "),
    ("open ", "hidden "),
    (", normally random", ", normally 1"),
    (" do ", " may do "),
    (" from others", " from [you]"),
    ("up to ", "any number of "),
    (" different of", " of"),
    ("each other player", "each player"),
    (" then ", " "),
    (" - ", " + "),
    (" all ", " any "),
    (" any ", " every "),
    (" every ", " any "),
)
_CLAUSES_OF_A_LINE = (" if ", " where ", " until ", " from ", " with ", ", ")


def mutants(text: str) -> list[str]:
    """What may stand instead of a line: nothing; or the line with a condition left out, turned round, or another number."""
    body, space, cited = re.match(r"(.*?)(\s*)((?:@\S+\s*)*)$", text).groups()  # type: ignore[union-attr]
    out = [""]
    for word in _CLAUSES_OF_A_LINE:
        if word in body:
            head, _, tail = body.rpartition(word)
            out.append(head + (":" if tail.endswith(":") else ""))
    out.extend(f" {body} ".replace(old, new, 1)[1:-1] for old, new in _SWAPS if old in f" {body} ")
    if " means " in body:
        out.append(f"{body} + 1")
    for match in _NUMBER.finditer(body):
        others = (int(match[1]) + 1, max(int(match[1]) - 1, 0))
        out.extend(f"{body[: match.start()]}{other}{body[match.end() :]}" for other in others)
    return [f"{each}{space}{cited}" if each else "" for each in dict.fromkeys(out) if each != body]


def block_below(lines: list[str], number: int) -> range:
    """The numbers of the lines that are indented below a line."""
    def depth(text: str) -> int:
        return len(text) - len(text.lstrip())

    end = number + 1
    while end <= len(lines) and lines[end - 1].strip() and depth(lines[end - 1]) > depth(lines[number - 1]):
        end += 1
    return range(number + 1, end)


def mutated(name: str, number: int, instead: str) -> Game | None:
    """The game with a line changed, None if it does not hold together. A line left out takes the block below it along."""
    definition = game(name).definition
    lines = definition.source.text.split("\n")
    below = block_below(lines, number) if not instead else range(0)
    lines[number - 1 : number + len(below)] = [instead, *([""] * len(below))]
    source = Source(definition.source.name, "\n".join(lines))
    tree, problems = parse(source)
    if tree is None or any(problem.severity == "error" for problem in problems):
        return None
    checked, _ = check(tree, source, definition.tables)
    if checked is None:
        return None
    return Game(replace(definition, source=source, tree=tree, checked=checked))


def first_mutant(name: str, line: Line) -> tuple[int, str, Game] | None:
    """The first change of a line that holds together; where none does, of a line below it that cites nothing itself."""
    lines = game(name).checked.source.text.split("\n")
    below = [number for number in block_below(lines, line.number) if " @" not in lines[number - 1]]
    for number in (line.number, *below):
        for instead in mutants(lines[number - 1].rstrip()):
            mutant = mutated(name, number, instead)
            if mutant is not None:
                return number, instead, mutant
    return None


def survives(mutant: Game, judges: list[tuple[Source, Scenario]]) -> bool:
    """Whether every scenario still passes."""
    try:
        return all(run_one(mutant, source, scenario).status == "passed" for source, scenario in judges)
    except rulewright.Error:
        return False


def survivors(name: str) -> list[str]:
    """Cited lines that could be another without a scenario of their clauses failing: the place, and what stood instead."""
    out = []
    for line in cited_lines(name):
        judges = [each for each in scenarios(name) if set(each[1].clauses) & set(line.clauses)]
        found = first_mutant(name, line)
        if found is None:
            continue
        number, instead, mutant = found
        if survives(mutant, judges):
            told = instead.strip() or "left out"
            out.append(f"line {number} @{' @'.join(line.clauses)}: {line.text.strip()}\n    may be: {told}")
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_cited_line_is_needed_by_a_scenario_of_its_clauses(name: str) -> None:
    left = survivors(name)
    assert not left, f"{len(left)} of {len(cited_lines(name))} cited lines are not needed:\n" + "\n".join(left)
