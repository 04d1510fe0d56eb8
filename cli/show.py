"""`rulewright show`: a stage between a game's text and its program."""

from __future__ import annotations

import click

from .engine import stages
from .output import echo
from .parameters import game_argument

STAGES = ("tokens", "tree", "checked", "program", "source")


@click.command("show")
@game_argument
@click.option("--stage", type=click.Choice(STAGES), default="source", show_default=True, help="Which stage.")
def command(game: str, stage: str) -> None:
    """Show how a game's text becomes a program.

    Tokens of the text, the tree of what was written, the checked game, the program's blocks, or the source of
    the functions made from them: for the curious, and for bug reports.

    \b
    Example:
      rulewright show tic_tac_toe --stage tree
    """
    echo(stages().stage(game, stage).rstrip("\n"))
