"""Section 6, sentence by sentence: what every form of expression and every built-in function means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rulewright

TABLE = """
players 3 called Ann, Bob, Cid
components
    enum Suit: Clubs, Hearts, Spades
    card Card(suit, rank: 1 to 4): 1 of each
    card Joker: 2
    card Rune(marks: 3 of 1 to 2): 1 of each
    token Crown
zones
    deck: open pile of Card
    jokers: open row of Joker
    runes: open group of Rune
    crowns: open group of Crown
    hand of each player: open group
    slot: open space
    other_slot: open space
    heap[3]: open pile
    board[3, 4]: open space
    nook[player, Suit]: open row
notes
    maybe: number or none
    big: number, at first 7
    shade: Suit or none
    friend: player or none
    flag of each player: truth
    score_of of each player: number, at first 5
    liked: list of Suit, at first [Hearts, Clubs]
    nobody: list of player
    taken: Card or none
terms
    value of card means rank of card * 10
    card is high means rank of card is at least 3
    card is low means not rank of card is at least 3
    height of pile means size of pile
    wealth of player means size of hand of player
    lucky of card means
        0 if card is none
        rank of card otherwise
    ally of player means left of player
    grade of suit means by suit (Clubs: 1, otherwise 9)
setup
    move 1 Card(Clubs, 2) from deck to hand of Ann
    move 1 Card(Hearts, 2) from deck to hand of Ann
    move 1 Card(Hearts, 4) from deck to hand of Ann
    move 1 Card(Spades, 4) from deck to hand of Bob
    move 1 Card(Clubs, 1) from deck to heap[1]
    move 1 Card(Clubs, 3) from deck to heap[1]
    move 1 Crown from crowns to heap[3]
    move 1 Joker from jokers to board[2, 2]
    set flag of Bob to yes
play
    do "Wait"
action "Wait"
    choose player
scoring
    most points win
