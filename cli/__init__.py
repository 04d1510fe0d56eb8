"""The `rulewright` command. The only room that reads arguments or prints; one file a command."""

from __future__ import annotations

import click

from .. import __version__
from .group import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulewright")
def main() -> None:
    """Describe a card or board game in a text; check it, play it, simulate it.

    GAME is the name of a bundled game, a .game file, or a folder that holds one.

    \b
    Example:
      rulewright play satanimals
    """
