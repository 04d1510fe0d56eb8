"""Sections 7, 9, 10 and 11: turns and rounds, deeds, triggers, checks, scoring, chance, and what is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright import GameFault, OptionError, State

Play = Callable[..., State]


def texts(state: State, seat: int | None = None) -> list[str]:
    return [choice.text for choice in state.choices(seat)]


def line_of(text: str, line: str) -> int:
    """The line of the file: the helper writes two lines before what it is given."""
    return text.strip("\n").splitlines().index(line) + 3


# ------------------------------------------------------------------------------------------------ deeds

TABLE = """
components
    enum Color: Red, Blue
    card Coin(color): 3 of each
zones
    pile: open pile of Coin
    row: open row
    group: open group
    space: open space
    small: open pile at most 2
    heap[2]: open pile
    lot of each player: open row
notes
    n: number
    flags of each player: truth
    shade: Color or none
    colors: list of Color
    numbers: list of number
    who: player or none
    back: row or none
setup
DEEDS
play
    do "End"
action "End"
    choose player
"""


def table(*deeds: str) -> str:
    text = TABLE.replace("pile: open pile of", "stock: open pile of").replace("    row: ", "    line: ")
    text = (
        text.replace("    group: ", "    bag: ")
        .replace("    space: ", "    spot: ")
        .replace("    back: row or none\n", "")
    )
    return text.replace("DEEDS", "\n".join("    " + line for deed in deeds for line in deed.splitlines()))


def colors(state: State, zone: str) -> str:
    return "".join(color[0] for color in state.evaluate(f"[color of card for each card in {zone}]"))


def test_a_pile_takes_cards_on_top_and_a_row_at_its_end(play: Play) -> None:
    state = play(table("move 1 Coin(Red) from stock to heap[1]", "move 1 Coin(Blue) from stock to heap[1]"))
    assert colors(state, "heap[1]") == "BR"
    state = play(table("move 1 Coin(Red) from stock to line", "move 1 Coin(Blue) from stock to line"))
    assert colors(state, "line") == "RB"


def test_top_of_and_bottom_of_say_where_a_card_goes(play: Play) -> None:
    deeds = ["move 1 Coin(Red) from stock to heap[1]", "move 1 Coin(Blue) from stock to bottom of heap[1]"]
    assert colors(play(table(*deeds)), "heap[1]") == "RB"
    deeds = ["move 1 Coin(Red) from stock to line", "move 1 Coin(Blue) from stock to top of line"]
    assert colors(play(table(*deeds)), "line") == "BR"


def test_move_takes_exactly_what_it_says_or_is_reported(play: Play) -> None:
    text = table("move 4 Coin(Red) from stock to bag")
    with pytest.raises(GameFault) as caught:
        play(text)
    assert caught.value.line == line_of(text, "    move 4 Coin(Red) from stock to bag")
    assert caught.value.column == 5
    assert play(table("move all Coin(Red) from stock to bag")).evaluate("size of bag") == 3
    assert play(table("move all Coin(Red) from bag to spot")).evaluate("size of spot") == 0


def test_move_all_without_a_place_takes_them_from_everywhere(play: Play) -> None:
    state = play(table("deal 2 from stock to bag", "deal 1 from stock to spot", "move all Coin to line"))
    assert state.evaluate("[size of line, size of stock, size of bag, size of spot]") == [6, 0, 0, 0]
    state = play(table("deal 1 from stock to each lot", "move all from each lot to bag"))
    assert state.evaluate("size of bag") == 2


def test_deal_goes_round_and_round(play: Play) -> None:
    assert play(table("deal 2 from stock to each lot")).evaluate("[size of row for each row in lot]", 0) == [2, 2]
    state = play(table("move top of stock to bag", "deal all from stock to each heap"))
    assert state.evaluate("[size of heap[1], size of heap[2]]") == [3, 2]
    with pytest.raises(GameFault):
        play(table("deal 7 from stock to bag"))
    assert play(table("deal up to 7 from stock to bag")).evaluate("size of bag") == 6
    state = play(table("deal 5 from stock to bag", "deal up to 1 from stock to each lot"))
    assert state.evaluate("[size of lot of first of everyone, size of lot of last of everyone]") == [1, 0]


def test_refill_fills_up_as_far_as_there_is(play: Play) -> None:
    state = play(table("deal 1 from stock to line", "refill line to 3 from stock"))
    assert state.evaluate("size of line") == 3
    assert play(table("refill line to 9 from stock")).evaluate("size of line") == 6
    assert play(table("deal 4 from stock to line", "refill line to 3 from stock")).evaluate("size of line") == 4


def test_swap_exchanges_two_cards_or_the_contents_of_two_zones(play: Play) -> None:
    fill = ["move 2 Coin(Red) from stock to heap[1]", "move 1 Coin(Blue) from stock to heap[2]"]
    state = play(table(*fill, "swap heap[1] with heap[2]"))
    assert (colors(state, "heap[1]"), colors(state, "heap[2]")) == ("B", "RR")
    state = play(table(*fill, "swap bottom of heap[1] with top of heap[2]"))
    assert (colors(state, "heap[1]"), colors(state, "heap[2]")) == ("RB", "R")
    state = play(table(*fill, "swap top of heap[1] with top of spot"))
    assert (colors(state, "heap[1]"), colors(state, "spot")) == ("RR", "")


def test_a_space_holds_one_and_a_limit_is_kept(play: Play) -> None:
    for deed in ("deal 2 from stock to spot", "deal 3 from stock to small"):
        with pytest.raises(GameFault):
            play(table(deed))
    assert play(table("deal 2 from stock to small")).evaluate("size of small") == 2


def test_moving_none_moves_nothing(play: Play) -> None:
    state = play(table("move top of heap[1] to bag", "move bottom of line to spot", "move spot to bag"))
    assert state.evaluate("[size of bag, size of stock]") == [0, 6]


def test_moving_into_nowhere_is_reported(play: Play) -> None:
    text = table("move top of stock to lot of who")
    with pytest.raises(GameFault) as caught:
        play(text)
    assert caught.value.line == line_of(text, "    move top of stock to lot of who")


def test_shuffle_keeps_the_cards_and_hangs_on_the_seed_alone(play: Play) -> None:
    text = table("shuffle stock")
    orders = {seed: colors(play(text, seed=seed), "stock") for seed in range(8)}
    assert {"".join(sorted(order)) for order in orders.values()} == {"BBBRRR"}
    assert len(set(orders.values())) > 1
    assert orders == {seed: colors(play(text, seed=seed), "stock") for seed in range(8)}


def test_set_add_and_remove_on_numbers_and_lists(play: Play) -> None:
    state = play(table("set n to 5", "add 3 to n", "remove 10 from n"))
    assert state.evaluate("n") == -2
    state = play(table("add Red to colors", "add Blue to colors", "remove Red from colors"))
    assert state.evaluate("colors") == ["Blue"]
    state = play(table("set numbers to [1, 2]", "set numbers to numbers + [3]", "remove 2 from numbers"))
    assert state.evaluate("numbers") == [1, 3]
    state = play(table("remove Red from colors", "set shade to Red", "set shade to none"))
    assert state.evaluate("[size of colors, position of Red]") == [0, 1]
    assert state.evaluate("shade") is None


def test_any_deed_may_end_in_if(play: Play) -> None:
    state = play(
        table("set n to 5 if n is 0", "set n to 6 if n is 0", "move all from stock to bag if n is 9", "pass if n is 5")
    )
    assert state.evaluate("[n, size of bag]") == [5, 0]


def test_remember_names_a_value_until_the_block_ends(play: Play) -> None:
    state = play(table("set n to 2", "remember old as n", "set n to 9", "add old to n"))
    assert state.evaluate("n") == 11
    state = play(table("remember card as top of stock", "move card to bag", "move card to line"))
    assert state.evaluate("[size of bag, size of line]") == [0, 1]


def test_for_each_goes_through_what_was_there_before_its_first_pass(play: Play) -> None:
    state = play(table("for each card in stock\n    move card to bottom of stock\n    add 1 to n"))
    assert state.evaluate("[n, size of stock]") == [6, 6]
    state = play(table("for each k in 3 to 1\n    add 1 to n", "for each k in 1 to 3 where k is not 2\n    add k to n"))
    assert state.evaluate("n") == 4


def test_if_takes_the_first_branch_that_holds(play: Play) -> None:
    text = table(
        "set n to START",
        "if n is 1\n    set n to 10\notherwise if n is at most 2\n    set n to 20\notherwise\n    set n to 30",
    )
    assert [play(text.replace("START", start)).evaluate("n") for start in "123"] == [10, 20, 30]


def test_a_number_that_passes_64_bits_is_reported(play: Play) -> None:
    deeds = ["set n to 9223372036854775807", "add 1 to n"]
    text = table(*deeds)
    with pytest.raises(GameFault, match="64 bits") as caught:
        play(text)
    assert caught.value.line == line_of(text, "    add 1 to n")
    with pytest.raises(GameFault, match="64 bits"):
        play(table("set n to 3037000500", "set n to n * n * 2"))


# ------------------------------------------------------------------------------------------------ turns

TURNS = """
players 4
notes
    order: list of number
    stop: number
    out of each player: truth
    n: number
    fresh: number, each turn 7
