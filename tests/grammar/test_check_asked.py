"""Nobody is asked, in the middle of an effect, by what they may not see."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

TEXT = """# Asked.
game "Asked"
players 2
components
    card Card
        name  copies
        Ace   3
        Two   3
zones
    deck: hidden pile of Card
    hand of each player: private group
setup
    shuffle deck
    deal 2 from deck to each hand
play
    each player takes a turn
        do "Look"
            choose rival from others
            {lines}
scoring
    "Cards" size of your hand
    most points win
"""


def codes(tmp_path: Path, *lines: str) -> list[tuple[str, int]]:
    path = tmp_path / "asked.game"
    path.write_text(TEXT.replace("{lines}", "\n            ".join(lines)))
    _, problems = rulewright.check(path)
    return [(problem.code, problem.line) for problem in problems]


@pytest.mark.parametrize("zone", ["deck", "hand of rival"])
def test_a_choice_inside_an_effect_from_what_the_chooser_may_not_see_is_refused(tmp_path: Path, zone: str) -> None:
    found = codes(tmp_path, "move 1 Ace from your hand to deck if your hand has Ace", f"choose card from {zone}",
                  "move card to your hand")
    assert found == [("choose/hidden", 20)]


@pytest.mark.parametrize("zone", ["deck", "hand of rival"])
def test_what_the_effect_has_shown_before_may_be_chosen_from(tmp_path: Path, zone: str) -> None:
    assert codes(tmp_path, f"show {zone} to you", f"choose card from {zone}", "move card to your hand") == []


def test_one_at_random_needs_no_look(tmp_path: Path) -> None:
    assert codes(tmp_path, "remember card as random card in hand of rival", "move card to your hand") == []
