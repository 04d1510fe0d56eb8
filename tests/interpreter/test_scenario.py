"""Scenarios run on tiny games: what passes, what fails and how it is told."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import rulewright
from rulewright.grammar.source import Source
from rulewright.interpreter.game import Game
from rulewright.interpreter.scenario import Result, run


def results(game: Game, text: str) -> tuple[Result, ...]:
    return run(game, Source("some.yaml", dedent(text)))


def only(game: Game, text: str) -> Result:
    (result,) = results(game, text)
    return result


@pytest.fixture(scope="module")
def tic() -> Game:
    return rulewright.load("tic_tac_toe")


def test_moves_may_be_typed_as_players_would(tic: Game) -> None:
    result = only(
        tic,
        """
        scenarios:
          - name: three in a row
            players: [Anna, Bruno]
            moves: ["1,1", "Bruno: board 2,1", "board[1,2]", {Bruno: "BOARD 2,2"}, "1,3"]
            over: true
            winners: Anna
            decides: []
        """,
    )
    assert (result.status, result.message, result.line) == ("passed", None, 3)


def test_a_failed_comparison_shows_both_sides_and_its_line(tic: Game) -> None:
    result = only(
        tic,
        """
        scenarios:
          - name: one mark
            moves: ["1,1"]
            facts:
              - size of board[1, 1] is 1
              - size of board[1, 1] is 2
        """,
    )
    assert result.status == "failed"
    assert result.message == "size of board[1, 1] is 2: left is 1, right is 2"
    assert result.line == 7


def test_a_move_that_is_not_offered_says_what_is(tic: Game) -> None:
    result = only(tic, "scenarios: [{name: twice, moves: ['1,1', '1,1']}]")
    assert result.status == "failed"
    assert result.message is not None
    assert "is offered board 1,2, board 1,3" in result.message


def test_a_file_that_is_no_scenario_file_is_an_error_for_each_fault(tic: Game, tmp_path: Path) -> None:
    result = only(tic, "scenarios: [{nam: x}]")
    assert result.status == "error"


GUARD = '''
    game "Guard"
    players 2 to 3

    components
        enum Beast: Sheep, Wolf
        card Animal(beast): 4 of each

    zones
        deck: hidden pile of Animal
        hand of each player: private group
        yard[player, Beast]: open pile
        bin: open pile

    setup
        deal 2 from deck to each hand

    play
        players take turns until deck is empty
            one of
                "Keep"
                "Throw away"
            move 1 Animal from deck to your hand if deck is filled
        each other player takes a turn
            may do "Throw away"

    action "Keep"                                                @1
        choose beast where your yard[beast] is empty               @2
        needs your hand has Animal(beast)                         @3 @B1
        move 1 Animal(beast) from your hand to your yard[beast]    @1

    action "Throw away"
        choose card from your hand                               @4
        move card to bin

    scoring
        "Animals in hand"  size of your hand
        most points win
'''


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("guard") / "guard.game"
    path.write_text(dedent(GUARD))
    return rulewright.load(path)


HAND = """
        players: [Anna, Bruno]
        turn_of: Anna
        zones: {"hand of Anna": Sheep x 2, "yard[Anna, Sheep]": Sheep}
"""


def check(game: Game, moves: str, *more: str) -> Result:
    """The result of some moves with Anna's two sheep in hand and one in her yard."""
    text = f"common:{HAND}scenarios:\n  - name: some\n    moves: {moves}\n" + "".join(f"    {line}\n" for line in more)
    return only(game, text)


def test_a_refusal_cites_the_first_line_that_leaves_no_value_alive(guard: Game) -> None:
    """The empty yard is the wolf's, and there is no wolf in hand: line @3 stops it, and cites a ruling too."""
    for clause in ("3", "B1"):
        assert check(guard, f"[{{refuse: Keep, clause: {clause}}}]").status == "passed"
    result = check(guard, "[{refuse: Keep, clause: '2'}]")
    assert result.message == "'Keep' is refused for clause 3 and B1, not for 2 (line 29: needs your hand has Animal(beast))"


def test_a_value_is_refused_by_the_line_that_leaves_it_out(guard: Game) -> None:
    zones = '"hand of Anna": "Sheep, Wolf", "yard[Anna, Sheep]": Sheep'
    text = f"scenarios: [{{name: some, players: [Anna, Bruno], zones: {{{zones}}}, moves: [Keep, {{refuse: Sheep, clause: 2}}]}}]"
    assert only(guard, text).status == "passed"


def test_something_offered_is_not_refused(guard: Game) -> None:
    result = check(guard, "[{refuse: throw}]")
    assert (result.status, result.message) == ("failed", "'Throw away' is not refused: it is offered to Anna")


def test_faces_may_be_named_without_their_kind(guard: Game) -> None:
    moves = "[Throw away, sheep, {decides: Bruno}, {fact: top of bin is Animal(Sheep) and size of bin is 1}]"
    assert check(guard, moves, "rest: dealt").message is None


def test_every_card_lies_somewhere_whatever_is_described(guard: Game) -> None:
    total = "size of deck + size of hand of Anna + size of hand of Bruno + size of bin + number of Animal in yard of Anna"
    for rest in ("start", "dealt", "bin", "{Animal: bin}"):
        assert check(guard, f"[{{fact: '{total} is 8'}}]", f"rest: {rest}").message is None
    gone = only(
        guard,
        """
        scenarios:
          - name: all named zones
            players: [Anna, Bruno]
            turn_of: Anna
            zones: {deck: [Wolf], "hand of Anna": [Sheep], bin: []}
            facts: ["size of deck is 1", "size of bin is 0"]
        """,
    )
    assert gone.message is None


