"""What is printed on cards, shown to those who must choose."""

from __future__ import annotations

from types import ModuleType

from rulewright.cli.engine import Printed, ZoneView
from rulewright.cli.printed import details, face_up, fan, named_in
from rulewright.cli.render import detailed, table

CARDS: dict[str, Printed] = {
    "Flight": {"attributes": {"icons": ("Cup", "Mask"), "favor": ("2",)}, "texts": ("Move a scene.",)},
    "Revels": {"attributes": {"icons": ("Mask", "Mask"), "favor": ("1",)}, "texts": ()},
    "Revels Again": {"attributes": {"icons": ("Dagger", "Cup"), "favor": ("1",)}, "texts": ()},
}


def acts(fake: ModuleType, *piles: list[str]) -> list[ZoneView]:
    return [
        fake.zone("acts", pile, shape="pile", owner=0, indexes=["Seat 1", str(number)])
        for number, pile in enumerate(piles, 1)
    ]


def test_piles_are_fanned_so_that_first_attributes_form_a_grid(fake: ModuleType) -> None:
    zones = acts(fake, ["Revels", "Flight"], [], ["Revels Again"])
    assert fan(zones, ["1", "2", "3"], CARDS) == [
        "1                2                3",
        "Revels                            Revels Again",
        "  Mask   Mask                       Dagger Cup",
        "Flight",
        "  Cup    Mask",
    ]


def test_piles_that_cannot_be_read_to_the_bottom_are_not_fanned(fake: ModuleType) -> None:
    hidden = [fake.zone("acts", [card], shape="pile", indexes=[str(n)]) for n, card in enumerate(["Flight", None])]
    assert fan(hidden, ["1", "2"], CARDS) is None
    assert fan(acts(fake, ["Sloth"], ["Envy"]), ["1", "2"], CARDS) is None


def test_of_a_pile_only_the_top_card_is_explained(fake: ModuleType) -> None:
    zones = acts(fake, ["Revels", "Flight"], ["Sloth"])
    assert face_up(zones, CARDS) == ["Revels"]
    assert detailed(fake.view(2, zones), CARDS) == {"Revels"}


def test_details_name_the_attributes_and_break_texts_between_words() -> None:
    assert list(details(["Flight", "Revels", "Sloth"], CARDS, 40)) == [
        "Flight   icons Cup-Mask, favor 2",
        "    Move a scene.",
        "Revels   icons Mask-Mask, favor 1",
    ]
    long: dict[str, Printed] = {"Flight": {"attributes": {}, "texts": ("seven words that do not fit here",)}}
    assert list(details(["Flight"], long, 20)) == ["Flight", "    seven words that do not", "    fit here"]


def test_a_question_is_about_the_longest_name_in_it() -> None:
    assert named_in("Use the effect of Revels Again?", CARDS) == ["Revels Again"]
    assert named_in("Use the effect of Revels?", CARDS) == ["Revels"]
    assert named_in("Inflight: choose act", CARDS) == []


def test_a_row_lists_its_cards_with_what_is_printed_on_them(fake: ModuleType) -> None:
    assert table(fake.view(2, [fake.zone("stage", ["Revels", "Flight"], shape="row")]), 80, CARDS) == [
        "Stage",
        "  Revels   icons Mask-Mask, favor 1",
        "  Flight   icons Cup-Mask, favor 2",
        "      Move a scene.",
    ]


def test_fans_too_broad_for_half_the_window_take_all_of_it(fake: ModuleType) -> None:
    lines = table(fake.view(2, acts(fake, ["Revels"], ["Flight"], ["Revels Again"])), 80, CARDS)
    assert lines[1:4] == [
        "  Acts",
        "    1                2                3",
        "    Revels           Flight           Revels Again",
    ]
