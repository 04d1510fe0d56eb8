"""Python examples run as written, from top to bottom of a page, in one session."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_examples(text: str, name: str) -> list[str]:
    """Run the Python blocks of a Markdown text and return what went wrong; none is fine.

    A block with `>>>` is a doctest; any other block is run, and must not raise.
    """
    reports: list[str] = []
    session: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1))
        code = block[1]
        if ">>>" in code:
            test = doctest.DocTestParser().get_doctest(code, {}, name, name, line)
            test.globs = session
            runner.run(test, out=reports.append, clear_globs=False)
        else:
            exec(compile("\n" * line + code, name, "exec"), session)
    return reports


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/design.md"])
def test_python_examples_run(page: str) -> None:
    reports = run_examples((ROOT / page).read_text(encoding="utf-8"), page)
    assert not reports, "\n".join(reports)


def test_an_example_that_prints_something_else_is_reported_with_its_line() -> None:
    text = "# Title\n\n```python\nx = 2\n```\n\n```python\n>>> x\n2\n>>> x + 1\n4\n```\n"
    (report,) = run_examples(text, "sample.md")
    assert 'File "sample.md", line 10' in report


def test_readme_states_one_command_to_play_and_one_to_test() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line.startswith("python3 -m venv .venv && ")]
    assert [line.rpartition(" && ")[2] for line in commands] == [
        ".venv/bin/rulewright play satanimals",
        ".venv/bin/pytest -n auto",
    ]


def test_the_game_that_the_readme_shows_is_the_bundled_one() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert shown == (ROOT / "games" / "tic_tac_toe" / "tic_tac_toe.game").read_text(encoding="utf-8")
