"""The commands, each loaded when it is asked for.

Not in `__init__.py`: there the name `list` is the command of that name as soon as it has been loaded.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

import click

from .errors import ReaderLeft, guarded

COMMANDS = ("list", "validate", "play", "simulate", "perft", "test", "show")


class Commands(click.Group):
    """A group whose commands lie in the files of their names; it ends with the exit codes of this project."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, import_module(f".{cmd_name}", __package__).command)

    # Click ends a process whose reader has left with 1, which would say that the answer is no.

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _noting_that_the_reader_left():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _noting_that_the_reader_left():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """As in Click; with `standalone_mode` the process ends with one of the exit codes."""
        base = super().main

        def run() -> object:
            return base(args, prog_name, complete_var, standalone_mode=False, **extra)

        if not standalone_mode:
            return run()
        sys.exit(guarded(run))


@contextmanager
def _noting_that_the_reader_left() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderLeft from error
