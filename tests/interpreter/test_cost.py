"""What looking something up may take is bounded before play; what cannot be known before is stopped in play."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

FRAME = """# Cost.
game "Cost"
players 2
notes
    n: number
{terms}
play
    players take turns until n is more than 5
        do "Go"
            choose k from 1 to 5
            {deed}
scoring
    "N" n
    most points win
"""


def write(tmp_path: Path, terms: str = "", deed: str = "add 1 to n") -> Path:
    path = tmp_path / "cost.game"
    path.write_text(FRAME.replace("{terms}", f"terms\n{terms}" if terms else "").replace("{deed}", deed))
    return path


def test_domains_inside_domains_that_multiply_are_refused_at_the_innermost_one_too_large(tmp_path: Path) -> None:
    terms = "    big means number of x in 1 to 90000 where (number of y in 1 to 90000 where x is y) is 1"
    game, problems = rulewright.check(write(tmp_path, terms, "add big to n"))
    assert game is None
    assert [(p.code, p.line, p.column) for p in problems] == [("play/too-large", 7, 15)]


def test_terms_that_use_each_other_over_and_over_are_refused(tmp_path: Path) -> None:
    lines = ["    t0 means n + 1"] + [f"    t{i} means t{i - 1} + t{i - 1} + t{i - 1}" for i in range(1, 25)]
    game, problems = rulewright.check(write(tmp_path, "\n".join(lines), "add t24 to n"))
    assert game is None
    assert problems[0].code == "play/too-large"


def test_a_range_that_grows_in_play_is_stopped_with_its_line_and_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    path = write(tmp_path, deed="add (sum of x for each x in 1 to n + 30000000) to n")
    state = rulewright.load(path).start()
    before = list(state)
    with pytest.raises(rulewright.GameFault, match="too many numbers") as fault:
        state.apply(0)
    assert fault.value.line == 11
    assert list(state) == before


def test_products_that_pass_64_bits_are_stopped_before_they_grow(tmp_path: Path) -> None:
    lines = ["    t0 means n + 3000000000"] + [f"    t{i} means t{i - 1} * t{i - 1}" for i in range(1, 5)]
    state = rulewright.load(write(tmp_path, "\n".join(lines), "add t4 to n")).start()
    with pytest.raises(rulewright.GameFault, match="64 bits"):
        state.apply(0)
