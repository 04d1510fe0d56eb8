"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., object])


class GameName(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of Click
    """A bundled game, a .game file or a folder; completed with the names of the bundled games."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from .engine import library

        names = [name for name in library().bundled() if name.startswith(incomplete)]
        if names:
            return [CompletionItem(name) for name in names]
        return [CompletionItem(incomplete, type="file")]


def game_argument(command: Command) -> Command:
    return click.argument("game", type=GameName())(command)


def players_option(command: Command) -> Command:
    return click.option(
        "--players",
        type=click.IntRange(1),
        metavar="N",
        help="How many play; the fewest possible if not said.",
    )(command)


def rules_option(command: Command) -> Command:
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="Set an option of the game; may be repeated.",
    )(command)


def seats_option(command: Command) -> Command:
    return click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="N=WHO",
        callback=_seats,
        help="Who sits in seat N (from 1); may be repeated.",
    )(command)


def json_option(command: Command) -> Command:
    """`--json`, and its longer form `--format json`; the command gets `as_json`."""

    def chosen(ctx: click.Context, param: click.Parameter, value: str) -> None:
        if value == "json":
            ctx.params["as_json"] = True

    command = click.option(
        "--format",
        type=click.Choice(["text", "json"]),
        default="text",
        expose_value=False,
        callback=chosen,
        help="What to print.",
    )(command)
    return click.option("--json", "as_json", is_flag=True, is_eager=True, help="Print one JSON document.")(command)


def fitting_players(players: int | None, possible: range) -> int:
    """The number asked for, or the fewest. Whether it fits is for the game to say."""
    return possible[0] if players is None else players


def seat_kinds(seats: dict[int, str], players: int, known: Sequence[str]) -> dict[int, str]:
    """Seats (from 0) to who sits there, once it is known how many play and who can sit down here."""
    for seat, who in seats.items():
        if seat >= players:
            raise click.BadParameter(f"there is no seat {seat + 1}; {players} play.", param_hint="--seat")
        if who not in known:
            close = get_close_matches(who.casefold(), known, n=1)
            hint = f" Did you mean {close[0]}?" if close else f" Possible: {', '.join(known)}."
            message = f"nobody called {who!r} can take seat {seat + 1}.{hint}"
            raise click.BadParameter(message, param_hint="--seat")
    return seats


def _seats(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[int, str]:
    seats: dict[int, str] = {}
    for value in values:
        number, equals, who = value.partition("=")
        if not equals or not number.strip().isdecimal() or len(number) > 6 or not int(number) or not who.strip():
            raise click.BadParameter(f"{value!r} should be a seat and who sits there, such as 2=random.")
        seat = int(number) - 1
        if seat in seats:
            raise click.BadParameter(f"seat {seat + 1} is given twice.")
        seats[seat] = who.strip()
    return seats


def _pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        name, equals, text = (part.strip() for part in value.partition("="))
        if not equals or not name or not text:
            raise click.BadParameter(f"{value!r} should be an option and its value, such as stop_at=2.")
        if name in pairs:
            raise click.BadParameter(f"{name} is given twice.")
        pairs[name] = text
    return pairs
