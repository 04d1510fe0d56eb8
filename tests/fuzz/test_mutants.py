"""Definitions made by damaging the bundled ones: whatever comes of it is checked, played or refused, never broken.

What the checker lets pass must play to its end or stop with a place in the file; neither may take longer than a person
waits. A game with a damaged rule is most often legal and odd, which is what nobody would think of writing.
"""

from __future__ import annotations

import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright

FOLDER = Path(rulewright.__file__).parent / "games"
TEXTS = {name: (FOLDER / name / f"{name}.game").read_text("utf-8").split("\n") for name in rulewright.bundled()}
WORD = re.compile(r'"[^"]*"|[A-Za-z_]+|\d+|\S')
NUMBERS = ("0", "1", "2", "3", "12", "100", "9223372036854775807")
PATIENCE = 10  # seconds of the processor, for one check or one game

Change = tuple[str, int, int, int]
CHANGES = st.tuples(
    st.sampled_from(["drop", "double", "swap", "copy", "number", "word", "deeper", "higher"]),
    st.integers(0, 999),
    st.integers(0, 999),
    st.integers(0, 99),
)
MUTANTS = st.tuples(st.sampled_from(sorted(TEXTS)), st.lists(CHANGES, min_size=1, max_size=5))


def mutant(name: str, changes: list[Change]) -> str:
    """A bundled game after some changes of its lines."""
    lines = list(TEXTS[name])
    for kind, first, second, third in changes:
        at, other = first % len(lines), second % len(lines)
        line = lines[at]
        match kind:
            case "drop" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(other, line)
            case "swap":
                lines[at], lines[other] = lines[other], line
            case "copy":  # another line in the place of this one
                lines[at] = line[: len(line) - len(line.lstrip())] + lines[other].strip()
            case "number":
                lines[at] = re.sub(r"\d+", NUMBERS[second % len(NUMBERS)], line)
            case "word":
                lines[at] = _reworded(line, lines[other], third)
            case "deeper":
                lines[at] = f"    {line}"
            case "higher":
                lines[at] = line.removeprefix("    ")
    return "\n".join(lines)


def _reworded(line: str, other: str, which: int) -> str:
    """A line in which one word is replaced by one like it from another line."""
    words = list(WORD.finditer(line))
    if not words:
        return line
    old = words[which % len(words)]
    alike = [
        word
        for word in WORD.findall(other)
        if word[0].isalpha() == old.group()[0].isalpha() and word[0].isupper() == old.group()[0].isupper()
    ]
    return line[: old.start()] + alike[which % len(alike)] + line[old.end() :] if alike else line


class _Hung(BaseException):
    """Nothing that the library could take for a fault of the definition."""


@contextmanager
def _in_time() -> Iterator[None]:
    """Stops what takes longer than a person waits. Where there is no such clock, the test run's own limit must do."""
    if sys.platform == "win32":
        yield
        return

    def stop(*_: object) -> None:
        raise _Hung

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    except _Hung:
        raise AssertionError(f"this takes more than {PATIENCE} seconds") from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def hold(name: str, changes: list[Change], games: int) -> None:
    text = mutant(name, changes)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mutant.game"
        file.write_text(text, encoding="utf-8")
        with _in_time():
            game, problems = rulewright.check(file)
        for problem in problems:
            problem.render()
        if game is None:
            assert problems
            return
        for players in sorted({game.players[0], game.players[-1]}):
            for seed in range(games):
                line = 1
                try:
                    with _in_time():
                        game.playout(players=players, seed=seed)
                except rulewright.GameFault as fault:
                    line = fault.line
                assert 1 <= line <= text.count("\n") + 1


@settings(max_examples=40, deadline=None)
@given(MUTANTS)
def test_a_damaged_definition_is_refused_or_plays_or_stops_with_its_line(made: tuple[str, list[Change]]) -> None:
    hold(*made, games=1)


@pytest.mark.slow
@settings(max_examples=2_000, deadline=None)
@given(MUTANTS)
def test_very_many_damaged_definitions_are_refused_or_play_or_stop_with_their_line(
    made: tuple[str, list[Change]],
) -> None:
    hold(*made, games=3)
