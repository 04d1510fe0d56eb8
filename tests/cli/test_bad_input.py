"""Files and arguments that nobody would give in good faith: one message, the right exit code, no traceback, no hang."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import main

GAME = """game "Guests"
players 2
components
    card Guest(rank: number) from "{table}"
zones
    heap: open group of Guest
    nest of each player: open group
play
    players take turns until heap is empty
        do "Take"
            choose guest from heap
            move guest to your nest
scoring
    "Guests"    size of your nest
    most points win
"""


def run(*arguments: str) -> Result:
    """An exception that is not the end of the command is a failure of the test."""
    result = CliRunner().invoke(main, list(arguments), prog_name="rulewright")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_table_that_is_a_link_to_itself_is_a_fault_of_the_definition(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    (tmp_path / "a.game").write_text(GAME.format(table="loop.yaml"))
    result = run("validate", str(tmp_path))
    assert result.exit_code == 1
    assert "[table/unreadable]" in result.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_folder_whose_definition_is_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.game")
    result = run("validate", str(tmp_path))
    assert result.exit_code == 2
    assert "holds no .game file" in result.stderr


@pytest.mark.parametrize("option", ["--seed", "-n", "--players", "--jobs", "--seat", "--option"])
def test_a_value_of_thousands_of_letters_is_not_told_in_full(option: str) -> None:
    result = run("simulate", "tic_tac_toe", option, "9" * 5_000)
    assert result.exit_code == 2
    assert len(result.stderr) < 1_500


def test_more_games_than_anybody_can_wait_for_are_refused() -> None:
    assert run("simulate", "tic_tac_toe", "-n", str(10**20)).exit_code == 2


# Titles and comments come from strangers and are printed: they must not steer the terminal.
STEERING = ["\x1b[2J", "\x07", "\x9b2J", "\x7f", "\u202e", "\u2066", "\u2028", "\x85"]


@pytest.mark.parametrize("sign", STEERING)
@pytest.mark.parametrize("place", ["title", "comment", "csv", "yaml"])
def test_no_text_of_a_definition_can_steer_the_terminal(place: str, sign: str, tmp_path: Path) -> None:
    text = GAME.format(table="guests.csv" if place == "csv" else "guests.yaml")
    title = sign if place == "csv" else "".join(f"\\u{ord(letter):04x}" for letter in sign)
    match place:
        case "title":
            text = text.replace('"Guests"', f'"Guests{sign}"', 1)
        case "comment":
            text = f"# {sign}\n{text}"
        case "csv":
            (tmp_path / "guests.csv").write_text(f"name,rank,title\nPage,1,a{title}\n", encoding="utf-8")
    if place != "csv":
        (tmp_path / "guests.yaml").write_text(f'Page: {{rank: 1, title: "a{title if place == "yaml" else ""}"}}\n')
    (tmp_path / "a.game").write_text(text, encoding="utf-8")
    result = run("validate", str(tmp_path))
    assert result.exit_code == 1
    assert f"(U+{ord(sign[0]):04X})" in result.stdout or f"U+{ord(sign[0]):04X} cannot stand" in result.stdout
    assert sign[0] not in result.output