play
PHRASE
    do "End"
action "End"
    choose player
    add 100 to n
action "Go"
    choose k from 1 to 9
    set n to k
    set fresh to fresh + k
"""


def turns(*lines: str) -> str:
    return TURNS.replace("PHRASE", "\n".join("    " + line for line in lines))


def seats(state: State, moves: int) -> list[int]:
    found = []
    for _ in range(moves):
        if not state.question().startswith("Go"):
            break
        found.append(state.actors[0])
        state.apply(0)
    return found


def test_players_take_turns_round_and_round(play: Play) -> None:
    body = ["players take turns until stop is 1", '    do "Go"']
    assert seats(play(turns(*body)), 6) == [0, 1, 2, 3, 0, 1]
    body = ["players take turns from last of everyone until stop is 1", '    do "Go"']
    assert seats(play(turns(*body)), 6) == [3, 0, 1, 2, 3, 0]


def test_until_is_tested_after_each_turn_while_you_is_still_its_player(play: Play) -> None:
    body = ["players take turns until n is 3 and you is left of first of everyone", '    do "Go"']
    state = play(turns(*body), ["3", "2", "3", "3", "3", "3"])
    assert state.question().startswith("End")
    assert state.actors == (1,)


def test_seats_that_fail_where_are_passed_over_and_none_left_is_reported(play: Play) -> None:
    body = [
        "players take turns where not out of player until stop is 1",
        '    do "Go"',
        "    set out of left of you to yes if n is 9",
    ]
    assert seats(play(turns(*body), ["9"]), 4) == [2, 3, 0, 2]
    body = ["players take turns where not out of player until stop is 1", '    do "Go"', "    set out of you to yes"]
    state = play(turns(*body))
    for _ in range(3):
        state.apply(0)
    before = state.copy()
    with pytest.raises(GameFault, match="no seat is left") as caught:
        state.apply(0)
    assert caught.value.line == line_of(turns(*body), "    " + body[0])
    assert state == before
    assert state.log() == before.log()


def test_next_turn_goes_to_names_the_next_seat_once(play: Play) -> None:
    body = [
        "players take turns until stop is 1",
        '    do "Go"',
        "    next turn goes to you if n is 2",
        "    next turn goes to left of left of you if n is 3",
    ]
    assert seats(play(turns(*body), ["2"]), 3) == [0, 1, 2]
    assert seats(play(turns(*body), ["3"]), 3) == [2, 3, 0]


def test_each_player_takes_a_turn_once_and_you_is_as_before(play: Play) -> None:
    body = ["each player takes a turn", '    do "Go"']
    state = play(turns(*body))
    assert seats(state, 9) == [0, 1, 2, 3]
    body = ["each player takes a turn from nth(everyone, 3) where player is not first of everyone", '    do "Go"']
    assert seats(play(turns(*body)), 9) == [2, 3, 1]


def test_each_other_player_takes_a_turn_from_your_left_and_you_is_the_last_afterwards(play: Play) -> None:
    body = ["players take turns until n is 5", '    do "Go"', "each other player takes a turn", '    do "Go"']
    state = play(turns(*body), ["1", "5"])
    assert seats(state, 9) == [2, 3, 0]
    assert state.actors == (0,)


def test_a_turn_inside_a_turn_does_not_move_where_the_outer_one_ends(play: Play) -> None:
    body = [
        "players take turns until stop is 1",
        '    do "Go"',
        "    each other player takes a turn where player is left of first of everyone",
        '        do "Go"',
        "    end the turn if fresh is at least 0",
        "    set stop to 1",
    ]
    state = play(turns(*body), ["1", "1", "1"])
    assert state.evaluate("stop") == 0


def test_a_turn_begins_its_notes_afresh(play: Play) -> None:
    body = ["players take turns until stop is 1", '    do "Go"', '    do "Go"']
    state = play(turns(*body), ["3"])
    assert state.evaluate("fresh") == 10
    state.apply("3")
    assert state.evaluate("fresh") == 7


def test_repeat_counts_its_passes_and_tests_until_after_each(play: Play) -> None:
    assert play(turns("repeat 3 times", "    add 1 to n")).evaluate("n", 0) == 3
    assert play(turns("repeat 0 times", "    add 1 to n")).evaluate("n", 0) == 0
    assert play(turns("repeat until n is at least 0", "    add 1 to n")).evaluate("n", 0) == 1
    assert play(turns("set n to 2", "repeat n times", "    add 1 to n")).evaluate("n", 0) == 4


def test_play_without_end_or_decision_is_reported(play: Play) -> None:
    text = turns("repeat until n is less than 0", "    add 1 to n")
    with pytest.raises(GameFault, match="round and round"):
        play(text)


ROUNDS = """
notes
    total: number
    fresh: number, each round 5
