"""Every expression has a type, and what does not fit is told where it stands, once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.grammar.checked import CheckedGame
from rulewright.grammar.diagnostics import Problem

Checked = tuple[CheckedGame | None, tuple[Problem, ...]]


OVER = "over when deck is empty"
MOVE = "move card to your plot[suit of card]"


@pytest.mark.parametrize(
    ("old", "new", "message", "advice"),
    [
        ("move Flame to hand of player", "move Flame to hand of «deck»", "`hand of player` needs a player", None),
        ("number of Card in hand of player", "1 + «deck»", "a zone (`deck`), but a number is wanted with `+`", None),
        ("add you to asked", "add «card» to asked", "this is a card, but a player is wanted", None),
        ("set mood to next of mood", "set mood to «3»", "this is a number, but a Mood is wanted", None),
        ("set your ready to yes", "set your ready to «Calm»", "this is a Mood, but yes or no is wanted", None),
        (OVER, "over when «deck»", "yes or no is wanted as a condition", None),
        (OVER, "over when deck is empty and «asked»", "yes or no is wanted", None),
        ("is not top_suit", "is not «rank of card»", "this is a number, but a Suit is wanted here", None),
        ("needs suit of card is not top_suit", "needs «card» is at least 3", "`at least` compares numbers", None),
        (OVER, "over when «mood» is empty", "only zones and lists are empty or filled", None),
        (OVER, "over when 3 is in «mood»", "`is in` needs a list or a zone", None),
        (OVER, "over when «4» is in asked", "a player or none is wanted in that list", None),
        (OVER, "over when «asked» has Flame", "zones or a list of cards is wanted", "is in"),
        (OVER, "over when deck has Card(«Calm»)", "wanted as the suit of Card", None),
        (OVER, "over when top of «mood» is Flame", "`top of` needs a pile or row", None),
        (OVER, "over when smaller(1, «mood») is 1", "a number is wanted here", None),
        (OVER, "over when size of rows of «deck» is 1", "`rows of` needs a board", None),
        (OVER, "over when asked is «none»", "a list is never none", "is empty"),
        (MOVE, "move «deck» to your plot[Clubs]", "only cards are moved", "all from deck"),
        (MOVE, "move card to «you»", "cards go to a zone", None),
        ("shuffle deck", "shuffle «starter»", "a zone is wanted here", None),
        ("swap board[1, 1] with board[1, 2]", "swap «board[1, 1] with mood»", "two cards or two zones", None),
        ("add you to asked", "add 1 to «mood»", "numbers and lists are added to", "set"),
        ("strength of you\n", "«your hand»\n", "but a number is wanted", None),
    ],
)
def test_what_does_not_fit_is_told(
    expect: Callable[..., Problem], old: str, new: str, message: str, advice: str | None
) -> None:
    expect(old, new, "type/wrong", message, advice)


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "advice"),
    [
        (OVER, "over when 9 / «0» is 1", "number/by-zero", "nothing can be divided by 0", None),
        (OVER, "over when kinds of «Suit» is empty", "card/unknown", "no card called `Suit`", None),
        (OVER, "over when deck has «Hearts»", "card/unknown", "value of Suit, not a kind", "`Card(Hearts)`"),
        (OVER, "over when deck has Card(Clubs, «7»)", "pattern/outside", "the rank goes from 1 to 3", None),
        (OVER, "over when deck has «Card(Clubs, 1, 2)»", "pattern/arguments", "suit, rank; 3 are given", None),
        (OVER, "over when [1, «mood»] is empty", "type/mixed", "a list holds one sort of thing", None),
        (OVER, "over when any x in «mood» where deck is empty", "binder/domain", "a list, a zone or an enum", None),
        (OVER, "over when any «player» in rows of board where deck is empty", "binder/type", "stands for", None),
        ("move Flame to", "move «Card» to", "card/which", "may be several cards like this", "2 Card"),
        ("shuffle deck", "«roll deck»", "roll/no-dice", "this game has none", None),
        ("set your ready to yes", "set «deck» to 3", "set/not-a-note", "only notes can be set", "`move`"),
        ("set your ready to yes", "set «starter» to you", "set/not-a-note", "only notes", "fixed for the whole game"),
        ("set your ready to yes", "set «card» to 3", "set/not-a-note", "not a note, and cannot be set", None),
    ],
)
def test_what_makes_no_sense_is_told(
    expect: Callable[..., Problem], old: str, new: str, code: str, message: str, advice: str | None
) -> None:
    expect(old, new, code, message, advice)


def test_a_space_stands_for_its_card(
    expect: Callable[..., Problem], check_text: Callable[..., Checked], base: str
) -> None:
    text = base.replace("suit of card is not top_suit", "suit of board[1, 1] is not top_suit")
    game, problems = check_text(text)
    assert game is not None, problems


@pytest.mark.parametrize("index", ["9", "0"])
def test_a_cell_outside_the_grid_is_told(expect: Callable[..., Problem], index: str) -> None:
    expect("swap board[1, 1]", f"swap board[«{index}», 1]", "index/outside", f"{index} is outside `board`")


def test_a_range_outside_the_grid_is_told(expect: Callable[..., Problem]) -> None:
    expect(
        "swap board[1, 1] with board[1, 2]",
        "for each n in 4 to 9\n        move Flame to board[«n», 1]",
        "index/outside",
        "This is outside".lower(),
    )


def test_a_number_is_no_seat(expect: Callable[..., Problem]) -> None:
    expect("move Flame to hand of player", "move Flame to hand of «5»", "seat/unknown", "5 is no player", "named seat")


def test_a_seat_that_nobody_has_is_told(expect: Callable[..., Problem], base: str) -> None:
    named = base.replace("players 2 to 4", "players 2 called Black, White")
    problem = expect(
        "from leader until", "from «Whit» until", "seat/unknown", "no seat is called `Whit`", "`White`", base=named
    )
    assert problem.notes[0].message == "declared here"


def test_one_fault_is_told_once(check_text: Callable[..., Checked], base: str) -> None:
    text = base.replace("strength of player means number of Card in hand of player", "strength of player means nothing")
    _, problems = check_text(text)
    assert [p.code for p in problems if p.code != "unused"] == ["name/unknown"]


def test_no_more_than_fifty_problems_are_told(check_text: Callable[..., Checked], base: str) -> None:
    lines = "".join(f"    shuffle wrong{n}\n" for n in range(80))
    _, problems = check_text(base.replace("    shuffle deck\n", lines))
    assert len(problems) == 50


# ------------------------------------------------------------------------------------------------ tables


@pytest.mark.parametrize(
    ("value", "code", "message"),
    [
        ("«by players (2: 1, 3: 2)»", "by/missing", "no case for 4 players"),
        ("«by mood (Calm: 1)»", "by/missing", "no case for Wild"),
        ("by mood (Calm: 1, «Calm»: 2, Wild: 3)", "by/twice", "a case for this value already"),
        ("by mood (Calm: 1, «Wlid»: 3)", "enum/unknown-value", "`Wlid` is not a value of Mood"),
        ("by mood (Calm: 1, Wild: «asked»)", "type/mixed", "another a number"),
        ("by players (2: 1, «7»: 2, otherwise 3)", "by/never", "never played by 7"),
    ],
)
def test_a_look_up_covers_what_may_be_looked_up(
    expect: Callable[..., Problem], value: str, code: str, message: str
) -> None:
    expect("number of Card in hand of player\n", value + "\n", code, message)


def test_a_look_up_of_any_number_needs_otherwise(expect: Callable[..., Problem]) -> None:
    expect("over when deck", "over when by «round» (1: yes) or deck", "by/no-otherwise", "`otherwise` is needed")


def test_cases_end_in_otherwise(expect: Callable[..., Problem]) -> None:
    expect(
        "    strength of player means number of Card in hand of player",
        "    «strength of player means\n        1 if deck is empty»",
        "cases/no-otherwise",
        "must be `otherwise`",
    )


def test_cases_below_otherwise_are_never_reached(expect: Callable[..., Problem]) -> None:
    expect(
        "    strength of player means number of Card in hand of player",
        "    strength of player means\n        «1 otherwise»\n        2 if deck is empty\n        3 otherwise",
        "cases/unreachable",
        "never reached",
    )


# ------------------------------------------------------------------------------------------------ terms


def test_a_term_takes_its_types_from_its_first_use(check_text: Callable[..., Checked], base: str) -> None:
    text = base.replace("terms\n", "terms\n    twice(n) means 2 * n\n").replace(
        "over when deck is empty", "over when twice(3) is 6 or deck is empty"
    )
    game, problems = check_text(text)
    assert game is not None, problems


def test_two_uses_of_a_term_that_do_not_go_together_are_told(expect: Callable[..., Problem], base: str) -> None:
    text = base.replace("terms\n", "terms\n    same(a, b) means a is b\n")
    expect(
        "over when deck is empty",
        "over when same(1, 2) or same(«mood», Calm)",
        "type/wrong",
        "a is a number by another use",
        base=text,
    )


def test_a_parameter_named_by_its_type_wants_it(expect: Callable[..., Problem]) -> None:
    expect("strength of you\n", "strength of «deck»\n", "type/wrong", "player is a player by its name")


def test_terms_that_lead_in_a_circle_are_told_with_the_way(expect: Callable[..., Problem], base: str) -> None:
    text = base.replace(
        "terms\n",
        "terms\n    first_word means second_word\n    second_word means third_word\n"
        "    third_word means 1 + first_word\n",
    )
    text = text.replace("strength of you", "first_word")
    problem = expect(
        "third_word means 1 + first_word",
        "third_word means 1 + «first_word»",
        "term/circle",
        "first_word -> second_word -> third_word -> first_word",
        base=text,
    )
    assert len(problem.notes) == 3


def test_an_adjective_is_yes_or_no(expect: Callable[..., Problem]) -> None:
    expect(
        "player is done means player is ready and hand of player is filled",
        "«player is done means size of hand of player»",
        "term/adjective",
        "must be yes or no",
    )


# ------------------------------------------------------------------------------------------------ variables


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "advice"),
    [
        (
            "over when deck is empty",
            "over when any «thing» where deck is empty",
            "binder/no-domain",
            "taken from",
            "in",
        ),
        (
            "over when deck is empty",
            "over when (number of «player» where player is ready) is 2",
            "binder/plural",
            "`players`",
            None,
        ),
        (
            "    shuffle deck",
            "    for each «players»\n        pass\n    shuffle deck",
            "binder/singular",
            "`player`",
            None,
        ),
        ("choose card from your hand", "choose «thing»", "binder/no-domain", "taken from", None),
        ("choose card from your hand", "choose card from «Card»", "binder/domain", "kind of card", "kinds of Card"),
        (
            "choose card from your hand",
            "choose «card» from others",
            "binder/type",
            "a choice of a player",
            "another name",
        ),
    ],
)
def test_a_variable_says_what_it_ranges_over(
    expect: Callable[..., Problem], base: str, old: str, new: str, code: str, message: str, advice: str | None
) -> None:
    if "thing" in new and "choose" in new:
        base = base.replace("    needs suit of card is not top_suit\n    move card to your plot[suit of card]\n", "")
    expect(old, new, code, message, advice, base=base)
