"""A position as text."""

from __future__ import annotations

from types import ModuleType

import pytest

from rulewright.cli.render import contents, result_lines, score_table, table


def test_a_grid_has_rows_columns_and_labels(fake: ModuleType) -> None:
    state = fake.Noughts()
    state.apply(5)
    assert table(state.view(0), 80) == [
        "Board",
        "     1  2  3",
        "  1  .  .  .",
        "  2  .  .  X",
        "  3  .  .  .",
    ]


def test_cells_too_wide_for_the_window_get_marks_with_a_legend(fake: ModuleType) -> None:
    zones = [
        fake.zone("board", ["Black Man" if at % 2 else "Black King"], shape="space", grid=(1, 8), at=(1, at))
        for at in range(1, 9)
    ]
    lines = table(fake.view(2, zones), 60)
    assert max(map(len, lines)) <= 60
    assert "  BK = Black King" in lines
    assert "  BM = Black Man" in lines


def test_a_hand_is_sorted_and_counted(fake: ModuleType) -> None:
    zone = fake.zone("hand", ["Sloth", "Envy", None, "Sloth", "Sloth", None], sight="private", owner=0)
    assert contents(zone) == "Envy, 3 x Sloth, 2 face down"


@pytest.mark.parametrize(
    ("shape", "cards", "text"),
    [
        ("pile", ["Sloth", "Envy", "Envy"], "Sloth, 2 x Envy"),
        ("pile", ["Sloth", "Envy", "Sloth"], "Sloth, height 3"),
        ("pile", ["Sloth", None, None], "Sloth, height 3"),
        ("pile", ["Sloth"], "Sloth"),
        ("pile", [None, None], "2 face down"),
        ("pile", [], "empty"),
        ("row", ["B", None, "A"], "B, face down, A"),
        ("space", ["Moon"], "Moon"),
        ("space", [None], "1 face down"),
        ("space", [], "empty"),
        ("group", [None, None], "2 face down"),
    ],
)
def test_each_shape_shows_what_can_be_seen_of_it(
    fake: ModuleType, shape: str, cards: list[str | None], text: str
) -> None:
    assert contents(fake.zone("z", cards, shape=shape)) == text


def test_areas_stand_beside_each_other_with_the_viewer_last(fake: ModuleType) -> None:
    zones = [
        fake.zone(
            "hand",
            ["Envy"] if seat == 0 else [None],
            sight="private",
            owner=seat,
            indexes=[f"Seat {seat + 1}"],
        )
        for seat in range(2)
    ]
    lines = table(fake.view(2, zones, points=[1, 2]), 80)
    assert lines[0].startswith("Seat 2   2 points")
    assert "Seat 1 (you)   1 point" in lines[0]
    assert lines[1].split() == ["Hand:", "1", "face", "down", "Hand:", "Envy"]


def test_areas_stand_below_each_other_in_a_narrow_window(fake: ModuleType) -> None:
    zones = [fake.zone("hand", [None], owner=seat, indexes=[f"Seat {seat + 1}"]) for seat in range(2)]
    lines = table(fake.view(2, zones), 60)
    assert lines == ["Seat 2", "  Hand: 1 face down", "", "Seat 1 (you)", "  Hand: 1 face down"]


@pytest.mark.parametrize("width", [60, 80, 132])
def test_no_line_is_wider_than_the_window(fake: ModuleType, width: int) -> None:
    zones = [
        fake.zone("zoo", ["Sloth"] * 3, shape="pile", owner=seat, indexes=[f"Seat {seat + 1}", animal])
        for seat in range(4)
        for animal in ("Karma", "Ouija", "Lucifer", "Envy", "Sloth")
    ]
    zones.append(fake.zone("pit", [f"Card {number}" for number in range(60)]))
    lines = table(fake.view(4, zones, points=[0] * 4), width)
    assert max(map(len, lines)) <= width


def test_piles_of_a_family_carry_the_index_that_tells_them_apart(fake: ModuleType) -> None:
    zones = [
        fake.zone("zoo", ["Sloth"], shape="pile", owner=0, indexes=["Seat 1", animal]) for animal in ("Karma", "Envy")
    ]
    assert table(fake.view(1, zones), 80)[1] == "  Zoo: Karma: Sloth   Envy: Sloth"


def test_notes_are_said_in_words(fake: ModuleType) -> None:
    notes = [
        {"family": "led", "title": "Led", "indexes": [], "owner": None, "value": None},
        {"family": "open", "title": "Open", "indexes": ["Moon"], "owner": None, "value": True},
        {"family": "bids", "title": "Bids", "indexes": [], "owner": 0, "value": [1, 2]},
    ]
    lines = table(fake.view(2, [], notes=notes), 80)
    assert lines == ["Led: none", "Open: Moon: yes", "", "Seat 1 (you)", "  Bids: 1, 2"]


