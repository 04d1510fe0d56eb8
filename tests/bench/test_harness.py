"""The harness alternates fairly and says when two sides do not play the same game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bench.__main__ import ROWS, by_hand
from bench.harness import compare, names_matching

if TYPE_CHECKING:
    from collections.abc import Callable


def counting(decisions: int, name: str, log: list[str]) -> Callable[[int], int]:
    def play(seed: int) -> int:
        log.append(name)
        return decisions + seed % 2

    return play


def test_sides_alternate_and_every_slice_gives_a_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    log: list[str] = []
    comparison = compare("nothing", counting(5, "A", log), counting(5, "B", log), seconds=0.0, slices=3)
    assert "".join(log) == "AB" + "ABABAB"  # one game each to warm up, then one in each slice
    assert len(comparison.ratios) == 3
    assert comparison.same_game
    assert capsys.readouterr().out == comparison.line() + "\n"


def test_sides_whose_games_differ_in_length_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    log: list[str] = []
    comparison = compare("other", counting(5, "A", log), counting(9, "B", log), seconds=0.02, slices=2)
    assert not comparison.same_game
    assert capsys.readouterr().out.endswith("NOT THE SAME GAME\n")


def test_rows_are_found_by_how_they_begin() -> None:
    assert names_matching([], ROWS) == list(ROWS)
    assert names_matching(["mask", "tic"], ROWS) == ["tic_tac_toe-2", "maskenball-6", "maskenball-12"]
    with pytest.raises(ValueError, match="chess"):
        names_matching(["chess"], ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_every_row_can_be_played_by_hand(row: str) -> None:
    _, players, playout = ROWS[row]
    assert by_hand(playout, players)(0) > 0