"""

Evaluate = Callable[..., Any]


@pytest.fixture
def evaluate(play: Callable[..., rulewright.State]) -> Evaluate:
    state = play(TABLE)
    return lambda text, seat=0: state.evaluate(text, seat)


def ask(evaluate: Evaluate, table: dict[str, Any], seat: int = 0) -> None:
    found: dict[str, Any] = {}
    for text in table:
        try:
            found[text] = evaluate(text, seat)
        except rulewright.Error as fault:
            found[text] = fault
    assert {text: value for text, value in found.items() if value != table[text]} == {}


def test_numbers_are_whole_and_division_rounds_down(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "7 / 2": 3,
            "-7 / 2": -4,
            "7 / -2": -4,
            "-7 / -2": 3,
            "7 mod 3": 1,
            "-7 mod 3": 2,
            "7 mod -3": -2,
            "big / 2": 3,
            "- big / 2": -4,
            "- big mod 3": 2,
            "2 + 3 * 4": 14,
            "(2 + 3) * 4": 20,
            "10 - 3 - 2": 5,
            "12 / 3 / 2": 2,
            "- 3 + 5": 2,
            "2 * - 3": -6,
            "2 - - 3": 5,
        },
    )


def test_plus_joins_lists(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {"[1, 2] + [3]": [1, 2, 3], "liked + [Spades]": ["Hearts", "Clubs", "Spades"], "size of ([] + [1])": 1},
    )


def test_not_binds_before_and_and_and_before_or(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "yes or no and no": True,
            "(yes or no) and no": False,
            "not no and no": False,
            "not (no and no)": True,
            "not yes or yes": True,
        },
    )


def test_the_second_side_of_and_and_or_counts_only_where_it_must(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "maybe is not none and maybe + 1 is 3": False,
            "maybe is none or maybe + 1 is 3": True,
            "yes or 1 / (big - 7) is 1": True,
            "no and any player where 1 / (big - 7) is 1": False,
        },
    )


def test_dividing_by_nothing_is_reported(evaluate: Evaluate) -> None:
    for text in ("1 / (big - 7)", "1 mod (big - 7)"):
        with pytest.raises(rulewright.Error, match="divided by 0"):
            evaluate(text)


def test_is_compares_with_a_value_a_pattern_or_an_adjective(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "top of deck is Card": True,
            "top of deck is Card(Clubs)": True,
            "top of deck is Card(Hearts)": False,
            "top of deck is not Card(Hearts)": True,
            "top of deck is Joker": False,
            "top of deck is Card(Clubs, 4)": True,
            "top of deck is high": True,
            "top of deck is not high": False,
            "suit of top of deck is Clubs": True,
            "big is 7": True,
            "big is not 7": False,
            "deck is filled": True,
            "slot is empty": True,
            "slot is not empty": False,
            "liked is empty": False,
            "nobody is empty": True,
            "[1, 2] is [1, 2]": True,
            "[1, 2] is [2, 1]": False,
            "[1] is not [1]": False,
            "liked is [Hearts, Clubs]": True,
        },
    )


def test_is_in_looks_through_lists_zones_and_families(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "Clubs is in liked": True,
            "Spades is in liked": False,
            "Spades is not in liked": True,
            "3 is in [1, 2, 3]": True,
            "top of heap[1] is in heap[1]": True,
            "top of heap[1] is in deck": False,
            "top of heap[1] is in cards of heap": True,
            "place of top of heap[1] is in heap": True,
            "you is in others": False,
            "2 is in []": False,
        },
    )


def test_alike_means_the_same_kind_attributes_and_notes(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "jokers are alike": True,
            "tops of heap are alike": False,
            "[top of jokers, top of board[2, 2]] are alike": True,
            "cards of your hand are alike": False,
            "slot is alike": True,
        },
    )


def test_comparisons_take_numbers_enums_and_lists(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "3 is at least 3": True,
            "3 is more than 3": False,
            "3 is at most 3": True,
            "3 is less than 3": False,
            "Hearts is more than Clubs": True,
            "Clubs is at least Hearts": False,
            "[1, 9] is less than [2, 0]": True,
            "[1, 9] is less than [1, 10]": True,
            "[1] is less than [1, 0]": True,
            "[2] is more than [1, 9]": True,
            "[] is less than [0]": True,
        },
    )


def test_has_means_at_least_that_many(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "your hand has Card": True,
            "your hand has 3 Card": True,
            "your hand has 4 Card": False,
            "your hand has 2 Card(Hearts)": True,
            "your hand has Card(Hearts, 4)": True,
            "your hand has Card(Spades)": False,
            "your hand has no Card(Spades)": True,
            "your hand has no Card": False,
            "your hand has 0 Joker": True,
            "deck has Card(Clubs, 4)": True,
            "deck has Card(Clubs, 3)": False,
            "slot has Joker": False,
            "board[2, 2] has Joker": True,
            "heap[3] has Crown": True,
            "heap[3] has Card": False,
            "runes have 8 Rune": True,
            "runes have Rune([1, 1, 2])": True,
        },
    )


def test_quantifiers_say_whether_so_many_fit(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "any card in your hand where rank of card is 4": True,
            "no card in your hand where rank of card is 3": True,
            "every card in your hand is Card": True,
            "every card in your hand is Card(Hearts)": False,
            "any card in your hand is Card(Spades)": False,
            "no card in your hand is Card(Spades)": True,
            "at least 2 card in your hand is Card(Hearts)": True,
            "at least 2 cards in your hand are Card(Hearts)": True,
            "exactly 2 cards in your hand are Card(Hearts)": True,
            "exactly 1 card in your hand is Card(Hearts)": False,
            "at most 1 card in your hand is Card(Hearts)": False,
            "at most 2 cards in your hand are Card(Hearts)": True,
            "exactly 2 heaps are filled": True,
            "at least 1 heap is empty": True,
            "every pile in heap is filled": False,
            "exactly 1 player where flag of player": True,
            "any suit where suit is in liked": True,
            "any n in 3 to 1 where yes": False,
            "no n in 3 to 1 where yes": True,
        },
    )


def test_of_nothing_every_is_yes_and_any_is_no(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "every card in slot is Joker": True,
            "any card in slot is Card": False,
            "no card in slot is Card": True,
            "exactly 0 cards in slot are Card": True,
            "number of cards in slot where yes": 0,
            "sum of rank of card for each card in slot": 0,
            "all cards in slot where yes": [],
            "the card in slot where yes": None,
            "[n for each n in 3 to 1]": [],
            "size of [n for each n in 2 to 1]": 0,
        },
    )


def test_counting_and_summing(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "number of Card in your hand": 3,
            "number of Card(Hearts) in your hand": 2,
            "number of Joker in your hand": 0,
            "number of Card in cards of heap": 2,
            "number of Joker in board[2, 2]": 1,
            "number of cards in your hand where rank of card is 2": 2,
            "number of players where flag of player": 1,
            "(number of players where flag of player) + 1": 2,
            "sum of rank of card for each card in your hand": 8,
            "sum of rank of card for each card in your hand where suit of card is Hearts": 6,
            "sum of n for each n in 1 to 4": 10,
            "highest rank of card for each card in your hand": 4,
            "lowest rank of card for each card in your hand": 2,
            "lowest - n for each n in 1 to 3": -3,
        },
    )


def test_the_highest_of_nothing_is_reported(evaluate: Evaluate) -> None:
    with pytest.raises(rulewright.Error, match="nothing to take the highest of"):
        evaluate("highest rank of card for each card in slot")


def test_all_keeps_the_domains_order_and_with_highest_all_that_tie(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "all suits in liked where yes": ["Hearts", "Clubs"],
            "all suits where suit is in liked": ["Clubs", "Hearts"],
            "[rank of card for each card in (all cards in your hand where suit of card is Hearts)]": [2, 4],
            "[suit of card for each card in (all cards in your hand with lowest rank of card)]": ["Clubs", "Hearts"],
            "all players with highest wealth of player": ["Ann"],
            "all players where player is not you with highest wealth of player": ["Bob"],
            "all players with lowest wealth of player": ["Cid"],
            "all suits where suit is not Clubs with highest 1": ["Hearts", "Spades"],
            "all players with highest [score_of of player, wealth of player]": ["Ann"],
            "all suits with highest suit": ["Spades"],
        },
    )


def test_the_is_the_only_one_none_if_none_and_several_are_reported(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "rank of (the card in your hand where suit of card is Clubs)": 2,
            "the card in your hand where suit of card is Spades": None,
            "the player where flag of player": "Bob",
            "the player with highest wealth of player": "Ann",
        },
    )
    with pytest.raises(rulewright.Error, match="several would be the card"):
        evaluate("the card in your hand where suit of card is Hearts")
    with pytest.raises(rulewright.Error, match="several would be the card"):
        evaluate("the card in your hand with lowest rank of card")


def test_what_has_no_value_is_never_the_highest_or_the_lowest(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "all heaps with lowest rank of top of heap": ["heap 1"],
            "all heaps with highest rank of top of heap": ["heap 1"],
            "all heaps with lowest suit of top of heap": ["heap 1"],
            "all piles in heap where size of pile is 0 with lowest rank of top of pile": [],
        },
    )


def test_lists_and_ranges(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "[]": [],
            "[1, 1 + 1]": [1, 2],
            "[n * n for each n in 1 to 4]": [1, 4, 9, 16],
            "[n for each n in 1 to 4 where n mod 2 is 0]": [2, 4],
            "[n for each n in big - 1 to big]": [6, 7],
            "first of [3, 4]": 3,
            "last of [3, 4]": 4,
            "first of nobody": None,
            "last of nobody": None,
            "nth([3, 4], 2)": 4,
            "nth([3, 4], 3)": None,
            "nth([3, 4], 0)": None,
            "nth([3, 4], -1)": None,
            "join of [[1, 2], [], [3]]": [1, 2, 3],
            "count(2, [2, 1, 2])": 2,
            "count(Clubs, liked)": 1,
            "count(3, [])": 0,
            "occurrences([1, 1], [1, 1, 1])": 2,
            "occurrences([1, 2], [1, 2, 1, 2])": 2,
            "occurrences([1, 2], [2, 1])": 0,
            "occurrences([1], [])": 0,
            "size of [4, 4]": 2,
        },
    )


def test_a_pile_has_a_top_a_bottom_and_places(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "rank of top of heap[1]": 3,
            "rank of bottom of heap[1]": 1,
            "rank of nth(heap[1], 1)": 3,
            "rank of nth(heap[1], 2)": 1,
            "nth(heap[1], 3)": None,
            "nth(heap[1], 0)": None,
            "top of heap[2]": None,
            "bottom of heap[2]": None,
            "size of tops of heap": 2,
            "size of heap[1]": 2,
            "size of heap[2]": 0,
            "size of your hand": 3,
            "size of slot": 0,
            "size of board[2, 2]": 1,
            "size of cards of heap": 3,
            "size of cards of heap[1]": 2,
            "[rank of card for each card in heap[1]]": [3, 1],
        },
    )


def test_cards_know_their_attributes_place_and_holder(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "place of top of heap[1] is heap[1]": True,
            "holder of top of heap[1]": None,
            "[holder of card for each card in your hand]": ["Ann"] * 3,
            "size of kinds of Card": 12,
            "size of kinds of Rune": 8,
            "marks of first of kinds of Rune": [1, 1, 1],
            "marks of last of kinds of Rune": [2, 2, 2],
            "nth(marks of nth(kinds of Rune, 2), 3)": 2,
            "top of heap[3] is Crown": True,
            "place of Crown is heap[3]": True,
            "rank of first of kinds of Card": 1,
        },
    )


def test_seats_have_neighbours_and_everybody_has_what_is_theirs(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "you": "Ann",
            "left of you": "Bob",
            "right of you": "Cid",
            "left of left of left of you is you": True,
            "others": ["Bob", "Cid"],
            "everyone": ["Ann", "Bob", "Cid"],
            "players": 3,
            "round": 0,
            "size of hand of left of you": 1,
            "your wealth": 3,
            "wealth of left of you": 1,
            "your flag": False,
            "flag of left of you": True,
        },
    )
    ask(evaluate, {"others": ["Ann", "Bob"], "your flag": False, "left of you": "Ann"}, seat=2)


def test_enum_values_have_a_next_and_a_position(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "next of Clubs": "Hearts",
            "next of Spades": "Clubs",
            "position of Clubs": 1,
            "position of Spades": 3,
            "smaller(3, -4)": -4,
            "larger(3, big)": 7,
        },
    )


def test_grids_have_rows_columns_lines_steps_and_neighbours(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "size of rows of board": 3,
            "size of first of rows of board": 4,
            "size of columns of board": 4,
            "row of board[2, 3]": 2,
            "column of board[2, 3]": 3,
            "size of lines(board, 3)": 2 * 3 + 4 + 2 + 2,
            "size of lines(board, 4)": 3,
            "size of lines(board, 5)": 0,
            "size of lines(board, 0)": 0,
            "size of lines(board, big - 7)": 0,
            "size of lines(board, 1)": 12,
            "size of lines(board, big - 6)": 12,
            "size of lines(board, big - 4)": 14,
            "step(board[2, 2], North) is board[1, 2]": True,
            "step(board[2, 2], SouthEast) is board[3, 3]": True,
            "step(board[2, 2], West) is board[2, 1]": True,
            "step(board[1, 1], North)": None,
            "step(board[3, 4], SouthEast)": None,
            "step(step(board[1, 1], North), South)": None,
            "neighbours of board[1, 1]": ["board 1,2", "board 2,1"],
            "size of neighbours of board[2, 2]": 4,
            "size of connected(board[1, 1], board)": 12,
            "size of connected(board[1, 1], [board[1, 1], board[1, 2], board[3, 3]])": 2,
            "connected(board[1, 1], [board[1, 2]])": [],
            "neighbours of step(board[1, 1], North)": [],
            "row of step(board[1, 1], North)": None,
            "column of step(board[1, 1], North)": None,
            "connected(step(board[1, 1], North), board)": [],
        },
    )


def test_a_space_stands_for_its_card_where_a_card_is_wanted(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "board[2, 2] is Joker": True,
            "slot is Joker": False,
            "rank of slot": None,
            "top of board[2, 2] is Joker": True,
            "holder of board[2, 2]": None,
        },
    )


def test_by_looks_a_value_up(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "by players (2: 10, 3: 20, otherwise 30)": 20,
            "by players (2: 10, otherwise 30)": 30,
            "by big (7: 1, otherwise 0)": 1,
            "by big (8: 1, otherwise big + 1)": 8,
            "by shade (Clubs: 1, otherwise 9)": 9,
            "grade of Clubs": 1,
            "grade of Spades": 9,
        },
    )


NONE_IS_NO = {
    "rank of top of slot": None,
    "suit of slot": None,
    "shade is none": True,
    "shade is not none": False,
    "shade is Clubs": False,
    "Clubs is shade": False,
    "shade is suit of slot": False,
    "maybe is rank of slot": False,
    "friend is holder of slot": False,
    "shade is shade": False,
    "shade is in liked": False,
    "friend is in [holder of slot]": False,
    "shade is at least Clubs": False,
    "shade is at most Spades": False,
    "maybe is less than 0": False,
    "maybe is at most 0": False,
    "maybe is more than maybe": False,
    "0 is more than maybe": False,
    "top of slot is Card": False,
    "top of slot is high": False,
    "top of slot is low": False,
    "top of slot is Joker": False,
    "hand of friend is filled": False,
    "hand of friend is empty": False,
    "hand of friend has Card": False,
    "hand of friend has no Card": False,
    "step(board[1, 1], North) is empty": False,
    "step(board[1, 1], North) is filled": False,
    "flag of friend": False,
}


def test_every_test_on_none_is_no_but_is_none(evaluate: Evaluate) -> None:
    ask(evaluate, NONE_IS_NO)


def test_is_not_is_the_opposite_of_is_with_none_too(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "shade is not Clubs": True,
            "shade is not in liked": True,
            "top of slot is not Joker": True,
            "top of slot is not high": True,
            "shade is not suit of slot": True,
            "not (shade is Clubs)": True,
        },
    )


def test_whatever_is_of_none_is_none(evaluate: Evaluate) -> None:
    ask(
        evaluate,
        {
            "next of shade": None,
            "position of shade": None,
            "left of friend": None,
            "right of friend": None,
            "holder of slot": None,
            "place of top of slot": None,
            "score_of of friend": None,
            "points of friend": None,
            "cards of hand of friend": [],
            "size of hand of friend": 0,
            "number of Card in hand of friend": 0,
            "all cards in hand of friend": [],
            "any card in hand of friend where yes": False,
            "size of place of top of slot": 0,
            "size of nook[friend, Clubs]": 0,
            "top of nook[you, shade]": None,
            "ally of friend": None,
            "wealth of friend": None,
            "height of place of slot": None,
            "value of top of slot": None,
            "lucky of top of slot": 0,
            "rank of (the card in slot where yes)": None,
            "marks of slot": [],
            "left of left of friend": None,
        },
    )


@pytest.mark.parametrize(
    "text",
    [
        "maybe + 1",
        "1 - maybe",
        "maybe * 0",
        "maybe / 2",
        "maybe mod 2",
        "- maybe",
        "rank of slot + 1",
        "score_of of friend + 1",
        "points of friend - 1",
        "position of shade + 1",
        "row of step(board[1, 1], North) + 1",
        "value of top of slot + 1",
        "larger(maybe, 1)",
        "smaller(1, maybe)",
        "sum of rank of top of heap for each heap",
        "size of [n for each n in 1 to maybe]",
        "nth([1, 2], maybe)",
        "nth(deck, maybe)",
        "highest rank of top of heap for each heap",
        "first of [maybe] + 1",
    ],
)
def test_arithmetic_with_none_is_reported(evaluate: Evaluate, text: str) -> None:
    with pytest.raises(rulewright.Error, match="none is no number"):
        evaluate(text)


SIDE_BY_SIDE = """
components
    card Card(rank: 1 to 9): 1 of each