play
    repeat 3 rounds
    do "End"
round
    set total to total * 10 + round
    add 1 to fresh
    EXTRA
    add 0 to total
action "End"
    choose player
"""


def test_rounds_are_numbered_and_begin_their_notes_afresh(play: Play) -> None:
    state = play(ROUNDS.replace("EXTRA", "pass"))
    assert state.evaluate("[total, fresh]", 0) == [123, 6]


def test_end_the_round_and_end_the_game_stop_at_once(play: Play) -> None:
    state = play(ROUNDS.replace("EXTRA", "end the round if round is 2\n    add 5 to fresh"))
    assert state.evaluate("[total, fresh]", 0) == [123, 11]
    state = play(ROUNDS.replace("EXTRA", "end the game if round is 2\n    add 5 to fresh"))
    assert state.over
    assert state.evaluate("[total, fresh]", 0) == [12, 6]


# ------------------------------------------------------------------------------------------------ together

TOGETHER = """
players 3
components
    card Coin: 4
zones
    bank: open group of Coin
    purse of each player: open group
notes
    n of each player: number
    order: list of number
    fresh: number, each turn 1
play
    all players at once from nth(everyone, 2)
        BLOCK
    do "End"
action "End"
    choose player
action "Take"
    needs bank has 4 Coin
    choose k from 1 to 3
    move 1 Coin from bank to your purse
    set your n to size of bank * 10 + k
    add size of bank to order
