"""Sections 7, 8 and 11: what is offered, when, in which order, and what happens when it is chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright import GameFault, IllegalChoice, State

Play = Callable[..., State]

COINS = """
components
    enum Color: Red, Blue
    card Coin(color): 2 of each
zones
    bank: open group of Coin
    purse of each player: open group
    pit: open pile
    box: open pile
notes
    done: number
"""


def texts(state: State, seat: int | None = None) -> list[str]:
    return [choice.text for choice in state.choices(seat)]


# ------------------------------------------------------------------------------------------------ heads


def test_an_action_is_offered_when_its_head_can_be_completed(play: Play) -> None:
    state = play(
        COINS
        + """
play
    players take turns until round is 9
        one of "Rich", "Poor", "Choosy"
action "Rich"
    pay 1 Coin from your purse to pit
action "Poor"
    move 1 Coin from bank to your purse
action "Choosy"
    choose n from 1 to 3
    needs n is 4
"""
    )
    assert texts(state) == ["Poor"]
    state.apply("Poor")
    state.apply("Poor")
    assert texts(state) == ["Rich", "Poor"]


def test_each_line_offers_only_values_from_which_the_rest_can_be_completed(play: Play) -> None:
    state = play(
        COINS
        + """
play
    players take turns until round is 9
        do "Split"
action "Split"
    choose a from 1 to 5
    choose b from 1 to 5
    needs a + b is 7
    choose c from 1 to 2 where c * 3 is b
    set done to a * 100 + b * 10 + c
"""
    )
    assert texts(state) == ["4"]
    state.apply("4")
    assert texts(state) == ["3"]
    state.apply("3")
    state.apply("1")
    assert state.evaluate("done") == 431


def test_an_action_with_ways_needs_one_of_them_and_offers_only_those_that_can_be_completed(play: Play) -> None:
    state = play(
        COINS
        + """
play
    players take turns until round is 9
        one of "Trade", "Wait"
action "Wait"
    move 1 Coin from bank to your purse
action "Trade"
    choose color where done is 0
    one of
        "Sell"
            pay 1 Coin(color) from your purse to pit
        "Sell two"
            pay 2 Coin(color) from your purse to pit
"""
    )
    assert texts(state) == ["Wait"]
    for move in ("Wait", "Wait"):
        state.apply(move)
    assert texts(state) == ["Trade", "Wait"]
    state.apply("Trade")
    assert texts(state) == ["Red"]
    state.apply("Red")
    assert texts(state) == ["Sell"]
    state.apply("Sell")
    assert state.evaluate("size of pit") == 1


def test_all_payments_together_must_be_possible(play: Play) -> None:
    text = (
        COINS
        + """
setup
    move PURSE Coin from bank to purse of first of everyone
play
    players take turns from first of everyone until round is 9
        one of "Buy", "Wait"
action "Wait"
    add 1 to done
action "Buy"
    pay 1 Coin from your purse to pit
    pay 2 Coin from your purse to box
"""
    )
    assert texts(play(text.replace("PURSE", "2"))) == ["Wait"]
    state = play(text.replace("PURSE", "3"), ["Buy"])
    assert state.evaluate("[size of pit, size of box]") == [1, 2]


def test_a_way_and_its_action_are_paid_together(play: Play) -> None:
    text = (
        COINS
        + """
setup
    move PURSE Coin from bank to purse of first of everyone
play
    players take turns from first of everyone until round is 9
        one of "Buy", "Wait"
action "Wait"
    add 1 to done
action "Buy"
    pay 1 Coin from your purse to pit
    one of
        "Cheap"
            add 5 to done
        "Dear"
            pay 2 Coin from your purse to box
