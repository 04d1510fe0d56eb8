"""The commands that are no game at a table: what they print, as text and as JSON, and how they end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete
from click.testing import Result

from rulewright.cli import main
from rulewright.cli.group import COMMANDS
from rulewright.cli.tally import Tally, game_seed, wilson

Run = Callable[..., Result]
Document = Callable[[Result, str], Any]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Example:\n    rulewright {name}" in result.stdout or "Example:\n    printf" in result.stdout


def test_the_list_of_commands_cuts_no_summary_short(run: Run) -> None:
    result = run("--help")
    assert all(f"\n  {name} " in result.stdout for name in COMMANDS)
    assert "..." not in result.stdout.split("Commands:")[1]


def test_an_unknown_command_is_wrong_usage(run: Run) -> None:
    result = run("simulat")
    assert result.exit_code == 2
    assert "No such command 'simulat'" in result.stderr


def test_list_names_every_bundled_game(run: Run, document: Document) -> None:
    assert run("list").stdout.splitlines() == [
        "showdown     Showdown     2 to 4  Show the highest number, alone.",
        "tic_tac_toe  Tic-tac-toe  2       Three in a line.",
    ]
    games = document(run("list", "--format", "json"), "list")
    assert games[1] == {
        "name": "tic_tac_toe",
        "title": "Tic-tac-toe",
        "players": [2, 2],
        "summary": "Three in a line.",
    }


def test_validate_prints_each_problem_and_counts_them(run: Run) -> None:
    result = run("validate", "faulty.game", "tic_tac_toe.game")
    assert result.exit_code == 1
    assert "faulty.game:3:8: error: There is no kind called Crad. [name/unknown]" in result.stdout
    assert result.stdout.splitlines()[-1] == "2 files, 1 error, 1 warning"


def test_validate_as_json_gives_the_problems_as_data(run: Run, document: Document) -> None:
    result = run("validate", "faulty.game", "--json")
    assert result.exit_code == 1
    found = document(result, "validate")
    assert found["files"] == 1
    assert [problem["code"] for problem in found["diagnostics"]] == ["name/unknown", "name/unused"]
    assert found["diagnostics"][0]["end_column"] == 12


def test_validate_without_a_fault_is_fine(run: Run) -> None:
    result = run("validate", "tic_tac_toe.game")
    assert (result.exit_code, result.stdout) == (0, "1 file, 0 errors, 0 warnings\n")


def test_validate_walks_folders_and_passes_helpers_over(run: Run, tmp_path: Path) -> None:
    for name in ("showdown", "tic_tac_toe", "deeper/faulty", "_cache/broken"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / f"{name.rpartition('/')[2]}.game").touch()
    (tmp_path / "__init__.py").touch()
    result = run("validate", str(tmp_path))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "3 files, 1 error, 1 warning")
    result = run("validate", *map(str, sorted(tmp_path.iterdir())))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "3 files, 1 error, 1 warning")


def test_validate_checks_every_definition_of_a_folder_that_is_no_game_of_its_own(run: Run, tmp_path: Path) -> None:
    for name in ("showdown", "faulty"):
        (tmp_path / f"{name}.game").touch()
    result = run("validate", str(tmp_path))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "2 files, 1 error, 1 warning")


def test_validate_checks_the_rest_where_one_path_cannot_be_read(run: Run, document: Document, tmp_path: Path) -> None:
    result = run("validate", str(tmp_path), "binary.game", "nowhere.game", "tic_tac_toe.game", "--json")
    assert result.exit_code == 2
    assert document(result, "validate") == {"files": 1, "diagnostics": []}
    assert f"Error: {tmp_path}: there is no .game file in this folder." in result.stderr
    assert "Error: binary.game is no text in UTF-8." in result.stderr
    assert "Error: There is no game called nowhere.game" in result.stderr


def test_perft_counts_from_the_first_choice(run: Run, document: Document) -> None:
    found = document(run("perft", "tic_tac_toe", "--depth", "5", "--json"), "perft")
    assert found == {
        "game": "tic_tac_toe",
        "depth": 5,
        "counts": [9, 72, 504, 3024, 15120],
        "finished": [0, 0, 0, 0, 1440],
    }


def test_perft_divided_adds_up_to_the_count(run: Run, document: Document) -> None:
    found = document(run("perft", "tic_tac_toe", "--depth", "3", "--divide", "--json"), "perft")
    assert len(found["divide"]) == 9
    assert sum(found["divide"].values()) == found["counts"][-1]
    assert "row 2 column 2  56\n" in run("perft", "tic_tac_toe", "--depth", "3", "--divide").stdout


def test_perft_of_depth_nothing_counts_nothing(run: Run, document: Document) -> None:
    assert document(run("perft", "tic_tac_toe", "--depth", "0", "--json"), "perft")["counts"] == []


def test_perft_refuses_a_game_of_chance(run: Run) -> None:
    result = run("perft", "showdown", "--depth", "2")
    assert result.exit_code == 2
    assert "chance" in result.stderr


@pytest.mark.parametrize("depth", ["-1", "deep", "99999999999999999999"])
def test_perft_refuses_a_depth_that_is_none(run: Run, depth: str) -> None:
    assert run("perft", "tic_tac_toe", "--depth", depth).exit_code == 2


def test_simulate_counts_every_game_once(run: Run, document: Document) -> None:
    found = document(run("simulate", "showdown", "-n", "200", "--players", "3", "--json"), "simulate")
    assert found["games"] == 200
    assert found["ties"] + sum(seat["wins"] for seat in found["seats"]) == 200
    assert found["length"] == {"mean": 9, "min": 9, "max": 9}
    assert found["decisions"] == 1800
    assert [seat["seat"] for seat in found["seats"]] == [1, 2, 3]
    assert all(seat["low"] <= seat["win_rate"] <= seat["high"] for seat in found["seats"])


def test_simulate_does_not_depend_on_the_number_of_processes(run: Run, document: Document) -> None:
    alone, shared = (
        document(run("simulate", "showdown", "-n", "60", "--seed", "9", "--jobs", jobs, "--json"), "simulate")
        for jobs in ("1", "2")
    )
    alone.pop("seconds")
    shared.pop("seconds")
    assert alone == shared


def test_simulate_prints_a_table_for_a_person(run: Run) -> None:
    result = run("simulate", "tic_tac_toe", "-n", "50", "--seat", "2=random")
    lines = result.stdout.splitlines()
    assert lines[0] == "Tic-tac-toe, 2 players, 50 random games, seed 1"
    assert [line.split("  ")[0] for line in lines[2:5]] == ["Seat 1", "Seat 2", "ties"]
    assert result.stderr == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_reports_a_game_that_breaks_down(run: Run, jobs: str) -> None:
    result = run("simulate", "broken", "-n", "5", "--jobs", jobs)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: broken.game:7:1: nothing can be done here (game ")
    assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments", [("--players", "7"), ("--seat", "1=human"), ("-n", "0"), ("--jobs", "0"), ("--seed", "1.5")]
)
def test_simulate_refuses_wrong_usage(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("simulate", "showdown", *arguments).exit_code == 2


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(20, 100)
    assert (round(low, 4), round(high, 4)) == (0.1334, 0.2888)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == 1


def test_neighbouring_seeds_share_no_games() -> None:
    seeds = {game_seed(seed, number) for seed in (-1, 0, 1, 2, 2**64 + 7) for number in range(200)}
    assert len(seeds) == 1000


def test_a_sum_of_parts_does_not_depend_on_their_order() -> None:
    parts = [
        Tally(2, 3, 30, 7, 12, 1, True, [1, 1], [5, -6]),
        Tally(2),
        Tally(2, 1, 5, 5, 5, 1, True, [0, 0], [1, 1]),
    ]
    forward, backward = Tally(2), Tally(2)
    for part in parts:
        forward.add(part)
    for part in reversed(parts):
        backward.add(part)
    assert forward == backward == Tally(2, 4, 35, 5, 12, 2, True, [1, 1], [6, -5])


def test_test_shows_what_failed_and_where(run: Run, document: Document) -> None:
    result = run("test", "showdown", "tic_tac_toe")
    assert result.exit_code == 1
    assert "b.yaml:12: failed: The highest wins\n    points is 1, not 2\n" in result.stdout
    assert result.stdout.endswith("2 passed, 1 failed\n")
    found = document(run("test", "--json"), "test")
    assert (found["passed"], found["failed"]) == (2, 1)
    assert found["scenarios"][1]["line"] == 12


def test_test_runs_only_what_fits_the_pattern(run: Run) -> None:
    assert run("test", "--pattern", "line").stdout.endswith("2 passed, 0 failed\n")
    result = run("test", "--pattern", "nothing like it")
    assert (result.exit_code, result.stdout) == (2, "")


def test_test_goes_on_after_a_faulty_game(run: Run) -> None:
    result = run("test", "faulty.game", "tic_tac_toe")
    assert result.exit_code == 1
    assert "[name/unknown]" in result.stderr
    assert result.stdout.endswith("1 passed, 0 failed\n")


@pytest.mark.parametrize("stage", ["tokens", "tree", "checked", "program", "source"])
def test_show_prints_a_stage(run: Run, stage: str) -> None:
    assert run("show", "tic_tac_toe", "--stage", stage).stdout == f"{stage} of tic_tac_toe\n"


def test_show_refuses_an_unknown_stage(run: Run) -> None:
    assert run("show", "tic_tac_toe", "--stage", "sauce").exit_code == 2


@pytest.mark.parametrize(("begun", "names"), [("t", ["tic_tac_toe"]), ("", ["showdown", "tic_tac_toe"])])
def test_the_shell_completes_the_names_of_games(run: Run, begun: str, names: list[str]) -> None:
    assert run("list").exit_code == 0  # the small library is in place
    complete = ShellComplete(main, {}, "rulewright", "_RULEWRIGHT_COMPLETE")
    for command in ("play", "simulate", "validate", "test"):
        assert [item.value for item in complete.get_completions([command], begun)] == names


def test_the_shell_completes_paths_where_no_name_fits(run: Run) -> None:
    assert run("list").exit_code == 0
    complete = ShellComplete(main, {}, "rulewright", "_RULEWRIGHT_COMPLETE")
    assert [item.type for item in complete.get_completions(["play"], "./my")] == ["file"]


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    def failing(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("rulewright.cli.list.echo", failing)
    with pytest.raises(ZeroDivisionError):
        run("list")
