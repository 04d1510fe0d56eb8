"""A variable named by a kind stands for cards of that kind alone, whatever else lies in the zone."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

MIXED = """
game "Mixed"
players 2

components
    card Fish(weight: 1 to 3): 1 of each
    card Boot: 2

zones
    bag: open group of Fish, Boot
    out: open group

play
    players take turns until bag has no Fish
        do "Throw back"
            choose {many}fish{plural} from bag
            move fish{plural} to out

scoring
    "Weight"    sum of weight of fish for each fish in bag
    most points win
"""


def started(folder: Path, many: str = "", plural: str = "") -> rulewright.State:
    file = folder / "mixed.game"
    file.write_text(MIXED.format(many=many, plural=plural), encoding="utf-8")
    return rulewright.load(file).start()


@pytest.mark.parametrize(("many", "plural"), [("", ""), ("1 to 2 ", "es")])
def test_only_cards_of_the_kind_are_offered(tmp_path: Path, many: str, plural: str) -> None:
    state = started(tmp_path, many, plural)
    assert [choice.text for choice in state.choices()] == ["Fish (1)", "Fish (2)", "Fish (3)"]


@pytest.mark.parametrize(
    "fact",
    [
        "(number of fish in bag) is 3",
        "(sum of weight of fish for each fish in bag) is 6",
        "(lowest weight of fish for each fish in bag) is 1",
        "every fish in bag is Fish",
        "no fish in bag where weight of fish is 0",
        "size of (all fishes in bag) is 3",
        "size of [weight of fish for each fish in bag] is 3",
        "(number of cards in bag) is 5",
    ],
)
def test_only_cards_of_the_kind_are_counted(tmp_path: Path, fact: str) -> None:
    assert started(tmp_path).evaluate(fact) is True
