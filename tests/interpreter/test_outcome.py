"""The outcome of a game names the line that ended it."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

TEXT = """# Ends.
game "Ends"
players 2
notes
    n: number
play
    {play}
        do "Go"
            choose k from 1 to 2
            add k to n
            {deed}
{end}
scoring
    "N" n
    most points win
"""


@pytest.mark.parametrize(
    ("play", "deed", "end", "reason", "line"),
    [
        ("players take turns until n is more than 3", "", "", "n is more than 3", 7),
        ("players take turns", "", "end\n    over when n is at least 5", "n is at least 5", 13),
        ("players take turns", "end the game if n is 4", "", "end the game if n is 4", 11),
        ("each player takes a turn", "", "", "the game has been played to its end", 1),
    ],
)
def test_it_is_told_which_line_ended_the_game(
    tmp_path: Path, play: str, deed: str, end: str, reason: str, line: int
) -> None:
    path = tmp_path / "ends.game"
    path.write_text(TEXT.format(play=play, deed=deed, end=end))
    state = rulewright.load(path).start()
    assert not state.winners
    while not state.over:
        state.apply("2")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.line) == (reason, line)