def test_only_needs_every_choice_to_be_named(guard: Game) -> None:
    assert check(guard, "[{only: [Throw away]}]").status == "passed"
    result = only(guard, "scenarios: [{name: a, turn_of: Seat 1, zones: {hand of Seat 1: [Wolf]}, moves: []}]")
    assert result.status == "error"
    result = only(guard, "scenarios: [{name: a, players: [A, B], zones: {hand of A: [Wolf]}, only: Keep}]")
    assert result.message == "A is offered Throw away besides"


def test_a_seat_sees_its_own_hand_and_no_other(guard: Game) -> None:
    sees = 'sees: {Anna: {"hand of Anna": Sheep x 2}, Bruno: {"hand of Anna": unknown x 2}}'
    assert check(guard, "[]", sees).message is None
    wrong = check(guard, "[]", 'sees: {Bruno: {"hand of Anna": Sheep x 2}}')
    assert wrong.message == "Bruno sees unknown x 2 in hand of Anna, not Sheep x 2"


def test_wrong_points_are_told_with_the_score_sheet(guard: Game) -> None:
    result = check(guard, "[]", "scores: {Anna: 3}")
    assert result.message is not None
    assert result.message.startswith("Anna has 2, not 3")
    assert "Animals in hand: 2, 0" in result.message
    assert check(guard, "[]", "sheet: {Animals in hand: {Anna: 2}}").status == "passed"


def test_random_play_reaches_the_end_and_repeats_itself(guard: Game) -> None:
    text = "scenarios: [{name: a, players: 3, seed: 5, moves: [{random: all}], over: true, scores: {Seat 1: -1}}]"
    first, second = only(guard, text), only(guard, text)
    assert first == second
    assert first.message is not None
    assert first.message.startswith("Seat 1 has ")


def test_a_scenario_that_does_not_fit_the_game_is_an_error(guard: Game) -> None:
    for beginning in (
        "players: 7",
        "zones: {'hand of Carla': Sheep}",
        "zones: {bin: Goat}",
        "zones: {bin: Sheep x 9}",
        "at: breakfast",
        "turn_of: Nobody",
        "notes: {nothing: 1}",
        "options: {speed: 1}",
        "facts: size of bin",
    ):
        result = only(guard, f"scenarios: [{{name: a, {beginning}}}]")
        assert (result.status, result.line) == ("error", 1), beginning
        assert result.message


def test_a_pattern_picks_scenarios_by_name(tic: Game) -> None:
    source = Source("some.yaml", "scenarios: [{name: Keepers guard}, {name: Visitors pay}]")
    assert [result.name for result in run(tic, source, pattern="keeper")] == ["Keepers guard"]
    assert [result.name for result in run(tic, source, pattern="*pay")] == ["Visitors pay"]
    assert run(tic, source, pattern="pay*") == ()


def test_checking_a_folder_finds_what_is_wrong_with_its_scenarios(tmp_path: Path) -> None:
    (tmp_path / "guard.game").write_text(dedent(GUARD))
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "some.yaml").write_text('scenarios: [{name: a, zones: {bim: Wolf}, facts: "size of bin"}]')
    game, problems = rulewright.check(tmp_path)
    assert game is not None
    found = [(problem.code, Path(problem.source.name).name) for problem in problems if problem.severity == "error"]
    assert found == [("name/unknown", "some.yaml"), ("scenario/type", "some.yaml")]


def test_play_may_begin_at_a_line_of_its_course(guard: Game) -> None:
    result = only(
        guard,
        """
        common: {players: [Anna, Bruno, Carlo], rest: dealt}
        scenarios:
          - name: the last turns
            turn_of: Bruno
            at: each other player takes a turn
            decides: Carlo
            moves: [{only: ['yes', 'no']}]
        """,
    )
    assert result.message is None


def test_the_round_and_the_turn_within_it_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "rounds.game"
    path.write_text(
        'game "Rounds"\nplayers 3\n\nnotes\n    bids of each player: number\n\nplay\n    repeat 3 rounds\n\nround\n'
        '    each player takes a turn\n        do "Bid"\n\naction "Bid"\n    choose n from 1 to 3\n'
        '    add n to your bids\n\nscoring\n    "Bids"  your bids\n    most points win\n'
    )
    result = only(
        rulewright.load(path),
        """
        scenarios:
          - name: the last bids
            players: [Anna, Bruno, Carlo]
            round: 3
            turn_of: Bruno
            notes: {bids of Anna: 5}
            moves: [{Bruno: 2}, {decides: Carlo}, {fact: round is 3}, 3]
            over: true
            winners: Anna
            scores: {Anna: 5, Bruno: 2, Carlo: 3}
        """,
    )
    assert result.message is None
    before = only(
        rulewright.load(path),
        """
        scenarios:
          - name: before the last but one round
            players: [Anna, Bruno, Carlo]
            at: round
            round: 2
            moves: [fact: round is 2, 1, 1, 1, fact: round is 3, 1, 1, 1]
            over: true
        """,
    )
    assert before.message is None