zones
    piles[3]: open pile
    rest: hidden pile of Card
setup
    move Card(1) to piles[1]
    move Card(2) to piles[1]
    move Card(3) to piles[3]
play
    do "Wait"
action "Wait"
    choose n from 1 to 2
scoring
    most points win
"""


def test_piles_side_by_side_have_rows_and_columns_with_none_where_one_is_shorter(play: Callable[..., Any]) -> None:
    state = play(SIDE_BY_SIDE)
    ask(
        state.evaluate,
        {
            "rows of piles": [["Card (2)", None, "Card (3)"], ["Card (1)", None, None]],
            "columns of piles": [["Card (2)", "Card (1)"], [None, None], ["Card (3)", None]],
            "rows of [piles[3]]": [["Card (3)"]],
            "rows of [piles[2]]": [],
            "columns of [piles[2]]": [],
            "[[rank of card for each card in level] for each level in rows of piles]": [[2, None, 3], [1, None, None]],
        },
    )


def test_lists_below_one_another_have_columns(play: Callable[..., Any]) -> None:
    state = play(SIDE_BY_SIDE)
    ask(
        state.evaluate,
        {
            "columns of [[1, 2, 3], [4, 5], []]": [[1, 4, None], [2, 5, None], [3, None, None]],
            "columns of columns of [[1, 2], [3, 4]]": [[1, 2], [3, 4]],
            "columns of [[yes], [no]]": [[True, False]],
            "size of columns of [[n for each n in 1 to 2], [n for each n in 1 to 3]]": 3,
        },
    )


def test_one_long_list_among_many_is_refused_and_not_filled_up(play: Callable[..., Any]) -> None:
    state = play(SIDE_BY_SIDE)
    with pytest.raises(rulewright.Error, match="too long to lay side by side"):
        state.evaluate("size of columns of ([[n for each n in 1 to 100000]] + [[n] for each n in 1 to 100000])")
