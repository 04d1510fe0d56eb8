"""A deed that brings a zone's cards to the zone itself comes to an end, however many are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

TEXT = """game "Round"
players 2
components
    enum Hue: Red, Blue
    card Acorn(hue): 6 of each
zones
    heap: open group of Acorn
    bin: open pile
    trays[2]: open pile
notes
    much: number, at first 4000000000000000000
play
    each player takes a turn
        do "Go"
            choose n from 1 to 2
            move 2 Acorn from heap to bin
            {deed}
scoring
    "None"    0
    most points win
"""
HUGE = 2**63 - 1


@pytest.mark.parametrize(
    "deed",
    [
        "refill bin to 9 from bin",
        "refill trays[n] to 9 from trays[n]",
        "refill bin to much from heap",
        f"deal up to {HUGE} from heap to heap",
        "deal up to much from heap to heap",
        f"deal {HUGE} from heap to heap",
        "deal up to much from heap to each tray",
        "move much Acorn from heap to heap",
        "deal all from bin to bin",
        "move all from bin to bin",
        "swap bin with bin",
        "swap top of bin with top of bin",
    ],
)
def test_cards_dealt_to_where_they_lie_do_not_keep_the_game_for_ever(deed: str, tmp_path: Path) -> None:
    file = tmp_path / "round.game"
    file.write_text(TEXT.replace("{deed}", deed))
    state = rulewright.load(file).start(seed=1)
    state.apply(0)
    assert sum(zone["size"] for zone in state.view(0)["zones"]) == 12


@pytest.mark.parametrize("deed", ["deal much from heap to bin", f"deal {HUGE} from heap to each tray"])
def test_more_cards_than_there_are_stop_the_game_with_the_line(deed: str, tmp_path: Path) -> None:
    file = tmp_path / "round.game"
    file.write_text(TEXT.replace("{deed}", deed))
    state = rulewright.load(file).start(seed=1)
    with pytest.raises(rulewright.GameFault, match="not enough cards") as fault:
        state.apply(0)
    assert fault.value.line == 17