action "Steal"
    choose rival from others
    move all from purse of rival to your purse
    add 1 to fresh
"""


def test_at_once_everybody_decides_against_the_state_before(play: Play) -> None:
    state = play(TOGETHER.replace("BLOCK", 'do "Take"'))
    assert list(state.actors) == [0, 1, 2]
    state.apply("1", 2)
    assert list(state.actors) == [0, 1]
    assert state.evaluate("size of bank", 0) == 4
    state.apply("2", 0)
    assert texts(state, 1) == ["1", "2", "3"]
    state.apply("3", 1)
    assert state.evaluate("[n of player for each player]", 0) == [12, 33, 21]
    assert state.evaluate("order", 0) == [3, 2, 1]


def test_at_once_begins_the_turns_notes_afresh_outside_a_turn(play: Play) -> None:
    state = play(TOGETHER.replace("BLOCK", 'may do "Steal"'), [(0, "no"), (1, "no"), (2, "no")])
    assert state.evaluate("fresh", 0) == 1


def test_at_once_with_otherwise_and_menus(play: Play) -> None:
    text = TOGETHER.replace("BLOCK", 'one of "Take", "Steal"').replace("has 4 Coin", "has 5 Coin")
    state = play(text)
    assert texts(state, 0) == ["Steal"]
    text = TOGETHER.replace("BLOCK", 'do "Take"\n        otherwise add 7 to your n').replace("has 4 Coin", "has 5 Coin")
    assert play(text).evaluate("[n of player for each player]", 0) == [7, 7, 7]
    state = play(TOGETHER.replace("BLOCK", 'up to 2 of "Take", "Steal"'), [(0, "done"), (1, "done"), (2, "Take")])
    assert texts(state, 2) == ["1", "2", "3"]


# ------------------------------------------------------------------------------------------------ facts

FACTS = """
players 3
components
    card Coin: 6