"""
    )
    assert texts(play(text.replace("PURSE", "2"), ["Buy"])) == ["Cheap"]
    assert texts(play(text.replace("PURSE", "3"), ["Buy"])) == ["Cheap", "Dear"]
    state = play(text.replace("PURSE", "3"), ["Buy", "Dear"])
    assert state.evaluate("[size of pit, size of box]") == [1, 2]
    state = play(text.replace("PURSE", "2"), ["Buy", "Cheap"])
    assert state.evaluate("[size of pit, size of box, done]") == [1, 0, 5]


def test_payments_are_made_before_the_effect_and_after_all_questions(play: Play) -> None:
    state = play(
        COINS
        + """
setup
    move 2 Coin from bank to purse of first of everyone
play
    each player takes a turn where player is first of everyone
        do "Buy"
action "Buy"
    pay 2 Coin from your purse to pit
    choose n from 0 to size of pit
    set done to n * 10 + size of pit
"""
    )
    assert texts(state) == ["0"]
    state.apply(0)
    assert state.over
    assert state.evaluate("done", 0) == 2


def test_why_not_is_answered_by_the_first_line_that_leaves_no_value_alive(play: Play) -> None:
    state = play(
        COINS
        + """
play
    players take turns until round is 9
        one of "Buy", "Wait"
action "Wait"
    add 1 to done
action "Buy"
    needs done is at most 9                   @3
    choose color
    pay 1 Coin(color) from your purse to pit  @7
"""
    )
    with pytest.raises(IllegalChoice) as caught:
        state.apply("Buy")
    assert caught.value.clause == "7"


# ------------------------------------------------------------------------------------------------ options


def test_alike_cards_in_a_group_are_one_option_and_places_in_a_pile_each_their_own(play: Play) -> None:
    tail = """
play
    players take turns until round is 9
        do "Take"
action "Take"
    choose coin from SOURCE
    move coin to your purse
"""
    state = play(COINS + tail.replace("SOURCE", "bank"))
    assert texts(state) == ["Coin (Red)", "Coin (Blue)"]
    state = play(COINS + "setup\n    move all Coin to pit\n" + tail.replace("SOURCE", "pit"))
    assert len(texts(state)) == 4


def test_alike_cards_in_different_groups_are_different_options(play: Play) -> None:
    state = play(
        """
components
    card Coin: 4
zones
    bank: open group of Coin
    shelf: open group
setup
    move 2 Coin from bank to shelf
play
    players take turns until round is 9
        do "Take"
action "Take"
    choose coin from bank, shelf
    move coin to shelf
"""
    )
    assert len(texts(state)) == 2


def test_cards_that_notes_tell_apart_are_different_options_and_others_are_one(play: Play) -> None:
    state = play(
        """
components
    piece Man: 4
zones
    bank: open group of Man
notes
    crowned of each Man: truth
play
    players take turns until round is 9
        do "Crown"
action "Crown"
    choose man from bank where man is not crowned or no man in bank is not crowned
    set crowned of man to yes
"""
    )
    assert len(texts(state)) == 1
    for _ in range(4):
        state.apply(0)
    assert len(texts(state)) == 1


def test_dice_that_show_the_same_are_one_option(play: Play) -> None:
    state = play(
        """
components
    die Die(face: 1 to 2): 6
zones
    table: open group of Die
notes
    done: number
play
    players take turns until round is 9
        do "Pick"
action "Pick"
    choose 2 dice from table
    set done to sum of face of die for each die in dice
""".replace("play\n", "setup\n    roll table\nplay\n"),
        seed=3,
    )
    assert sorted(texts(state)) == ["Die (1)", "Die (2)"]


def test_a_set_is_asked_piece_by_piece_and_reached_only_once(play: Play) -> None:
    text = """
players 2
components
    enum Color: Red, Blue, Green, Pink
    card Coin(color): 1 of each
zones
    bank: open row of Coin
    pit: open pile
play
    do "Take"
action "Take"
    choose HOWMANY coins from bank
    move coins to pit
