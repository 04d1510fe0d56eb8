"""The commands with the library itself behind them, on the bundled games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import rulewright
from rulewright.cli import engine, main

Document = Callable[[Result, str], Any]


def run(*arguments: str, entries: str | bytes | None = None) -> Result:
    result = CliRunner().invoke(main, list(arguments), input=entries, prog_name="rulewright")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_library_is_what_the_commands_take_it_for() -> None:
    """The type checker holds the real classes against the commands' protocols in these lines."""
    game: engine.Game = rulewright.load("tic_tac_toe")
    state: engine.State = rulewright.load("tic_tac_toe").start(players=2, seed=1)
    view = engine.seen_by(state, 0)
    assert set(view) == set(engine.View.__annotations__)
    assert {key for zone in view["zones"] for key in zone} == set(engine.ZoneView.__annotations__)
    assert game.name == "tic_tac_toe"


def test_the_notes_of_a_view_have_the_keys_that_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "noted.game"
    path.write_text(
        'game "Noted"\nplayers 2\n\nnotes\n    bids of each player: number\n\nplay\n'
        '    repeat 2 times\n        do "Bid"\n\naction "Bid"\n    choose n from 1 to 3\n'
        '    add n to your bids\n\nscoring\n    "Bids"  your bids\n    most points win\n'
    )
    view = engine.seen_by(rulewright.load(path).start(seed=1), 0)
    assert view["notes"]
    assert {key for note in view["notes"] for key in note} == set(engine.NoteView.__annotations__)


@pytest.mark.parametrize("game", rulewright.bundled())
def test_bots_play_every_bundled_game_to_its_end(game: str) -> None:
    players = rulewright.load(game).players[0]
    seats = [part for seat in range(players) for part in ("--seat", f"{seat + 1}=random")]
    result = run("play", game, "--seed", "1", *seats)
    assert result.exit_code == 0, result.output
    assert "Reason: " in result.stdout


def test_a_person_wins_a_game_of_noughts_from_a_pipe() -> None:
    seats = ("--seat", "1=human", "--seat", "2=human")
    result = run("play", "tic_tac_toe", *seats, entries="1\n3\n1\n2\n1\n")
    assert result.exit_code == 0, result.output
    assert "Seat 1 wins." in result.stdout


def test_a_person_plays_satanimals_from_a_pipe_to_the_end() -> None:
    """The first choice that is offered, again and again, read off what is printed."""
    answers: list[str] = []
    for _ in range(200):
        result = run("play", "satanimals", "--seed", "3", entries="".join(answers))
        if result.exit_code == 0:
            break
        assert "the input ended" in result.stderr, result.output
        last = result.stdout.rstrip("\n").splitlines()[-1]
        answers.append(last.split()[0] + "\n")
    assert "Score sheet" in result.stdout
    assert "Total" in result.stdout


def test_every_bundled_game_is_without_fault() -> None:
    result = run("validate", *rulewright.bundled())
    assert result.exit_code == 0, result.output


def test_list_shows_the_bundled_games(document: Document) -> None:
    games = document(run("list", "--json"), "list")
    assert [game["name"] for game in games] == list(rulewright.bundled())


def test_perft_of_noughts_is_as_published(document: Document) -> None:
    found = document(run("perft", "tic_tac_toe", "--depth", "5", "--divide", "--json"), "perft")
    assert found["counts"] == [9, 72, 504, 3024, 15120]
    assert found["finished"] == [0, 0, 0, 0, 1440]
    assert sum(found["divide"].values()) == 15120


def test_perft_refuses_satanimals_for_its_chance() -> None:
    assert run("perft", "satanimals", "--depth", "1").exit_code == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_counts_the_same_however_many_processes(document: Document, jobs: str) -> None:
    found = document(
        run("simulate", "satanimals", "-n", "20", "--players", "4", "--seed", "1", "--jobs", jobs, "--json"),
        "simulate",
    )
    alone = json.loads(run("simulate", "satanimals", "-n", "20", "--players", "4", "--seed", "1", "--json").stdout)
    assert {**found, "seconds": 0} == {**alone, "seconds": 0}
    assert found["ties"] + sum(seat["wins"] for seat in found["seats"]) == 20


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("zero.game", b"game\0", "zero bytes"),
        ("latin.game", b'game "Gl\xf6ckchen"\n', "not written in UTF-8"),
    ],
)
@pytest.mark.parametrize("command", [["validate"], ["play"], ["simulate"], ["perft", "--depth", "1"], ["test"]])
def test_what_is_no_text_is_refused_by_every_command(
    tmp_path: Path, name: str, content: bytes, message: str, command: list[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = run(*command, str(path))
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["play"], ["simulate"], ["perft", "--depth", "1"], ["test"]])
def test_a_misspelt_game_is_met_with_the_right_name(command: list[str]) -> None:
    result = run(*command, "satanimal")
    assert result.exit_code == 2
    assert result.stderr.count("satanimals") == 1
    assert len(result.stderr.splitlines()) == 1


def test_an_empty_definition_has_an_error_and_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "empty.game"
    path.touch()
    assert run("validate", str(path)).exit_code == 1
    assert run("play", str(path)).exit_code == 1


def test_a_folder_without_a_game_is_wrong_input(tmp_path: Path) -> None:
    for command in ("validate", "play"):
        result = run(command, str(tmp_path))
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


def test_scenarios_beside_a_definition_are_run_and_the_failing_line_is_shown(
    tmp_path: Path, document: Document
) -> None:
    folder = tmp_path / "noughts"
    (folder / "scenarios").mkdir(parents=True)
    game = rulewright.load("tic_tac_toe").definition.source.text
    (folder / "noughts.game").write_text(game)
    (folder / "scenarios" / "lines.yaml").write_text(
        "scenarios:\n"
        "  - name: The first corner is free\n    players: 2\n    moves:\n      - Seat 1: board 1,1\n"
        "  - name: A corner is taken twice\n    players: 2\n    moves:\n"
        "      - Seat 1: board 1,1\n      - Seat 2: board 1,1\n"
    )
    result = run("test", str(folder), "--json")
    assert result.exit_code == 1, result.output
    found = document(result, "test")
    assert (found["passed"], found["failed"]) == (1, 1)
    assert found["scenarios"][1]["line"] == 10
    assert "lines.yaml:10: " in run("test", str(folder)).stdout
    assert run("test", str(folder), "--pattern", "The*").exit_code == 0


def test_what_a_person_has_read_is_not_told_again_when_it_was_the_last_of_a_step() -> None:
    answers = "1\n" * 60
    shown = run("play", "maskenball", "--players", "5", "--seed", "3", entries=answers).stdout
    for step in shown.split("\nSteps: ")[1:]:
        assert step.count("\nSeat 1: Look at somebody, ") <= 1
