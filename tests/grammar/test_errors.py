"""Every faulty program of tests/errors/syntax gets exactly the problems written down beside it.

`python tests/grammar/regenerate.py` writes the expectations afresh; read the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source

FAULTY = Path(__file__).resolve().parents[1] / "errors" / "syntax"
PROGRAMS = sorted(FAULTY.glob("*.game"))


def rendered(program: Path) -> str:
    """The problems of a program as a person sees them."""
    text = program.read_bytes().decode("utf-8")
    game, problems = parse(Source(program.name, text))
    assert game is None
    return "\n\n".join(problem.render() for problem in problems) + "\n"


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_faulty_program_gets_its_problems(program: Path) -> None:
    assert rendered(program) == program.with_suffix(".expected").read_bytes().decode("utf-8")


def test_there_is_a_program_for_every_expectation() -> None:
    assert {path.stem for path in PROGRAMS} == {path.stem for path in FAULTY.glob("*.expected")}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_windows_line_ends_change_no_problem(program: Path) -> None:
    text = program.read_bytes().decode("utf-8")
    _, problems = parse(Source("x", text))
    _, windows = parse(Source("x", text.replace("\n", "\r\n")))
    places = [(problem.code, problem.line, problem.column, problem.message) for problem in problems]
    assert [(problem.code, problem.line, problem.column, problem.message) for problem in windows] == places
