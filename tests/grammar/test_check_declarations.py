"""Declarations: players, options, enums, kinds and their tables, zones, notes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.grammar.checked import CheckedGame
from rulewright.grammar.diagnostics import Problem
from rulewright.grammar.source import Source
from rulewright.grammar.types import NumberType

Checked = tuple[CheckedGame | None, tuple[Problem, ...]]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("players 2 to 4", "«players 4 to 2»", "players/range", "4 to 2 is no number of players"),
        ("players 2 to 4", "«players 3 in teams of 2»", "players/teams", "cannot sit in teams of 2"),
        ("players 2 to 4", "players 3 called Black, «White»", "seat/names", "2 seats are named, but 3 can play"),
        (
            "starter: player, normally random",
            "starter: player, normally random\n    stop_at: 1 to 3, normally «7»",
            "option/range",
            "7 is not from 1 to 3",
        ),
        (
            "starter: player, normally random",
            "starter: player, normally random\n    stop_at: «number», normally 1",
            "option/type",
            "have bounds",
        ),
        (
            "starter: player, normally random",
            "starter: player, normally random\n    stop_at: «list of player», normally []",
            "option/type",
            "an option is a number",
        ),
        ("token Crown", "token Crown\n    card Odd(«thing»): 1 of each", "attribute/type", "does not say what it is"),
        ("token Crown", "token Crown\n    card Odd(«n: number»): 1 of each", "attribute/endless", "needs bounds"),
        ("token Crown", "token Crown\n    card Odd(suit): «3»", "kind/of-each", "say how many of each Odd"),
        ("token Crown", "token Crown\n    card Odd(suit, «suit»): 1 of each", "name/twice", "stands here twice"),
        ("board[3, 3]: open", "board[3, «0»]: open", "index/size", "at least 1"),
        ("hand of each player: private", "hand[«player»]: private", "index/form", "written `of each player`"),
        ("deck: hidden", "«tray»: private group\n    deck: hidden", "zone/private", "belongs to no player"),
        ("deck: hidden", "«tray: top open group»\n    deck: hidden", "zone/top", "a group has no top"),
        ("mood: Mood, at first Calm", "mood: «Mood»", "note/no-start", "must start with something"),
        ("mood: Mood, at first Calm", "mood: Mood, at first «3»", "type/wrong", "a Mood is wanted"),
        ("asked: list of player", "asked: «list of player or none»", "type/or-none", "never none"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_told(
    expect: Callable[..., Problem], old: str, new: str, code: str, message: str
) -> None:
    expect(old, new, code, message)


# ------------------------------------------------------------------------------------------------ tables

TABLE = """game "Table"
players 2

components
    card Scene
        name     copies  rank
        Storm    2       3
        Sun      1       5

zones
    deck: hidden pile of Scene

play
    repeat 3 times
        shuffle deck if top of deck is Sun

scoring
    "Rank"  rank of top of deck
    most points win
