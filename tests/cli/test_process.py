"""What only a process of its own shows: start, pipes, signals, a terminal."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rulewright

if sys.platform == "win32":
    pytest.skip("signals and terminals of another kind", allow_module_level=True)

import fcntl
import pty
import termios

PATIENCE = 20  # seconds
SOURCES = str(Path(rulewright.__file__).parents[1])
HEAVY = ("lark", "yaml", "jsonschema", "rulewright.grammar", "rulewright.interpreter", "multiprocessing")


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": SOURCES, "COLUMNS": "80", **more}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["play", "--help"], ["nonsense"]])
def test_help_loads_neither_the_parser_nor_the_engine(arguments: list[str]) -> None:
    program = f"""
import sys
from rulewright.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
heavy = [name for name in {HEAVY!r} if name in sys.modules]
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program], env=environment(), check=True, capture_output=True)


@pytest.mark.parametrize("command", [["list"], ["perft", "tic_tac_toe", "--depth", "3"], ["--help"]])
def test_a_reader_that_leaves_early_is_no_fault(fake_script: Path, command: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, str(fake_script), *command],
        check=False,
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (0, b"")


def test_a_full_disk_is_said_in_one_line(fake_script: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with Path("/dev/full").open("w") as full:
        process = subprocess.run(
            [sys.executable, str(fake_script), "list"],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
        )
    assert process.returncode == 2
    assert process.stderr.splitlines() == [b"Error: No space left on device"]


def test_closed_streams_make_no_traceback(fake_script: Path) -> None:
    command = f"{sys.executable} {fake_script} play tic_tac_toe --seed 1 <&- >&-"
    process = subprocess.run(["sh", "-c", command], check=False, stderr=subprocess.PIPE, env=environment())
    assert process.returncode == 2
    assert process.stderr == b"Error: the input ended after 0 entries, before the game was over.\n"


def test_letters_that_the_terminal_lacks_are_replaced(fake_script: Path) -> None:
    process = subprocess.run(
        [sys.executable, str(fake_script), "play", "tic_tac_toe", "--seed", "1"],
        check=False,
        input="Glöckchen\nquit\n".encode(),
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C"),
    )
    assert process.returncode == 0, process.stderr
    assert b"Gl??ckchen" in process.stdout


def test_an_interrupt_in_the_middle_of_a_game_ends_it_in_one_line(fake_script: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", str(fake_script), "play", "tic_tac_toe"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    while b"row 3 column 3" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.split(b"\n") == [b"", b"Interrupted.", b""]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_a_long_simulation_and_its_processes(fake_script: Path, jobs: str) -> None:
    process = subprocess.Popen(
        [sys.executable, str(fake_script), "simulate", "showdown", "-n", "100000000", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=1.5)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes of the group
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert (output, errors.strip()) == (b"", b"Interrupted.")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


class AtTerminal:
    """The command on a terminal of its own."""

    def __init__(self, script: Path, *arguments: str, **more: str) -> None:
        self.screen, inner = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, str(script), *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment(TERM="xterm", **more),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  # Ctrl-C shall be a signal; no threads
        )
        os.close(inner)
        self.seen = ""

    def until(self, text: str) -> str:
        """All that comes up to and with a text."""
        while text not in self.seen:
            part = b""
            if select.select([self.screen], [], [], PATIENCE)[0]:
                with contextlib.suppress(OSError):  # the other side has been closed
                    part = os.read(self.screen, 4096)
            assert part, f"{text!r} did not come; instead: {self.seen}"
            self.seen += part.decode()
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def enter(self, line: str) -> None:
        os.write(self.screen, line.encode() + b"\r")

    def end(self) -> int:
        code = self.process.wait(timeout=PATIENCE)
        os.close(self.screen)
        return code


def test_a_person_plays_at_a_terminal(fake_script: Path) -> None:
    table = AtTerminal(fake_script, "play", "tic_tac_toe", "--seed", "1")
    assert "\x1b[1mTic-tac-toe\x1b[0m" in table.until("> ")
    table.enter("row 2 column 2")
    assert "Seat 1: row 2 column 2" in table.until("> ")
    table.enter("quit")
    table.until("You have left the game.")
    assert table.end() == 0


@pytest.mark.parametrize("dull", [{"NO_COLOR": "1"}, {}])
def test_no_colour_where_none_is_wanted(fake_script: Path, dull: dict[str, str]) -> None:
    plain = [] if dull else ["--plain"]
    table = AtTerminal(fake_script, "play", "tic_tac_toe", "--seed", "1", *plain, **dull)
    assert "\x1b[1m" not in table.until("> ")
    table.enter("quit")
    table.until("You have left the game.")
    assert table.end() == 0


def test_a_secret_is_wiped_off_the_screen_before_the_next_person_looks(fake_script: Path) -> None:
    table = AtTerminal(fake_script, "play", "showdown", "--seat", "1=human", "--seat", "2=human", "--seed", "4")
    hand = table.until("> ").split("Hand: ")[2].split("\r")[0]
    table.enter(hand.split(",")[0].split(" x ")[-1])
    between = table.until("Seat 2: press Enter when nobody else can see the screen. ")
    assert "\x1b[2J\x1b[3J\x1b[H" in between
    table.enter("")
    assert "Seat 2 (you)" in table.until("> ")
    table.enter("quit")
    table.until("You have left the game.")
    assert table.end() == 0


def test_control_c_at_the_prompt_ends_in_one_line(fake_script: Path) -> None:
    table = AtTerminal(fake_script, "play", "tic_tac_toe", "--seed", "1")
    table.until("> ")
    time.sleep(0.5)  # until the line editor is listening
    os.write(table.screen, b"\x03")
    assert "Traceback" not in table.until("Interrupted.")
    assert table.end() == 130
