"""Every example of the language reference is checked, played, and is what the text around it claims.

A block `facts` holds, line by line, what is so as the game begins (seed 1, the fewest players):

    EXPRESSION                      it is yes; with `Seat 2:` before it somebody else is `you`
    after "text", "text"            these choices are made
    offered "text", "text"          exactly these are open
    decides "seat", "seat"          exactly these must decide
    told / untold "text"            all / none but the one who has chosen last read so in the log
    stops "text" with "message"     the game breaks down at this choice
    over / winners "seat"           the game has ended / these have won
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.grammar import parse
from rulewright.grammar.build import Builder
from rulewright.grammar.builtins import ADJECTIVES, FUNCTIONS, NOTES, TYPE_WORDS, WORDS
from rulewright.grammar.rules import Build, builders
from rulewright.grammar.source import Source
from rulewright.interpreter.scenario import run

from .pages import DOCS, Block, Example, blocks, examples

PAGES = sorted((DOCS / "language").glob("*.md"))
QUOTED = re.compile(r'"([^"]*)"')
COMMANDS = r"(after|decides|offered|told|untold|winners|over|stops)\b"
EXAMPLES = [example for page in PAGES for example in examples(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_example_of_the_reference_checks_and_plays_and_is_as_said(example: Example, tmp_path: Path) -> None:
    for table in example.files:
        assert table.name is not None
        if "/" not in table.name:
            (tmp_path / table.name).write_text(table.text, encoding="utf-8")
    file = tmp_path / "example.game"
    file.write_text(example.text, encoding="utf-8")
    game, problems = rulewright.check(file)
    if example.block.kind == "game-part":
        # What a part puts aside of its surroundings leaves an action or a number of players without use there.
        problems = tuple(problem for problem in problems if problem.code not in ("unused", "by/never"))
    if example.block.kind == "game-fault":
        said = example.claims[0]
        errors = [problem for problem in problems if problem.severity is rulewright.Severity.ERROR]
        assert [f"{problem.message} [{problem.code}]" for problem in errors] == said.text.splitlines()
        return
    assert not problems, "\n".join(problem.render() for problem in problems)
    assert game is not None
    breaks_down = any(line.startswith("stops ") for claim in example.claims for line in claim.text.splitlines())
    for players in {game.players[0], game.players[-1]} if not breaks_down else ():
        for seed in range(3):
            game.playout(players=players, seed=seed)
    for claim in example.claims:
        hold(game, claim)


def hold(game: rulewright.Game, claim: Block) -> None:
    """Find every line of a block `facts` true."""
    state = game.start(seed=1)
    last = 0
    holds: object
    for number, line in enumerate(claim.text.splitlines(), start=claim.line):
        place = f"line {number}: {line}"
        line = line.split("#")[0].strip()
        if not line:
            continue
        if line.startswith("after "):
            for text in QUOTED.findall(line):
                last = state.actors[0]
                state.apply(text)
        elif line.startswith("offered "):
            found = [choice.text for choice in state.choices()]
            assert found == QUOTED.findall(line), place
        elif line.startswith(("told ", "untold ")):
            (wanted,) = QUOTED.findall(line)
            for seat in set(range(state.players)) - {last}:
                told = any(wanted in entry for entry in state.log(seat))
                assert told is line.startswith("told"), f"{place}\n{state.log(seat)}"
        elif line.startswith("stops "):
            text, message = QUOTED.findall(line)
            with pytest.raises(rulewright.GameFault, match=re.escape(message)):
                state.apply(text)
        elif line.startswith("decides "):
            assert [state.seats[seat] for seat in state.actors] == QUOTED.findall(line), place
        elif line.startswith("winners "):
            assert [state.seats[seat] for seat in state.winners] == QUOTED.findall(line), place
        elif line == "over":
            assert state.over, place
        else:
            seat = None
            if given := re.match(r"(Seat [0-9]+|[A-Z]\w*): *", line):
                seat, line = state.seats.index(given[1]), line[given.end() :]
            try:
                holds = state.evaluate(line, seat=seat)
            except rulewright.Error as error:
                holds = error
            assert holds is True, f"{place}\n{holds}"


def test_every_construct_of_the_grammar_stands_in_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()
    known: set[str] = set()

    def noting(builder: Builder) -> dict[str, Build]:
        def noted(name: str, build: Build) -> Build:
            def note(*args: Any) -> object:
                read.add(name)
                return build(*args)

            return note

        found = builders(builder)
        known.update(found)
        return {name: noted(name, build) for name, build in found.items()}

    monkeypatch.setattr(parse, "builders", noting)
    for example in EXAMPLES:
        parse.parse(Source("example.game", example.text))
        for line in expressions(example):
            parse.parse(Source("fact.game", f'game "fact"\nplayers 2\nterms\n    fact means {line}\n'))
    assert known - read == set()


def test_every_built_in_word_stands_in_an_example() -> None:
    text = "\n".join(line for example in EXAMPLES for line in (example.text, *expressions(example)))
    words = [*(word.name for word in WORDS), *ADJECTIVES, *TYPE_WORDS]
    assert [word for word in words if not re.search(rf"\b{word}\b", text)] == []
    missing = [
        each.usage
        for each in FUNCTIONS
        if not re.search(rf"\b{each.name} of\b" if len(each.parameters) == 1 else rf"\b{each.name}\(", text)
    ]
    assert missing == []


def expressions(example: Example) -> list[str]:
    """The expressions of an example's facts."""
    lines = [line.split("#")[0].strip() for claim in example.claims for line in claim.text.splitlines()]
    lines = [re.sub(r"^(Seat [0-9]+|[A-Z]\w*): *", "", line) for line in lines]
    return [line for line in lines if line and not re.match(COMMANDS, line)]


