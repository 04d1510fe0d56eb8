"""What the log tells of moves: together what goes together, and to each reader what it may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

DEFINITION = """\
game "Harvest"
players 3

components
    enum Fruit: Plum, Pear

    card Crop(fruit) "{fruit}": 9 of each

zones
    orchard: hidden pile of Crop
    stall[2]: top open pile
    basket of each player: private group
    table of each player: open group
    hat: open group

setup
    deal 2 from orchard to each pile in stall

play
    repeat rounds until orchard is empty

round
    deal 2 from orchard to each basket
    each player takes a turn
    deal 1 from orchard to bottom of stall[2]
    show orchard to left of you

turn
    one of "Pick", "Lay out", "Gather", "Beg"

action "Pick"
    needs every pile in stall is filled
    move tops of stall to your basket

action "Lay out"
    choose crop from your basket
    move crop to your table

action "Gather"
    choose rival from others where table of rival is filled
    move all from each table to your basket
    deal 1 from orchard to bottom of stall[1]

action "Beg"
    choose rival from others
    move first of cards of basket of rival to hat
    move all from hat to your basket
"""


@pytest.fixture
def state(tmp_path: Path) -> rulewright.State:
    file = tmp_path / "harvest.game"
    file.write_text(DEFINITION, encoding="utf-8")
    return rulewright.load(str(file)).start(players=3, seed=1)


def last(state: rulewright.State, seat: int | None) -> str:
    return state.log(seat)[-1]


def test_cards_from_several_places_of_a_family_are_told_together(state: rulewright.State) -> None:
    state.apply("Pick")
    tops = state.log(1)[-1].removeprefix("Seat 1: Pick: ").removesuffix(" from stall to own basket")
    assert tops in {"2 x Plum", "2 x Pear", "Plum, Pear", "Pear, Plum"}


def test_a_card_that_was_chosen_is_not_told_twice(state: rulewright.State) -> None:
    state.apply("Lay out")
    crop = state.choices(0)[0].text
    state.apply(crop)
    assert {last(state, seat) for seat in (0, 1, None)} == {f"Seat 1: Lay out: {crop} from own basket to own table"}


def test_what_is_chosen_stands_before_what_comes_of_it(state: rulewright.State) -> None:
    crops = []
    for _ in range(2):
        state.apply("Lay out")
        crops.append(state.choices()[0].text)
        state.apply(0)
    state.apply("Gather")
    state.apply("Seat 2")
    told = f"2 x {crops[0]}" if crops[0] == crops[1] else ", ".join(crops)
    gathered = f"Seat 3: Gather, Seat 2: {told} from table of Seat 1 and Seat 2 to own basket"
    assert f"{gathered}; a card from orchard to stall 1" in state.log(0)


def test_a_deal_is_told_to_each_as_it_may_know_it(state: rulewright.State) -> None:
    for _ in range(3):
        state.apply("Lay out")
        state.apply(0)
    unknown = "2 cards each from orchard to basket of"
    assert last(state, 0).endswith(f" from orchard to basket of Seat 1; {unknown} Seat 2 and Seat 3")
    assert last(state, 2).startswith(f"{unknown} Seat 1 and Seat 2; ")
    assert "card" not in last(state, 0).split(";")[0]


def test_the_whole_log_tells_everything_once(state: rulewright.State) -> None:
    for _ in range(3):
        state.apply("Lay out")
        state.apply(0)
    whole = last(state, None)
    assert "card" not in whole
    assert sum(whole.count(f"Seat {n}") for n in (1, 2, 3)) == 3


def test_a_card_that_passes_by_is_told_without_the_stop(state: rulewright.State) -> None:
    state.apply("Beg")
    state.apply("Seat 3")
    told = {last(state, seat).replace("Plum", "Pear") for seat in (0, 1, 2, None)}
    assert told == {"Seat 1: Beg, Seat 3: Pear from basket of Seat 3 to own basket"}


def test_what_follows_a_turn_is_nobodys_move(state: rulewright.State) -> None:
    for _ in range(3):
        state.apply("Lay out")
        state.apply(0)
    after = state.log(0)[4]
    assert after == "a card from orchard to stall 2; 7 face down shown to Seat 2 from orchard"
    assert state.log(1)[4] == "a card from orchard to stall 2; 7 x Pear shown to Seat 2 from orchard"


DICE = """\
game "Cups"
players 2

components
    die Die(face: 1 to 6): 4

zones
    box: open group of Die
    cup of each player: private group
    out: open group

setup
    deal 2 from box to each cup

play
    each player takes a turn
        do "Roll"
            choose n from 1 to 2
            roll your cup
            show your cup to opponent
            move all from your cup to out
"""


def test_a_die_is_told_by_what_it_shows_when_it_is_shown_and_when_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "cups.game"
    path.write_text(DICE, encoding="utf-8")
    for seed in range(4):
        state = rulewright.load(path).start(seed=seed)
        state.apply("1")
        (out,) = (zone["cards"] for zone in state.view(0)["zones"] if zone["family"] == "out")
        assert None not in out
        dice = sorted(str(die) for die in out)
        same = dice[0] == dice[1]
        texts = {f"2 x {dice[0]}"} if same else {", ".join(dice), ", ".join(reversed(dice))}
        for seat in (0, 1):
            entry = state.log(seat)[-1]
            assert any(f"{text} shown to Seat 2 from own cup" in entry for text in texts), entry
            assert any(f"{text} from own cup to out" in entry for text in texts), entry


TRICKS = """\
game "Tricks"
players 2

components
    die Die(face: 1 to 6)
    card Card(rank: 1 to 4): 1 of each

zones
    tray: open group of Die
    deck: hidden pile of Card
    hand of each player: private group
    trick of each player: open space
    won: open pile

setup
    deal 2 from deck to each hand

play
    repeat 2 times
        each player takes a turn
            roll tray
            do "Play"
                choose card from your hand
                move card to your trick
        do "Clear"

step "Clear"
    move all from each trick to won

scoring
    most points win
"""


def test_what_follows_the_last_turn_is_not_told_as_its_players_move(tmp_path: Path) -> None:
    path = tmp_path / "tricks.game"
    path.write_text(TRICKS, encoding="utf-8")
    state = rulewright.load(path).start(seed=3)
    state.apply(0)
    card = state.choices(1)[0].text
    state.apply(0)
    log = state.log(0)
    assert f"Seat 2: Play: {card} from own hand to own trick" in log
    assert any(entry.endswith("from trick of Seat 1 and Seat 2 to won") and "Seat 2:" not in entry for entry in log)


def test_what_happens_in_a_turn_before_anything_is_decided_is_told_as_its_players(tmp_path: Path) -> None:
    path = tmp_path / "tricks.game"
    path.write_text(TRICKS, encoding="utf-8")
    state = rulewright.load(path).start(seed=3)
    state.apply(0)
    assert any(entry.startswith("Seat 2: rolled Die (") for entry in state.log(0))
