"""`rulewright list`: the bundled games."""

from __future__ import annotations

import click

from .engine import Headline, library
from .errors import FINE, NO, describe
from .output import echo, print_json
from .parameters import json_option


@click.command("list")
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """List the bundled games.

    Each with its name, its title, how many play, and what it is about.

    \b
    Example:
      rulewright list
    """
    known = library()
    games: list[Headline] = []
    code = FINE
    for name in known.bundled():
        try:
            games.append(known.headline(name))
        except known.Error as error:  # one faulty game must not hide the others
            echo(describe(error), err=True)
            code = NO
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "players": [game.players[0], game.players[-1]],
                    "summary": game.summary,
                }
                for game in games
            ]
        )
    else:
        rows = [(game.name, game.title, players_text(game.players), game.summary) for game in games]
        widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
        for row in rows:
            start = "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False))
            echo(f"{start}  {row[3]}".rstrip())
    ctx.exit(code)


def players_text(players: range) -> str:
    """How many play: "2", or "2 to 4"."""
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"
