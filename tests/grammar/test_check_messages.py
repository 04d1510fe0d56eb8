"""Every program of tests/errors/meaning can be read, means nothing, and is told exactly what stands beside it.

`python tests/grammar/regenerate.py` writes the expectations afresh; read the difference before keeping it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.grammar.check import check
from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source

FAULTY = Path(__file__).resolve().parents[1] / "errors" / "meaning"
PROGRAMS = sorted(FAULTY.glob("*.game"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_that_means_nothing_gets_its_problems(program: Path) -> None:
    source = Source(program.name, program.read_bytes().decode("utf-8"))
    tree, faults = parse(source)
    assert tree is not None, faults
    game, problems = check(tree, source, {})
    assert game is None
    told = "\n\n".join(problem.render() for problem in problems) + "\n"
    assert told == program.with_suffix(".expected").read_bytes().decode("utf-8")


def test_there_is_a_program_for_every_expectation() -> None:
    assert PROGRAMS
    assert {path.stem for path in PROGRAMS} == {path.stem for path in FAULTY.glob("*.expected")}
