"""A team wins together."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.cli.tally import Task, in_turn

PARTNERS = """\
game "Partners"
players 4 in teams of 2

components
    token Coin: 8

zones
    bank: open group of Coin
    purse of each player: open group

play
    each player takes a turn
        do "Take"
            choose n from 1 to 2
            deal n from bank to your purse

scoring
    "Coins"    size of your purse
    most points win
"""


def test_a_game_that_a_team_wins_is_a_win_of_both_partners_and_no_tie(tmp_path: Path) -> None:
    path = tmp_path / "partners.game"
    path.write_text(PARTNERS, encoding="utf-8")
    (total,) = in_turn(rulewright.load(path), Task(str(path), 60, 4, 1, ()))
    first, second, third, fourth = total.wins
    assert first == third > 0
    assert second == fourth > 0
    assert first + second + total.ties == 60
    assert 0 < total.ties < 60