def test_the_score_sheet_has_a_column_for_each_seat_and_the_totals(fake: ModuleType) -> None:
    lines = score_table([fake.Line("Stacks", (14, 2)), fake.Line("Flame", (0, 3))], ["Seat 1", "Seat 2"], [14, 5])
    assert [line.split() for line in lines if "-" not in line] == [
        ["Seat", "1", "Seat", "2"],
        ["Stacks", "14", "2"],
        ["Flame", "0", "3"],
        ["Total", "14", "5"],
    ]
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("winners", "text"),
    [
        ((), "The game is drawn: nobody wins."),
        ((1,), "Seat 2 wins."),
        ((0, 1, 2), "Seat 1, Seat 2 and Seat 3 share the win."),
    ],
)
def test_the_result_names_the_winners_and_the_reason(fake: ModuleType, winners: tuple[int, ...], text: str) -> None:
    lines = result_lines(fake.Outcome(winners, "the deck is empty", "the holder"), ["Seat 1", "Seat 2", "Seat 3"])
    assert lines == [text, "Reason: the deck is empty", "Tie-break: the holder"]


def test_a_long_hand_is_broken_between_its_cards(fake: ModuleType) -> None:
    cards = ["Satanimal (Envy)"] * 3 + ["Satanimal (Lucifer)", "Zoo Keeper", "Zoo Keeper", "Visitor"]
    lines = table(fake.view(2, [fake.zone("hand", cards, owner=0)]), 50)
    assert lines[1:] == [
        "  Hand: 3 x Satanimal (Envy), Satanimal (Lucifer),",
        "      Visitor, 2 x Zoo Keeper",
    ]


def test_empty_piles_of_a_family_are_not_listed(fake: ModuleType) -> None:
    zones = [fake.zone("zoo", [], shape="pile", indexes=[animal]) for animal in ("Karma", "Envy")]
    assert table(fake.view(2, zones), 80) == ["Zoo: empty"]
    zones.append(fake.zone("zoo", ["Sloth"], shape="pile", indexes=["Sloth"]))
    assert table(fake.view(2, zones), 80) == ["Zoo: Sloth: Sloth"]


def test_numbered_piles_stand_beside_each_other_with_all_their_cards(fake: ModuleType) -> None:
    zones = [
        fake.zone("columns", cards, shape="pile", indexes=[str(number + 1)])
        for number, cards in enumerate([["Blue Satyr", "Pink"], [], ["Green", "Pink", "Blue"]])
    ]
    assert table(fake.view(2, zones), 80) == [
        "Columns, the top first",
        "  1           2  3",
        "  Blue Satyr  .  Green",
        "  Pink           Pink",
        "                 Blue",
    ]


def test_piles_too_wide_for_the_window_get_marks_with_a_legend(fake: ModuleType) -> None:
    zones = [
        fake.zone("columns", ["Orange Bacchus", "Blue"], shape="pile", indexes=[str(number + 1)]) for number in range(5)
    ]
    lines = table(fake.view(2, zones), 60)
    assert max(map(len, lines)) <= 60
    assert "  OB = Orange Bacchus" in lines


def test_piles_that_cannot_be_looked_through_are_told_in_a_line(fake: ModuleType) -> None:
    zones = [fake.zone("branches", ["Plum", None], shape="pile", indexes=[str(number + 1)]) for number in range(2)]
    assert table(fake.view(2, zones), 80) == ["Branches: 1: Plum, height 2   2: Plum, height 2"]


def test_groups_sorted_by_what_lies_there_are_a_table_of_numbers(fake: ModuleType) -> None:
    held = {("1", "Pink"): ["Pink", "Pink Satyr"], ("1", "Blue"): [], ("2", "Pink"): [], ("2", "Blue"): ["Blue"]}
    zones = [fake.zone("feasts", cards, indexes=list(indexes)) for indexes, cards in held.items()]
    assert table(fake.view(2, zones), 80) == [
        "Feasts",
        "     Pink  Blue",
        "  1     2     .",
        "  2     .     1",
    ]


def test_groups_whose_cards_an_index_does_not_name_are_told_card_by_card(fake: ModuleType) -> None:
    zones = [fake.zone("feasts", ["Rose", "Lily"], indexes=[number, "Pink"]) for number in "12"]
    assert table(fake.view(2, zones), 80) == ["Feasts: 1, Pink: Lily, Rose   2, Pink: Lily, Rose"]
