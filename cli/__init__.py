"""The `rulewright` command. The only room that reads arguments or prints; one file a command."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import click

from .. import __version__
from .errors import guarded

COMMANDS = ("list", "validate", "play", "simulate", "perft", "test", "show")


class Commands(click.Group):
    """The commands, each loaded from the file of its name when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, import_module(f".{cmd_name}", __package__).command)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run as Click does, but with the exit codes of this project."""
        base = super().main

        def run() -> object:
            return base(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )

        if not standalone_mode:
            return run()
        sys.exit(guarded(run))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulewright")
def main() -> None:
    """Describe a card or board game in a text; check it, play it, simulate it.

    GAME is the name of a bundled game, a .game file, or a folder that holds one.

    \b
    Example:
      rulewright play satanimals
    """