def test_scenarios_of_the_reference_pass(tmp_path: Path) -> None:
    written = {block.name: block.text for block in blocks(DOCS / "language" / "scenarios.md") if block.name}
    for name, text in written.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    _, problems = rulewright.check(tmp_path / "pond")
    assert not problems, "\n".join(problem.render() for problem in problems)
    results = run(rulewright.load(tmp_path / "pond"))
    assert [(result.status, result.message) for result in results] == [("passed", None)] * 3


def test_tables_of_built_in_words_are_those_of_the_language() -> None:
    """`python tests/docs/regenerate.py` writes them."""
    text = (DOCS / "language" / "built-in.md").read_text(encoding="utf-8")
    for title, rows in tables():
        table = "\n".join(rows)
        assert f"\n{table}\n" in text, f"{title}: run tests/docs/regenerate.py"


def tables() -> list[tuple[str, list[str]]]:
    """The tables of docs/language/built-in.md, each under its heading."""
    words = ["| word | what it is | meaning |", "|---|---|---|"]
    words += [f"| `{word.name}` | {word.type} | {word.meaning} |" for word in WORDS]
    words += [f"| `{name} of player` | number | {meaning} |" for name, meaning in NOTES.items()]
    adjectives = ["| word | meaning |", "|---|---|"]
    adjectives += [f"| `is {name}` | {meaning} |" for name, meaning in ADJECTIVES.items()]
    types = ["| word | meaning |", "|---|---|"]
    types += [f"| `{name}` | {meaning} |" for name, meaning in TYPE_WORDS.items()]
    functions = ["| written | of what | gives | meaning |", "|---|---|---|---|"]
    for each in FUNCTIONS:
        wanted = ", ".join(parameter.value for parameter in each.parameters)
        written = f"{each.name} of ..." if len(each.parameters) == 1 else f"{each.name}(..., ...)"
        functions.append(f"| `{written}` | {wanted} | {each.result} | {each.meaning} |")
    return [("Words", words), ("Adjectives", adjectives), ("Types", types), ("Functions", functions)]
