"""Names the checker must find, or miss with a good guess at what was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.grammar.checked import CheckedGame
from rulewright.grammar.diagnostics import Problem
from rulewright.grammar.names import plural, singulars

Checked = tuple[CheckedGame | None, tuple[Problem, ...]]


def test_the_small_game_of_these_tests_has_no_problem(base: str, check_text: Callable[..., Checked]) -> None:
    game, problems = check_text(base)
    assert game is not None
    assert problems == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "advice"),
    [
        ("shuffle deck", "shuffle «dek»", "name/unknown", "nothing called `dek`", "`deck`"),
        ("set mood to next of mood", "set mood to next of «moood»", "name/unknown", "nothing called `moood`", "`mood`"),
        ("both(you, Clubs)", "«bothe»(you, Clubs)", "name/unknown", "nothing called `bothe`", "`both`"),
        ("your plot[suit of card]", "your «plt»[suit of card]", "name/unknown", "nothing called `plt`", "`your plot`"),
        ("suit of card is not", "«siut» of card is not", "name/unknown", "nothing called `siut`", "`suit`"),
        ("until you are done", "until you are «donne»", "name/unknown", "nothing called `donne`", "`done`"),
        ("swap board[1, 1]", "swap «bord»[1, 1]", "name/unknown", "no zone or note called `bord`", "`board`"),
        ("seen[you, Hearts]", "seen[you, «Heart»]", "enum/unknown-value", "`Heart` is not a value of Suit", "`Hearts`"),
        ("at first Calm", "at first «Clam»", "enum/unknown-value", "`Clam` is not a value of Mood", "`Calm`"),
        ("number of Card in hand", "number of «Crad» in hand", "card/unknown", "no card called `Crad`", "`Card`"),
        ("move Flame to", "move «Flamme» to", "card/unknown", "no card called `Flamme`", "`Flame`"),
        ("of Flame, Crown", "of «Fame», Flame, Crown", "card/unknown", "no card called `Fame`", "`Flame`"),
        ("of Flame, Crown", "of «Calm», Flame, Crown", "card/unknown", "value of Mood, not a kind", None),
        ("ready of each player: truth", "ready of each player: «truht»", "type/unknown", "no type", "`truth`"),
        ("plot[player, Suit]: open", "plot[player, «Siut»]: open", "index/unknown", "`Siut` is no enum", "`Suit`"),
        ('do "Play"', 'do «"Plya"»', "action/unknown", 'called "Plya"', 'did you mean "Play"?'),
        ("from leader until", "from «Green» until", "seat/unknown", "No seat".lower(), "players 2 called"),
        ("from deck to each hand", "from deck to each «hnad»", "zone/unknown", "each is a `hnad`", "`each hand`"),
    ],
)
def test_an_unknown_name_is_told_with_what_was_meant(
    expect: Callable[..., Problem], base: str, old: str, new: str, code: str, message: str, advice: str | None
) -> None:
    if "Plya" in new:
        base = base.replace("turn\n", 'turn\n    may do "Play"\n', 1)
    expect(old, new, code, message, advice, base=base)


def test_an_unknown_name_points_to_what_was_meant(expect: Callable[..., Problem]) -> None:
    problem = expect("shuffle deck", "shuffle «dek»", "name/unknown", "nothing called")
    (note,) = problem.notes
    assert note.message == "declared here"
    assert problem.source.text[note.span.start :].startswith("deck: hidden pile")


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("    mood: Mood", "    «deck»: truth\n    mood: Mood", "name/twice", "declared twice"),
        ("Calm, Wild", "Calm, Wild, «Calm»", "name/twice", "in Mood twice"),
        ("token Crown", "token Crown\n    token «Flame»", "name/twice", "declared twice"),
        ("    mood: Mood", "    «players»: truth\n    mood: Mood", "name/reserved", "meaning of its own"),
        ("    mood: Mood", "    «points»: truth\n    mood: Mood", "name/reserved", "meaning of its own"),
        ("    mood: Mood", "    «left» of each player: truth\n    mood: Mood", "name/reserved", "would never be read"),
        (
            "    shuffle deck",
            "    for each «deck» in asked\n        pass\n    shuffle deck",
            "name/twice",
            "something else",
        ),
        ("turn\n    do", 'step «"Play"»\n    pass\n\nturn\n    do', "name/twice", 'called "Play"'),
        ("both(player, suit)", "both(player, «player»)", "name/twice", "twice"),
    ],
)
def test_a_name_means_one_thing(
    expect: Callable[..., Problem],
    check_text: Callable[..., Checked],
    base: str,
    old: str,
    new: str,
    code: str,
    message: str,
) -> None:
    _, problems = check_text(base.replace(old, new, 1).replace("«", "").replace("»", ""))
    errors = [p for p in problems if p.severity == "error"]
    start = base.replace(old, new, 1).index("«")
    assert code in {p.code for p in errors}
    first = next(p for p in errors if p.code == code)
    assert message in first.message
    if '"' not in new[new.index("«") :][:2]:
        assert first.span.start == start


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hand of player is filled", "«hand[player]» is filled", "`hand` is written `hand of ...`"),
        ("move Flame to hand of player", "move Flame to «hand(player)»", "`hand` is written `hand of player`"),
        ("swap board[1, 1]", "swap «board[1, 1, 1]»", "`board` is written `board[number, number]`"),
        ("seen[you, Hearts] to", "«seen of you» to", "`seen` is written `seen[player, suit]`"),
        ("set mood to next", "set «your mood» to next", "does not belong to a player"),
        ("shuffle deck", "shuffle «your deck»", "does not belong to a player"),
        ("strength of you", "«strength(you)»", "`strength` is written `strength of player`"),
        ("both(you, Clubs)", "«both(you)»", "`both` is written `both(player, suit)`"),
        ("until you are done", "until «ready»", "`ready` is written `ready of player`"),
        ("deck is empty", "«size(deck)» is 0", "`size` is written `size of`"),
    ],
)
def test_there_is_one_way_to_write_a_name(
    expect: Callable[..., Problem], base: str, old: str, new: str, message: str
) -> None:
    base = base.replace("setup\n", "setup\n    set seen[starter, Clubs] to yes\n", 1)
    base = base.replace("setup\n", "setup\n    shuffle deck if both(starter, Clubs) is 0 and ready of starter\n", 1)
    base = base.replace('"Cards"', '"Ready"  1 if your ready and you are done\n    "Cards"')
    if "your deck" in new:
        with pytest.raises(AssertionError, match="nobody"):
            expect(old, new, "name/form", message, base=base)
        return
    expect(old, new, "name/form", message, base=base)


def test_opponent_is_for_two_players_only(expect: Callable[..., Problem]) -> None:
    expect("strength of you\n", "strength of «opponent»\n", "name/opponent", "just two players", "others")


def test_nobody_is_you_in_the_setup(expect: Callable[..., Problem]) -> None:
    expect("deal 1 from deck to each hand", "deal 1 from deck to hand of «you»", "name/nobody", "Nobody".lower())


def test_this_is_known_in_card_texts_only(expect: Callable[..., Problem]) -> None:
    expect("over when deck is empty", "over when place of «this» is deck", "name/this", "`this` is the card")


def test_a_value_of_two_enums_needs_a_place_that_says_which(
    expect: Callable[..., Problem], check_text: Callable[..., Checked], base: str
) -> None:
    both = base.replace("Calm, Wild", "Calm, Wild, Clubs")
    game, problems = check_text(both)
    assert game is not None, problems
    expect("over when deck", "over when position of «Clubs» is 2 or deck", "name/ambiguous", "Suit and Mood", base=both)


def test_a_singular_needs_something_to_stand_for(expect: Callable[..., Problem]) -> None:
    expect("over when deck", "over when «suit» is Clubs or deck", "name/unbound", "only after")


@pytest.mark.parametrize(
    "word", ["hand", "box", "city", "die", "man", "key", "glass", "church", "hero", "knife", "line"]
)
def test_plurals_lead_back(word: str) -> None:
    assert word in singulars(plural(word))


@pytest.mark.parametrize("word", ["queue", "glass", "this", "bonus", "as"])
def test_no_plural_has_no_singular(word: str) -> None:
    assert singulars(word) == ()
