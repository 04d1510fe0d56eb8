"""Which choice a person means."""

from __future__ import annotations

import pytest

from rulewright.cli.choose import NotPicked, Picked, labels, pick

MENU = ["Steal a card", "Stay", "Destroy a card", "done"]


@pytest.mark.parametrize(
    ("entry", "index"),
    [("1", 0), ("4", 3), ("Stay", 1), ("STAY", 1), ("ste", 0), ("d", None), ("done", 3), (" destroy  a ", 2)],
)
def test_number_text_and_unique_beginning_pick_a_choice(entry: str, index: int | None) -> None:
    picked = pick(entry, MENU)
    assert picked == Picked(index) if index is not None else isinstance(picked, NotPicked)


def test_a_whole_text_wins_over_a_longer_text_that_begins_with_it() -> None:
    assert pick("row 1", ["row 10", "row 1"]) == Picked(1)


def test_several_fitting_choices_are_listed_with_their_numbers() -> None:
    picked = pick("st", MENU)
    assert isinstance(picked, NotPicked)
    assert "Steal a card (1), Stay (2)" in picked.message


def test_a_wrong_entry_says_what_would_be_right() -> None:
    picked = pick("stael a card", MENU)
    assert isinstance(picked, NotPicked)
    assert 'Did you mean "Steal a card" (1)?' in picked.message
    assert "a number from 1 to 4" in picked.message


@pytest.mark.parametrize("entry", ["0", "5", "-1", "99999999999999999999999", "", "\x00", "²", "x" * 5_000_000])
def test_an_entry_that_fits_nothing_is_refused_in_few_words(entry: str) -> None:
    picked = pick(entry, MENU)
    assert isinstance(picked, NotPicked)
    assert len(picked.message) < 300


def test_a_choice_that_is_a_number_is_called_by_that_number() -> None:
    texts = ["0", "2", "3", "done"]
    assert labels(texts) == ["0", "2", "3", "1"]
    assert pick("2", texts) == Picked(1)
    assert pick("1", texts) == Picked(3)


def test_every_label_is_used_once_even_where_two_choices_read_alike() -> None:
    assert labels(["2", "2", "x"]) == ["1", "2", "3"]
