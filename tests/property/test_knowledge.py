"""What a seat remembers: cards it has seen, as long as it can follow them, and not a moment longer."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

CARDS = """
game "Cards"
players 3

components
    enum Colour: Red, Green, Blue
    card Card(colour): 6 of each

zones
    deck: hidden pile of Card
    hand of each player: private group
    heap: top open pile
    table: open pile

notes
    turns: number

setup
    deal 3 from deck to heap
    for each player
        move 1 Card(Red) from deck to hand of player
        move 2 Card(Green) from deck to hand of player

play
    players take turns until turns is 50
        add 1 to turns
        one of "Pass", "Put on top", "Put below", "Draw", "Lay", "Shuffle", "Show", "Cover", "Wait"

action "Pass"
    choose card from your hand
    move card to hand of left of you

action "Put on top"
    choose card from your hand
    move card to top of deck

action "Put below"
    choose card from your hand
    move card to bottom of deck

action "Draw"
    deal 1 from deck to your hand

action "Lay"
    choose card from your hand
    move card to table

action "Shuffle"
    shuffle deck

action "Show"
    show your hand to left of you

action "Cover"
    move all from your hand to heap

action "Wait"
    pass

scoring
    "Turns" turns
    most points win
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = Path(tmp_path_factory.mktemp("cards")) / "cards.game"
    file.write_text(CARDS, encoding="utf-8")
    return rulewright.load(file)


def play(state: State, *texts: str) -> State:
    """The choices in order; "Pass: Red" is the action and then its card."""
    for text in texts:
        for part in text.split(": "):
            shown = [choice.text for choice in state.choices()]
            state.apply(next(each for each in shown if each == part or each.startswith(f"Card ({part})")))
    return state


def sees(state: State, seat: int, family: str, owner: int | None = None) -> list[str | None]:
    zones = state.view(seat)["zones"]
    return next(z["cards"] for z in zones if z["family"] == family and z["owner"] == owner)


def test_who_passes_a_card_knows_where_it_is_and_nobody_else_does(cards: Game) -> None:
    state = play(cards.start(), "Pass: Red")
    assert sees(state, 0, "hand", 1) == ["Card (Red)", None, None, None]
    assert sees(state, 2, "hand", 1) == [None] * 4
    assert sees(state, 1, "hand", 1).count("Card (Red)") == 2


def test_who_lays_a_card_on_a_pile_knows_it_there_and_in_the_hand_of_who_draws_it(cards: Game) -> None:
    state = play(cards.start(), "Put on top: Red")
    assert sees(state, 0, "deck")[0] == "Card (Red)"
    assert sees(state, 1, "deck")[0] is None
    play(state, "Draw")
    assert sees(state, 0, "hand", 1) == ["Card (Red)", None, None, None]
    assert sees(state, 2, "hand", 1) == [None] * 4


def test_who_tucks_a_card_below_a_pile_knows_it_there_until_it_is_shuffled(cards: Game) -> None:
    state = play(cards.start(), "Put below: Green")
    assert sees(state, 0, "deck")[-1] == "Card (Green)"
    play(state, "Draw", "Draw")
    assert sees(state, 0, "deck")[-1] == "Card (Green)"
    play(state, "Shuffle")
    assert sees(state, 0, "deck") == [None] * len(sees(state, 0, "deck"))


def test_a_shown_hand_is_known_to_who_saw_it_until_a_card_leaves_unseen(cards: Game) -> None:
    state = play(cards.start(), "Show")
    assert sees(state, 1, "hand", 0) == ["Card (Red)", "Card (Green)", "Card (Green)"]
    assert sees(state, 2, "hand", 0) == [None] * 3
    play(state, "Wait", "Wait", "Put on top: Green")
    assert sees(state, 1, "hand", 0) == [None] * 2
    assert sees(state, 1, "deck")[0] is None


def test_a_card_laid_openly_may_be_the_known_one_of_its_likeness(cards: Game) -> None:
    """Whichever copy moves: one of two green cards has been passed, and a green card is laid."""
    told = []
    for seed in range(4):
        state = play(cards.start(seed=seed), "Pass: Green", "Lay: Green")
        told.append((sees(state, 0, "hand", 1), sees(state, 2, "hand", 1), state.log(0)))
        assert sees(state, 0, "hand", 1) == [None] * 3
    assert all(each == told[0] for each in told)
    state = play(cards.start(), "Pass: Green", "Lay: Red")
    assert sees(state, 0, "hand", 1) == ["Card (Green)", None, None]


def test_only_the_last_card_of_a_deal_is_seen_on_a_pile_with_an_open_top(cards: Game) -> None:
    state = cards.start()
    assert [text is None for text in sees(state, 1, "heap")] == [False, True, True]
    play(state, "Cover")
    assert [text is None for text in sees(state, 1, "heap")] == [False, True, True, False, True, True]
    assert None not in sees(state, 0, "heap")[:4]


def test_nobody_is_told_a_card_that_goes_from_hand_to_hand(cards: Game) -> None:
    state = play(cards.start(), "Pass: Red")
    assert "Red" in state.log(0)[-1]
    assert "Red" in state.log(1)[-1]
    assert "Red" not in state.log(2)[-1]
    assert "a card" in state.log(2)[-1]


def test_what_is_known_stays_in_its_place_when_the_rest_is_dealt_anew(cards: Game) -> None:
    state = play(cards.start(), "Pass: Red", "Wait", "Put on top: Red")
    for seed in range(20):
        other = state.resample(2, random.Random(seed))
        assert sees(other, 2, "deck")[0] == "Card (Red)"
        assert other.view(None)["zones"][0]["cards"][0] == "Card (Red)"
        other = state.resample(0, random.Random(seed))
        hand = next(z["cards"] for z in other.view(None)["zones"] if z["family"] == "hand" and z["owner"] == 1)
        assert "Card (Red)" in hand


def test_copies_remember_alike_and_go_their_own_ways(cards: Game) -> None:
    state = play(cards.start(), "Pass: Red")
    before = state.log(0)
    twin = state.copy()
    play(twin, "Lay: Red")
    play(state, "Lay: Green")
    assert state.log(0) != twin.log(0)
    assert state.log(0)[: len(before)] == twin.log(0)[: len(before)] == before
    assert cards.replay(state.record).log(0) == state.log(0)
    assert cards.replay(twin.record).view(2) == twin.view(2)