"""
    for how_many, sets in (("2", 6), ("1 to 2", 10), ("up to 2", 11), ("any number of", 16), ("4", 1)):
        state = play(text.replace("HOWMANY", how_many))
        found: list[str] = []
        walk = [state]
        while walk:
            here = walk.pop()
            if here.over:
                found.append(str(sorted(here.evaluate("[color of card for each card in pit]", 0))))
                continue
            for index in range(len(here.choices())):
                following = here.copy()
                following.apply(index)
                walk.append(following)
        assert len(found) == len(set(found)) == sets, how_many


def test_a_set_is_offered_only_where_the_rest_of_the_head_holds(play: Play) -> None:
    state = play(
        """
components
    enum Color: Red, Blue, Green, Pink
    card Coin(color): 1 of each
zones
    bank: open row of Coin
    pit: open pile
play
    do "Take"
action "Take"
    choose 2 coins from bank
    needs (sum of position of color of coin for each coin in coins) is 7
    move coins to pit
"""
    )
    assert texts(state) == ["Coin (Green)"]
    state.apply(0)
    assert texts(state) == ["Coin (Pink)"]


def test_options_keep_the_domains_order_and_done_is_last(play: Play) -> None:
    state = play(
        COINS
        + """
setup
    deal 1 from bank to pit
    deal 1 from bank to pit
play
    players take turns until round is 9
        up to 2 of "B", "A"
action "A"
    choose player
    add 1 to done
action "B"
    choose color in [Blue, Red]
    add 1 to done
""".replace("choose color in [Blue, Red]", "choose color from [Blue, Red]"),
    )
    assert texts(state) == ["B", "A", "done"]
    state.apply("B")
    assert texts(state) == ["Blue", "Red"]
    state.apply("Blue")
    state.apply("A")
    assert texts(state) == ["Seat 1", "Seat 2"]


# ------------------------------------------------------------------------------------------------ menus

MENU = """
notes
    left: number, at first 3
    other: number
    fled: truth
play
    MENU
    do "End"
action "End"
    choose player
action "Take"
    needs left is at least 1
    add -1 to left
action "Give"
    needs other is at most 0
    add 1 to other
"""


def menu(text: str) -> str:
    return MENU.replace("    MENU", "\n".join("    " + line for line in text.strip("\n").splitlines()))


def test_one_of_is_exactly_one_of_those_that_can_be_done(play: Play) -> None:
    state = play(menu('one of "Take", "Give"'))
    assert texts(state) == ["Take", "Give"]
    state.apply("Take")
    assert state.question().startswith("End")


def test_one_of_nothing_takes_its_otherwise_and_is_reported_without(play: Play) -> None:
    text = (
        menu('one of "Take", "Give"')
        .replace("at first 3", "at first 0")
        .replace("other: number", "other: number, at first 1")
    )
    with pytest.raises(GameFault) as caught:
        play(text)
    assert caught.value.line == text.splitlines().index('    one of "Take", "Give"') + 2
    state = play(text.replace('"Give"\n    do', '"Give"\n    otherwise set other to 9\n    do'))
    assert state.evaluate("other", 0) == 9


def test_up_to_stops_at_the_number_at_done_and_where_nothing_is_possible(play: Play) -> None:
    state = play(menu('up to 2 of "Take", "Give"'))
    assert texts(state) == ["Take", "Give", "done"]
    for _ in range(2):
        state.apply("Take")
    assert state.question().startswith("End")
    assert play(menu('up to 2 of "Take", "Give"'), ["done"]).question().startswith("End")
    state = play(menu('up to 9 of "Take"'), ["Take"] * 3)
    assert state.question().startswith("End")


def test_any_number_goes_on_until_done_or_nothing_is_possible(play: Play) -> None:
    state = play(menu('any number of "Take", "Give"'), ["Take", "Give", "Take", "Take"])
    assert state.question().startswith("End")


def test_different_means_each_entry_once(play: Play) -> None:
    state = play(menu('up to 2 different of "Take", "Give"'), ["Take"])
    assert texts(state) == ["Give", "done"]


def test_as_many_as_possible_has_no_done(play: Play) -> None:
    state = play(menu('as many as possible of "Take"'))
    assert texts(state) == ["Take"]
    for _ in range(3):
        state.apply("Take")
    assert state.question().startswith("End")


def test_the_otherwise_of_a_menu_is_for_when_nothing_could_be_done(play: Play) -> None:
    text = menu('as many as possible of "Take"\notherwise set other to 7')
    assert play(text, ["Take"] * 3).evaluate("other", 0) == 0
    assert play(text.replace("at first 3", "at first 0")).evaluate("other", 0) == 7


def test_menus_nest_and_a_nested_entry_counts_once(play: Play) -> None:
    text = (
        menu('up to 2 different of\n    "Take"\n    one of "Give", "Flee"')
        + """