zones
    bank: open pile of Coin
    pot[3]: open pile
notes
    fired: list of number
    n: number
    m: number
    mark of each player: number
play
    do "First"
    do "Second"
    do "Second"
action "First"
    choose k from 1 to 9
    FIRST
action "Second"
    choose k from 1 to 9
    SECOND
FACTS
"""


def facts(first: str, second: str, *lines: str) -> str:
    return FACTS.replace("FIRST", first).replace("SECOND", second).replace("\nFACTS", "\n" + "\n".join(lines))


def test_a_trigger_fires_once_for_each_becoming_in_the_domains_order(play: Play) -> None:
    text = """
components
    card Coin: 6
zones
    bank: open pile of Coin
    pots[3]: open pile
notes
    fired: list of number
play
    repeat 4 times
        do "Act"
action "Act"
    choose k from 1 to 3
    deal 1 from bank to each pot in pots if k is 1
    move all from pots[2] to bank if k is 2
    move top of bank to pots[2] if k is 3
whenever pot becomes filled
    add row_number(pot) * 10 + size of bank to fired
terms
    row_number(pot) means the k in 1 to 3 where pots[k] is pot
"""
    parts = text.split("terms\n")
    text = parts[0].replace("play\n    repeat", "terms\n" + parts[1] + "play\n    repeat")
    assert play(text, ["1"]).evaluate("fired", 0) == [13, 23, 33]
    assert play(text, ["1", "2"]).evaluate("fired", 0) == [13, 23, 33]
    assert play(text, ["1", "2", "3", "1"]).evaluate("fired", 0) == [13, 23, 33, 23]


def test_what_newly_arises_while_triggers_run_waits_behind_them(play: Play) -> None:
    text = """
players 3
notes
    fired: list of number
    mark of each player: number
terms
    player is rich means mark of player is at least 1
    player is served means mark of player is at least 5
play
    do "Act"
    do "Act"
action "Act"
    choose k from 1 to 3
    add 1 to mark of first of everyone
    add 1 to mark of nth(everyone, 2)
whenever player becomes served
    add 50 to fired
whenever player becomes rich
    add 10 + mark of player to fired
    set mark of player to 5
"""
    assert play(text, [0]).evaluate("fired", 0) == [11, 11, 50, 50]


def test_becomes_one_of_a_list_follows_the_order_of_the_list(play: Play) -> None:
    text = """
players 3
notes
    fired: list of number
    line: list of player
    mark of each player: number
play
    do "Act"
    do "Act"
action "Act"
    choose k from 1 to 2
    set line to [nth(everyone, 3), first of everyone] if k is 1
    set line to [nth(everyone, 2), nth(everyone, 3)] if k is 2
    for each player
        set mark of player to the n in 1 to 3 where nth(everyone, n) is player
whenever player becomes one of line
    add mark of player to fired
"""
    assert play(text, ["1"]).evaluate("fired", 0) == [3, 1]
    assert play(text, ["1", "2"]).evaluate("fired", 0) == [3, 1, 2]


def test_in_the_body_of_a_trigger_you_is_the_seat_whose_turn_it_is(play: Play) -> None:
    text = """
players 3
notes
    who: player or none
    mark of each player: number
terms
    player is rich means mark of player is at least 1
play
    each player takes a turn
        do "Act"
action "Act"
    choose rival from others
    add 1 to mark of rival
whenever player becomes rich
    set who to you