"""


def test_a_table_in_the_file_gives_its_rows(check_text: Callable[..., Checked]) -> None:
    game, problems = check_text(TABLE)
    assert game is not None, problems
    (kind,) = game.kinds
    assert [(a.name, a.type) for a in kind.attributes] == [("rank", NumberType(3, 5))]
    assert [(row.name, row.copies, row.values) for row in kind.rows or ()] == [("Storm", 2, (3,)), ("Sun", 1, (5,))]


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("Sun      1       5", "«Storm»    1       5", "table/twice", "two rows `Storm`"),
        ("Sun      1       5", "«Sun 1»", "table/cells", "2 cells, the header 3"),
        ("name     copies", "«title»    copies", "table/header", "the first column is `name`"),
        ("Storm    2", 'Storm    «"two"»', "table/cell", "`copies` is a number"),
    ],
)
def test_a_wrong_row_is_told(
    expect: Callable[..., Problem], base: str, old: str, new: str, code: str, message: str
) -> None:
    text = TABLE.replace("top of deck is Sun", "deck is empty")
    if "title" in new:
        text = text.replace("rank of top of deck", "size of deck")
    expect(old, new, code, message, base=text)


def test_a_column_is_an_attribute(expect: Callable[..., Problem]) -> None:
    text = TABLE.replace("card Scene", "card Scene(rank: 1 to 9, mood: 1 to 2)")
    expect(
        "name     copies  rank",
        "name     copies  «rnak»  mood  rank",
        "table/header",
        "no attribute `rnak`",
        "rank",
        base=text.replace("  3\n", "  3 1 1\n").replace("  5\n", "  5 1 1\n"),
    )


def test_a_table_file_that_is_not_there_is_told(check_text: Callable[..., Checked]) -> None:
    head, rows = TABLE.split("    card Scene\n")
    text = head + '    card Scene(rank: 1 to 9) from "scenes.csv"\n\n' + rows[rows.index("zones") :]
    game, problems = check_text(text, scenes_csv="permission denied")
    assert game is None
    assert problems[0].code == "table/unreadable"
    assert "permission denied" in problems[0].message


def test_a_table_file_gives_its_rows(check_text: Callable[..., Checked]) -> None:
    head, rows = TABLE.split("    card Scene\n")
    text = head + '    card Scene(rank: 1 to 9) from "scenes.csv"\n\n' + rows[rows.index("zones") :]
    game, problems = check_text(text, scenes_csv=Source("scenes.csv", "name,copies,rank\nStorm,2,3\nSun,1,5\n"))
    assert game is not None, problems
    assert [row.name for row in game.kinds[0].rows or ()] == ["Storm", "Sun"]


# ------------------------------------------------------------------------------------------------ supply


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        (" of Flame, Crown", "", "kind/nowhere", "no zone starts with Flame"),
        ("of Flame, Crown", "of Flame, Crown, «Flame»", "kind/two-zones", "Flame would start in two zones"),
        ("pile of Card", "pile of Card(Clubs)", "kind/nowhere", "some of Card, such as Card(Hearts, 1)"),
        ("private group", "private group of «Card»", "kind/two-zones", "the same pieces"),
        ("1 of each\n", "9000 of each\n", "kind/too-many", "at most 10000"),
        ("rank: 1 to 3", "rank: 1 to 300000", "kind/too-many", "faces"),
        ("board[3, 3]", "board[3000, 3000]", "index/too-many", "9000000"),
        ("hidden pile of Card", "hidden pile at most 3 of Card", "zone/overfull", "start with 9 cards"),
    ],
)
def test_every_piece_starts_in_one_zone_with_room(
    check_text: Callable[..., Checked], base: str, old: str, new: str, code: str, message: str
) -> None:
    text = base.replace(old, new.replace("«", "").replace("»", ""), 1)
    game, problems = check_text(text)
    assert game is None
    assert code in [p.code for p in problems]
    problem = next(p for p in problems if p.code == code)
    assert message in problem.message
    if "«" in new:
        assert problem.span.start == base.replace(old, new, 1).index("«")


def test_pieces_may_start_with_their_owners(check_text: Callable[..., Checked], base: str) -> None:
    text = base.replace("token Crown", "token Crown\n    piece Man(player, suit): 2 of each")
    text = text.replace("    table:", "    camp[player, Suit]: open group of Man(player, suit)\n    table:")
    game, problems = check_text(text)
    assert game is not None, problems


# ------------------------------------------------------------------------------------------------ use


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    mood: Mood", "    «spare: truth»\n    mood: Mood", "the note `spare` is never used"),
        ("    deck: hidden", "    «tray: open pile»\n    deck: hidden", "the zone `tray` is never used"),
        ("terms\n", "terms\n    «spare means 3»\n", "the term `spare` is never used"),
        ("    enum Mood", "    «enum Spare: One, Two»\n    enum Mood", "the enum Spare is never used"),
        ("turn\n", '«step "Spare"»\n    shuffle deck\n\nturn\n', '"Spare" is never used'),
        ("turn\n", "«round»\n    shuffle deck\n\nturn\n", "the heading `round` is never used"),
    ],
)
def test_what_nothing_uses_is_pointed_out(expect: Callable[..., Problem], old: str, new: str, message: str) -> None:
    problem = expect(old, new, "unused", message)
    assert problem.severity == "warning"


def test_a_term_that_nothing_uses_is_checked_too(check_text: Callable[..., Checked], base: str) -> None:
    game, problems = check_text(base.replace("terms\n", "terms\n    spare means nowhere\n"))
    assert game is None
    assert {p.code for p in problems} == {"name/unknown"}
