"""A kind's title may show its attributes."""

from __future__ import annotations

from pathlib import Path

import rulewright

TEXT = """# Titles.
game "Titles"
players 2
components
    enum Suit: Hearts, Spades
    enum Rank: Two, Queen
    card Card(suit, rank) "{rank} of {suit}": 1 of each
zones
    deck: hidden pile of Card
    hand of each player: private group
setup
    deal 2 from deck to each hand
play
    each player takes a turn
        do "Drop"
            choose card from your hand
            move card to top of deck
scoring
    "Cards" size of your hand
    most points win
"""


def test_attributes_in_braces_stand_in_the_title_of_a_card(tmp_path: Path) -> None:
    path = tmp_path / "titles.game"
    path.write_text(TEXT)
    state = rulewright.load(path).start()
    shown = {choice.text for choice in state.choices()}
    assert shown <= {"Two of Hearts", "Queen of Hearts", "Two of Spades", "Queen of Spades"}
    assert len(shown) == 2


def test_what_is_no_attribute_is_reported_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "titles.game"
    path.write_text(TEXT.replace("{rank}", "{rnk}"))
    game, problems = rulewright.check(path)
    assert game is None
    assert [(p.code, p.line, p.column, p.help) for p in problems] == [("kind/title", 7, 28, "did you mean `{rank}`?")]