action "Flee"
    set fled to yes
"""
    )
    state = play(text)
    assert texts(state) == ["Take", "Give", "Flee", "done"]
    state.apply("Flee")
    assert texts(state) == ["Take", "done"]


def test_a_repeated_menu_inside_one_of_is_one_entry(play: Play) -> None:
    text = menu('one of\n    "Give"\n    up to 2 of "Take"')
    state = play(text)
    assert len(texts(state)) == 2
    state.apply(1)
    assert texts(state) == ["Take", "done"]
    state.apply("Take")
    state.apply("Take")
    assert state.question().startswith("End")


def test_a_menu_counts_afresh_each_time_even_after_the_turn_was_ended_in_it(play: Play) -> None:
    state = play(
        """
notes
    turns: number
play
    players take turns until turns is 4
turn
    up to 2 different of "Stop", "Go"
    add 10 to turns
action "Stop"
    add 1 to turns
    end the turn
action "Go"
    add 0 to turns
""",
        ["Go", "Stop"],
    )
    assert texts(state) == ["Stop", "Go", "done"]
    assert state.evaluate("turns") == 1


def test_loops_begin_afresh_after_the_turn_was_ended_in_them(play: Play) -> None:
    state = play(
        """
notes
    turns: number
play
    players take turns until round is 9
turn
    for each n in 1 to 3
        one of "Stop", "Go"
        add n to turns
action "Stop"
    add 0 to turns
    end the turn
action "Go"
    add 10 to turns
""",
        ["Go", "Stop", "Go"],
    )
    assert state.evaluate("turns") == 22


def test_may_do_asks_yes_or_no_and_is_skipped_if_impossible(play: Play) -> None:
    text = menu('may do "Take"')
    assert texts(play(text)) == ["yes", "no"]
    assert play(text, ["yes"]).evaluate("left") == 2
    assert play(text, ["no"]).evaluate("left") == 3
    assert play(text.replace("at first 3", "at first 0")).question().startswith("End")


def test_a_duty_without_a_choice_simply_happens(play: Play) -> None:
    state = play(menu('do "Take"'))
    assert state.evaluate("left") == 2
    assert state.question().startswith("End")


def test_a_duty_that_cannot_be_done_takes_its_otherwise_or_is_reported(play: Play) -> None:
    text = menu('do "Take"').replace("at first 3", "at first 0")
    with pytest.raises(GameFault) as caught:
        play(text)
    assert caught.value.line == text.splitlines().index('    do "Take"') + 2
    assert caught.value.column == 5
    state = play(text.replace('do "Take"\n', 'do "Take"\n    otherwise\n        set other to 4\n'))
    assert state.evaluate("other", 0) == 4


def test_a_duty_with_one_option_is_still_a_decision(play: Play) -> None:
    state = play(menu('one of "Take"'))
    assert texts(state) == ["Take"]


# ------------------------------------------------------------------------------------------------ choose

CHOOSE = """
components
    enum Color: Red, Blue
    card Coin(color): 1 of each
zones
    bank: open row of Coin
    pit: open row
    board[2, 2]: open space
notes
    got: number
play
    do "Act"
    do "End"
action "End"
    choose player
