"""The course of play, the reference cards, and what is proved of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.grammar.checked import CheckedGame
from rulewright.grammar.diagnostics import Problem

Checked = tuple[CheckedGame | None, tuple[Problem, ...]]

TURN = 'turn\n    do "Play"\n    otherwise pass'


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        (TURN, "turn\n    «choose card from your hand»\n    pass", "place/statement", "not in the course of play"),
        (TURN, "turn\n    «as left of you\n        pass»", "place/statement", "stands in an effect"),
        (
            "    set your ready to yes",
            '    «one of "Play"»\n    set your ready to yes',
            "place/statement",
            "not into an effect",
        ),
        (
            "    set your ready to yes",
            "    «players take turns until deck is empty»\n    set your ready to yes",
            "place/statement",
            "not into an effect",
        ),
        (
            "    shuffle deck",
            "    shuffle deck\n    «end the turn if deck is empty»",
            "place/statement",
            "no turn in the setup",
        ),
        (TURN, 'turn\n    do "Play"\n    «end the round if deck is empty»', "place/statement", "no rounds to end"),
        ("    shuffle deck", '    do «"Play"»\n    shuffle deck', "place/nobody", "nobody could do this"),
        (TURN, 'turn\n    end the game\n    «do "Play"»', "flow/unreachable", "never reached"),
        (TURN, 'turn\n    «may do "Play"\n    otherwise pass»', "do/otherwise", "needs no `otherwise`"),
        (TURN, 'turn\n    up to «0» of "Play"', "menu/quantity", "at least 1"),
        (TURN, "turn\n    «repeat 3 rounds»", "heading/missing", "there is none"),
        ("choose card from your hand", "choose «3 to 2» cards from your hand", "choose/range", "smaller number"),
    ],
)
def test_a_line_in_the_wrong_place_is_told(
    expect: Callable[..., Problem], base: str, old: str, new: str, code: str, message: str
) -> None:
    if "cards from" in new:
        base = base.replace("    needs suit of card is not top_suit\n    move card to your plot[suit of card]\n", "")
    expect(old, new, code, message, base=base)


def test_a_turn_ends_only_where_there_is_one(expect: Callable[..., Problem]) -> None:
    expect(
        "until you are done\n",
        "until you are done\n    «end the turn if deck is empty»\n",
        "place/statement",
        "nobody has a turn here",
    )


def test_turns_need_the_heading_turn(expect: Callable[..., Problem], base: str) -> None:
    text = base.replace(TURN + "\n\n", "")
    expect(
        "    players take turns from leader until you are done",
        "    «players take turns from leader until you are done»",
        "heading/missing",
        "the heading `turn`",
        base=text,
    )


def test_a_game_needs_play(check_text: Callable[..., Checked], base: str) -> None:
    start, rest = base.split("play\n    players take turns from leader until you are done\n\n")
    _, problems = check_text(start + rest)
    assert ("heading/missing", 1, 6) in {(p.code, p.line, p.column) for p in problems}


# ------------------------------------------------------------------------------------------------ endings


def test_a_game_that_can_never_end_is_told(expect: Callable[..., Problem], base: str) -> None:
    text = base.replace("end\n    over when deck is empty\n\n", "")
    expect(
        "    players take turns from leader until you are done",
        "    «players take turns from leader»",
        "game/never-ends",
        "for ever",
        "over when",
        base=text,
    )


@pytest.mark.parametrize("loop", ["repeat rounds", "repeat rounds until no", 'repeat until no\n        do "Play"'])
def test_a_loop_that_nothing_stops_is_told(check_text: Callable[..., Checked], base: str, loop: str) -> None:
    text = base.replace("end\n    over when deck is empty\n\n", "").replace(
        "turn\n", "round\n    shuffle deck\n\nturn\n"
    )
    text = text.replace("    players take turns from leader until you are done\n", f"    {loop}\n")
    _, problems = check_text(text)
    assert "game/never-ends" in {p.code for p in problems}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("until you are done", "until deck is empty"),
        ("until you are done\n", "\n"),
        ("otherwise pass", "otherwise end the game"),
    ],
)
def test_a_game_with_an_end_is_fine(check_text: Callable[..., Checked], base: str, old: str, new: str) -> None:
    game, problems = check_text(base.replace(old, new))
    assert game is not None, problems


def test_what_stands_behind_an_endless_loop_is_pointed_out(expect: Callable[..., Problem]) -> None:
    problem = expect("until you are done\n", "\n    «shuffle deck»\n", "flow/unreachable", "never reached")
    assert problem.severity == "warning"


def test_as_many_as_possible_needs_a_change(expect: Callable[..., Problem]) -> None:
    expect(
        TURN,
        'turn\n    do "Play"\n    as many as possible of «"Look"»\n\naction "Look"\n    needs deck is filled',
        "loop/no-change",
        "changes nothing",
    )


# ------------------------------------------------------------------------------------------------ circles


def test_actions_that_lead_in_a_circle_are_told(expect: Callable[..., Problem], base: str) -> None:
    text = base.replace("scoring\n", 'step "First"\n    do "Second"\n\nstep "Second"\n    do "First"\n\nscoring\n')
    text = text.replace('    do "Play"\n', '    do "First"\n    do "Play"\n')
    problem = expect('step "First"', '«step "First"»', "circle/effect", '"First" -> "Second" -> "First"', base=text)
    assert len(problem.notes) == 1


def test_a_turn_inside_a_turn_is_told(expect: Callable[..., Problem]) -> None:
    expect(TURN, 'turn\n    do "Play"\n    «each other player takes a turn»', "circle/heading", "leads back to itself")


def test_an_effect_that_does_effects_of_its_own_kind_is_told(expect: Callable[..., Problem]) -> None:
    expect(
        "scoring\n",
        "«effect of Card»\n    do effect of top of deck\n\nscoring\n",
        "circle/effect",
        "the effect of Card leads back",
    )


def test_a_head_that_asks_for_itself_is_told(expect: Callable[..., Problem]) -> None:
    expect('action "Play"\n', '«action "Play"»\n    needs left of you can "Play"\n', "circle/effect", '"Play"')


# ------------------------------------------------------------------------------------------------ at once


@pytest.mark.parametrize(
    "effect",
    [
        "shuffle deck\n    «choose suit»\n    move Flame to your plot[suit]",
        '«may do "Play"»',
        "«do effect of top of deck»",
        '«do "Play"»',
    ],
)
def test_what_is_decided_at_once_asks_nothing_afterwards(
    expect: Callable[..., Problem], base: str, effect: str
) -> None:
    text = base.replace(TURN, TURN + '\n    all players at once\n        may do "Hurry"\n\naction "Hurry"\n    EFFECT')
    text = text.replace("scoring\n", "effect of Card\n    needs deck is filled\n\nscoring\n", 1)
    expect("EFFECT", effect, "together/asks", "asks somebody", "head", base=text)


def test_no_turns_inside_what_is_decided_at_once(expect: Callable[..., Problem]) -> None:
    expect(
        TURN,
        'turn\n    all players at once\n        «each player takes a turn\n            do "Play"»',
        "place/statement",
        "turns cannot be taken inside",
    )


# ------------------------------------------------------------------------------------------------ secrets


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("needs «hand of left of you has Card(Clubs)»", "private zone `hand`"),
        ("needs top of your plot[Clubs] is «top of deck»", "hidden zone `deck`"),
        ("choose friend from «hand of left of you»", "private zone `hand`"),
        ("choose friend from others where «strength of friend» is 2", "private zone `hand`"),
        ("needs «secret of left of you»", "private note `secret`"),
        ("choose friend from others\n    choose second from «hand of friend»", "private zone `hand`"),
    ],
)
def test_a_head_that_reads_what_its_chooser_may_not_see_is_told(
    expect: Callable[..., Problem], base: str, head: str, message: str
) -> None:
    text = base.replace("notes\n", "notes\n    secret of each player: private truth\n")
    expect("    choose card from", f"    {head}\n    choose card from", "head/hidden", message, base=text)


@pytest.mark.parametrize(
    "head",
    [
        "needs hand of left of you is filled and size of deck is more than 2",
        'needs left of you can "Other"',
        "choose friend from others where hand of friend is empty",
        "needs your hand has Card(Clubs) and strength of you is 1 and your secret",
        "choose pile from your plot where top of pile is Card(Clubs)",
        "needs no friend in others where strength of you is 1 and size of hand of friend is 2",
    ],
)
def test_a_head_may_read_what_everybody_or_its_chooser_sees(
    check_text: Callable[..., Checked], base: str, head: str
) -> None:
    text = base.replace("notes\n", "notes\n    secret of each player: private truth\n")
    text = text.replace("    choose card from", f"    {head}\n    choose card from")
    text = text.replace(TURN, TURN + '\n    may do "Other"\n\naction "Other"\n    needs your secret\n    shuffle deck')
    game, problems = check_text(text)
    assert game is not None, "\n".join(p.render() for p in problems)


def test_a_course_of_play_that_goes_by_hidden_things_is_pointed_out(expect: Callable[..., Problem]) -> None:
    problem = expect("until you are done", "until «strength of you» is 3", "flow/hidden", "goes by the private `hand`")
    assert problem.severity == "warning"


def test_a_duty_that_may_be_impossible_is_pointed_out(expect: Callable[..., Problem], base: str) -> None:
    text = base.replace("    choose card", "    needs table is filled\n    choose card")
    problem = expect(TURN, 'turn\n    «do "Play"»', "duty/no-otherwise", "may not be so", "otherwise", base=text)
    assert problem.severity == "warning"
    assert problem.notes[0].message == "it needs this"


# ------------------------------------------------------------------------------------------------ facts


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("becomes done", "becomes «gone»", "name/unknown", "nothing called `gone`"),
        (
            "whenever player becomes done\n    move Flame to hand of player",
            "whenever «card» becomes one of asked\n    move Flame to table",
            "binder/type",
            "`card` stands for",
        ),
        ('"Cards"  ', '"Cards «{suit}»"  ', "scoring/title", "no variable of a `for each`"),
        ("    most points win", "    most points win\n    «fewest points win»", "scoring/twice", "said above"),
        ("    most points win", "    most points win\n    ties go to «mood»", "type/wrong", "a player is wanted"),
        ("scoring\n", "worth of Flame\n    3\n\nworth of «Flame»\n    4\n\nscoring\n", "name/twice", "two texts"),
        ("scoring\n", "effect of «Falme»\n    pass\n\nscoring\n", "card/unknown", "no card called `Falme`"),
    ],
)
def test_a_fact_that_makes_no_sense_is_told(
    expect: Callable[..., Problem], old: str, new: str, code: str, message: str
) -> None:
    expect(old, new, code, message)


def test_a_game_in_which_nobody_wins_is_pointed_out(
    expect: Callable[..., Problem], check_text: Callable[..., Checked], base: str
) -> None:
    expect(
        '    "Crown"    1 if holder of Crown is you\n    most points win',
        '    «"Crown"    1 if holder of Crown is you»',
        "scoring/no-winner",
        "who wins",
    )
    _, problems = check_text(base[: base.index("scoring\n")])
    assert "scoring/missing" in {p.code for p in problems}


def test_an_action_may_stand_where_it_is_used(check_text: Callable[..., Checked], base: str) -> None:
    text = base.replace(TURN, TURN + '\n    may do "Look"\n        needs table is filled\n        shuffle deck')
    game, problems = check_text(text)
    assert game is not None, problems
    assert [(action.title, action.place) for action in game.actions] == [("Play", None), ("Look", "turn")]


def test_one_name_in_a_head_is_chosen_once(expect: Callable[..., Problem]) -> None:
    expect(
        "    choose card from your hand\n",
        "    choose card from your hand\n    choose «card» from your hand\n",
        "name/twice",
        "chosen already",
    )


def test_a_game_without_card_texts_does_no_effects(expect: Callable[..., Problem]) -> None:
    expect("otherwise pass", "do effect of «top of deck»", "effect/none", "no card of this game has an effect")