"""
    assert play(text, ["Seat 2"]).evaluate("who", 0) == "Seat 1"
    assert play(text, ["Seat 2", "Seat 3"]).evaluate("who", 0) == "Seat 2"


def test_checks_come_after_whole_actions_only(play: Play) -> None:
    text = facts("set n to 1\n    set n to 0", "set n to 1", "end", "    over when n is 1")
    assert not play(text, [0]).over
    assert play(text, [0, 0]).over


def test_deeds_of_the_course_of_play_are_judged_with_what_follows_them(play: Play) -> None:
    text = facts("pass", "pass", "end", "    over when n is 1").replace(
        'play\n    do "First"', 'play\n    set n to 1\n    set n to 0\n    do "First"\n    set n to 1'
    )
    assert not play(text).over
    assert not play(text, [0]).over
    assert play(text, [0, 0]).over


def test_a_trigger_runs_before_the_end_is_judged_and_the_first_line_that_holds_is_the_reason(play: Play) -> None:
    state = play(
        facts(
            "set n to 1",
            "pass",
            "end",
            "    over when n is 2",
            "    over when n is at least 1",
        ),
        [0],
    )
    assert state.outcome is not None
    assert "at least 1" in state.outcome.reason


def test_a_trigger_that_never_rests_is_reported(play: Play) -> None:
    text = """
notes
    n: number
terms
    player is even means n is at least 1 and n mod 2 is 0
    player is odd means n is at least 1 and n mod 2 is 1
play
    do "Go"
action "Go"
    choose k from 1 to 3
    add 1 to n
whenever player becomes odd
    add 1 to n if player is first of everyone
whenever player becomes even
    add 1 to n if player is first of everyone
"""
    state = play(text)
    with pytest.raises(GameFault, match="again and again") as caught:
        state.apply(0)
    assert caught.value.line in (line_of(text, "whenever player becomes odd"), line_of(text, "whenever player becomes even"))
    assert state.evaluate("n") == 0


# ------------------------------------------------------------------------------------------------ scoring

SCORE = """
players 4TEAMS
components
    enum Color: Red, Blue
    card Coin(color): 3 of each
zones
    bank: open group of Coin
    purse of each player: open group
notes
    prize of each player: number
    crown: player or none
setup
SETUP
play
    do "End"
action "End"
    choose player
scoring
LINES
"""


def score(lines: list[str], setup: list[str], teams: str = "") -> str:
    text = SCORE.replace("TEAMS", teams).replace("LINES", "\n".join("    " + line for line in lines))
    return text.replace("SETUP", "\n".join("    " + line for line in setup or ["pass"]))


FIRST, SECOND, THIRD = "first of everyone", "nth(everyone, 2)", "nth(everyone, 3)"
GIVE = [f"set prize of {FIRST} to 3", f"set prize of {SECOND} to 5", f"set prize of {THIRD} to 5"]


def test_each_line_is_worth_its_value_to_each_player_and_0_where_its_if_fails(play: Play) -> None:
    state = play(score(['"Prize" your prize', '"Rich" 2 if your prize is at least 5', "most points win"], GIVE), [0])
    assert state.scores == [3, 7, 7, 0]
    assert state.winners == (1, 2)
    assert [line.values for line in state.score_sheet] == [(3, 5, 5, 0), (0, 2, 2, 0)]


def test_lines_for_each_value_show_its_name(play: Play) -> None:
    lines = ["for each color", '    "Most {color}" number of Coin(color) in your purse', "most points win"]
    state = play(score(lines, [f"move 2 Coin(Blue) from bank to purse of {SECOND}"]), [0])
    assert [line.title for line in state.score_sheet] == ["Most Red", "Most Blue"]
    assert state.scores == [0, 2, 0, 0]


def test_fewest_points_may_win(play: Play) -> None:
    assert play(score(['"Prize" your prize', "fewest points win"], GIVE), [0]).winners == (3,)


def test_all_for_whom_you_win_if_holds_win_and_nobody_is_a_draw(play: Play) -> None:
    assert play(score(["you win if your prize is 5"], GIVE), [0]).winners == (1, 2)
    assert play(score(["you win if your prize is 9"], GIVE), [0]).winners == ()


def test_ties_go_to_a_player_if_that_player_is_among_the_tied(play: Play) -> None:
    lines = ['"Prize" your prize', "most points win", "ties go to crown"]
    assert play(score(lines, [*GIVE, f"set crown to {THIRD}"]), [0]).winners == (2,)
    state = play(score(lines, [*GIVE, f"set crown to {FIRST}"]), [0])
    assert state.winners == (1, 2)
    assert state.outcome is not None
    assert state.outcome.tie_break is None
    assert play(score(lines, GIVE), [0]).winners == (1, 2)


def test_ties_go_to_most_keeps_the_best_and_the_rest_share(play: Play) -> None:
    lines = [
        '"Prize" your prize',
        "most points win",
        "ties go to most number of Coin in your purse",
        "ties go to crown",
    ]
    assert play(score(lines, [*GIVE, f"deal 1 from bank to purse of {SECOND}"]), [0]).winners == (1,)
    assert play(score(lines, [*GIVE, f"set crown to {THIRD}"]), [0]).winners == (2,)
    assert play(score(lines, GIVE), [0]).winners == (1, 2)
    lines[2] = "ties go to fewest number of Coin in your purse"
    assert play(score(lines, [*GIVE, f"deal 1 from bank to purse of {SECOND}"]), [0]).winners == (2,)


def test_teams_add_their_points_and_win_together(play: Play) -> None:
    lines = ['"Prize" your prize', "most points win"]
    assert play(score(lines, GIVE, " in teams of 2"), [0]).winners == (0, 2)
    assert play(score(["you win if your prize is 3"], GIVE, " in teams of 2"), [0]).winners == (0, 2)
    tied = [f"set prize of {FIRST} to 5", f"set prize of {SECOND} to 5"]
    lines.append("ties go to most number of Coin in your purse")
    state = play(score(lines, [*tied, f"deal 1 from bank to purse of {THIRD}"], " in teams of 2"), [0])
    assert state.winners == (0, 2)


def test_points_that_pass_64_bits_are_reported(play: Play) -> None:
    text = score(
        ['"A" your prize', '"B" your prize', "most points win"], [f"set prize of {FIRST} to 9223372036854775807"]
    )
    with pytest.raises(GameFault, match="64 bits"):
        play(text, [0])


def test_score_the_round_scores_then_and_not_at_the_end_too(play: Play) -> None:
    text = score(['"Prize" your prize', "most points win"], GIVE).replace(
        'play\n    do "End"', 'play\n    score the round\n    score the round\n    do "End"'
    )
    assert play(text, [0]).scores == [6, 10, 10, 0]


# ------------------------------------------------------------------------------------------------ options

OPTIONS = """
options
    level: 1 to 3, normally 2
    fast: truth, normally no
    first_player: player, normally random
    tint: Color, normally Blue
