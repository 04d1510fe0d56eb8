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
        players take turns
            one of
                "Keep"
                "Throw away"
            move 1 Animal from deck to your hand if deck is filled
        each other player takes a turn
            do "Throw away"

    action "Keep"                                                @1
        choose beast where your yard[beast] is empty               @2
        needs your hand has Animal(beast)                         @3 @B1
        move 1 Animal(beast) from your hand to your yard[beast]    @1

    action "Throw away"
        choose card from your hand                               @4
        move card to bin

    end
        over when deck is empty

    scoring
        "Animals in hand"  size of your hand
        most points win
'''


@pytest.fixture(scope="module")
def guard(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("guard") / "guard.game"
    path.write_text(dedent(GUARD))
    return rulewright.load(path)