action "Act"
"""


def test_may_choose_gives_none_when_declined_and_moving_none_moves_nothing(play: Play) -> None:
    text = CHOOSE + "    may choose coin from bank\n    move coin to pit\n    set got to 1 if coin is none\n"
    state = play(text)
    assert texts(state) == ["Coin (Red)", "Coin (Blue)", "none"]
    assert play(text, [2]).evaluate("[got, size of pit]") == [1, 0]
    assert play(text, [1]).evaluate("[got, size of pit]") == [0, 1]


def test_may_choose_is_skipped_in_silence_when_there_is_nothing_to_choose(play: Play) -> None:
    text = CHOOSE + "    may choose coin from pit\n    move coin to pit\n    set got to 1 if coin is none\n"
    state = play(text)
    assert state.question().startswith("End")
    assert state.evaluate("got") == 1


def test_may_choose_among_lines_of_a_board(play: Play) -> None:
    text = CHOOSE + "    may choose line from rows of board\n    set got to size of line + 1\n"
    state = play(text)
    assert len(texts(state)) == 3
    assert play(text, [2]).evaluate("got") == 1
    assert play(text, [1]).evaluate("got") == 3


def test_a_choice_inside_an_effect_is_asked_when_it_is_reached(play: Play) -> None:
    text = CHOOSE + "    move 1 Coin(Blue) from bank to pit\n    choose coin from bank\n    move coin to pit\n"
    assert texts(play(text)) == ["Coin (Red)"]


def test_a_choice_inside_an_effect_must_find_an_option(play: Play) -> None:
    text = CHOOSE + "    move all from bank to pit\n    choose coin from bank\n    move coin to pit\n"
    with pytest.raises(GameFault) as caught:
        play(text)
    assert caught.value.line == text.splitlines().index("    choose coin from bank") + 2
    state = play(text.replace("choose coin", "may choose coin"))
    assert state.question().startswith("End")


def test_may_choose_inside_an_effect_among_lines_of_a_board(play: Play) -> None:
    text = CHOOSE + "    set got to 5\n    may choose line from rows of board\n    set got to size of line + 1\n"
    state = play(text)
    assert len(texts(state)) == 3
    assert play(text, [2]).evaluate("got") == 1
    assert play(text, [0]).evaluate("got") == 3


def test_an_as_block_makes_the_rival_you_and_asks_the_rival(play: Play) -> None:
    state = play(
        CHOOSE
        + """    set got to 5
    as opponent
        choose coin from bank
        move coin to pit
        set got to 7 if you is last of everyone
    set got to got + 10 if you is first of everyone
"""
    )
    assert state.actors == (1,)
    state.apply(0)
    assert state.evaluate("got") == 17


def test_a_turn_ended_inside_an_as_block_is_still_the_turn_of_whose_it_was(play: Play) -> None:
    state = play(
        """
players 3
notes
    got: number
play
    players take turns until round is 9
        do "Act"
        add 100 to got
action "Act"
    choose rival from others
    as rival
        may do "Stop"
        add 10 to got
action "Stop"
    choose player
    add 1 to got
    end the turn
""",
        ["Seat 3", "yes", 0],
    )
    assert state.actors == (1,)
    assert state.evaluate("got") == 1


def test_the_effect_of_a_card_is_done_with_this_card_and_a_card_without_one_cannot_do_it(play: Play) -> None:
    text = """
players 2
components
    card Act
        name    rank
        Bomb    4
        Dud     2
        Gift    3
zones
    deck: open row of Act
    pit: open row
notes
    got: number
play
    players take turns until round is 9
        do "Play"
action "Play"
    choose act from deck
    do effect of act
    otherwise set got to 99
effect of Bomb "Bang."
    set got to rank of this
    move this to pit
effect of Gift "A gift."
    choose n from 1 to rank of this
    set got to n
"""
    assert play(text, ["Bomb"]).evaluate("[got, size of pit]") == [4, 1]
    assert play(text, ["Dud"]).evaluate("[got, size of pit]") == [99, 0]
    state = play(text, ["Gift"])
    assert texts(state) == ["1", "2", "3"]
    with pytest.raises(GameFault):
        play(text.replace("    otherwise set got to 99\n", ""), ["Dud"])