components
    enum Color: Red, Blue
    card Coin: 1
zones
    bank: open group of Coin
play
    players take turns from first_player until no card in bank is Coin
        do "Go"
action "Go"
    choose k from 1 to level
    move 1 Coin from bank to bank if fast or tint is Red
"""


def test_options_are_as_normal_or_as_given(play: Play) -> None:
    state = play(OPTIONS)
    assert state.evaluate("[level, position of tint]") == [2, 2]
    assert state.evaluate("fast") is False
    state = play(OPTIONS, options={"level": 3, "fast": True, "first_player": 1, "tint": "Red"})
    assert state.evaluate("[level, position of tint]") == [3, 1]
    assert state.evaluate("fast") is True
    assert state.actors == (1,)
    for wrong in ({"level": 4}, {"fast": "perhaps"}, {"tint": "Green"}, {"first_player": 7}, {"other": 1}):
        with pytest.raises(OptionError):
            play(OPTIONS, options=wrong)


def test_random_options_come_from_the_seed(play: Play) -> None:
    found = [play(OPTIONS, seed=seed).actors for seed in range(12)]
    assert set(found) == {(0,), (1,)}
    assert found == [play(OPTIONS, seed=seed).actors for seed in range(12)]


def test_dice_show_a_face_of_theirs_and_hang_on_the_seed(play: Play) -> None:
    text = """
components
    die Die(face: 1 to 6): 40
zones
    tray: open group of Die
setup
    roll tray
play
    do "End"
action "End"
    choose player
"""
    state = play(text, seed=5)
    assert state.evaluate("number of Die in tray") == 40
    assert state.evaluate("every n in 1 to 6 is in [face of die for each die in tray]") is True
    assert state.evaluate("number of Die(3) in tray") == state.evaluate("number of dice in tray where face of die is 3")
    assert play(text, seed=5).view(None) == state.view(None)
    assert play(text, seed=6).view(None) != state.view(None)
