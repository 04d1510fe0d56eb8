"""The person's side of a game: where lines come from and where they go."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import click

from .output import echo


@dataclass(frozen=True, slots=True)
class Terminal:
    """`interactive`: a person sits there; otherwise answers come from a pipe or file, one a line.

    `plain` leaves out colour and everything that moves the cursor.
    """

    interactive: bool
    plain: bool

    @classmethod
    def of_process(cls, plain: bool) -> Terminal:
        interactive = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
        dull = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        if interactive:
            _edit_lines()
        return cls(interactive, plain or dull or not interactive)

    @property
    def width(self) -> int:
        """Columns at hand; 80 where nobody looks, so that a transcript does not depend on the place."""
        return max(40, shutil.get_terminal_size().columns) if self.interactive else 80

    def say(self, lines: Iterable[str] = ("",)) -> None:
        for line in lines:
            echo(line)

    def heading(self, text: str) -> None:
        echo(text if self.plain else click.style(text, bold=True))

    def hand_over(self, name: str) -> bool:
        """Let another person take the seat, with nothing private left in sight. False if nobody does."""
        self.clear()
        return self.ask(f"{name}: press Enter when nobody else can see the screen. ") is not None

    def clear(self) -> None:
        if self.plain:
            self.say([""] * max(60, shutil.get_terminal_size().lines))
        else:
            echo("\x1b[2J\x1b[3J\x1b[H", end=False)  # the lines scrolled away as well

    def ask(self, prompt: str) -> str | None:
        """The next line, or None when there is none. From a pipe, empty lines and # lines are passed over."""
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                self.say()
                return None
        while sys.stdin is not None and (line := sys.stdin.readline()):
            entry = line.strip()
            if entry and not entry.startswith("#"):
                shown = entry if len(entry) <= 200 else entry[:200] + " ..."
                self.say([f"{prompt}{shown}"])
                return entry
        return None


def _edit_lines() -> None:
    """Loading readline is what gives `input` its arrow keys and history; some systems have none."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
