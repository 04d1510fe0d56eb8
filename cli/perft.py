"""`rulewright perft`: how many sequences of choices a game without chance has."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .engine import State, library
from .errors import Wrong
from .output import echo, print_json
from .parameters import fitting_players, game_argument, json_option, players_option, rules_option


@click.command("perft")
@game_argument
@click.option("--depth", type=click.IntRange(0, 1000), required=True, metavar="D", help="How many choices deep.")
@click.option("--divide", is_flag=True, help="Count below each first choice as well.")
@players_option
@rules_option
@json_option
def command(game: str, depth: int, divide: bool, players: int | None, options: dict[str, str], as_json: bool) -> None:
    """Count the sequences of choices of each length.

    A game that ends is counted at the length at which it ends, under both headings. Only games without chance
    can be counted.

    \b
    Example:
      rulewright perft tic_tac_toe --depth 5
      rulewright perft tic_tac_toe --depth 3 --divide
    """
    loaded = library().load(game)
    if loaded.has_chance:
        raise Wrong(f"{loaded.title} is decided by chance as well; only games without chance can be counted.")
    state = loaded.start(players=fitting_players(players, loaded.players), seed=0, options=options)
    counts, finished = counted(state, depth)
    below = divided(state, depth) if divide else {}
    if as_json:
        document = {"game": loaded.name, "depth": depth, "counts": counts, "finished": finished}
        print_json({**document, "divide": below} if divide else document)
        return
    if divide:
        name = max((len(text) for text in below), default=0)
        for text, number in below.items():
            echo(f"{text.ljust(name)}  {number:,}")
        echo()
    rows = [("choices", "sequences", "finished")]
    rows += [
        (str(ply), f"{count:,}", f"{over:,}")
        for ply, (count, over) in enumerate(zip(counts, finished, strict=True), start=1)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        echo("  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)))


def counted(state: State, depth: int) -> tuple[list[int], list[int]]:
    """Sequences of 1, 2, ... `depth` choices, and those of them that end the game with their last choice."""
    if not depth:
        return [], []
    counts, finished = state.perft(depth)
    return _plies(counts, depth), _plies(finished, depth)


def divided(state: State, depth: int) -> dict[str, int]:
    """How many sequences of `depth` choices begin with each first choice, by its text."""
    below: dict[str, int] = {}
    if not depth or not state.actors:
        return below
    seat = state.actors[0]
    for index, choice in enumerate(state.choices(seat)):
        after = state.copy()
        after.apply(index, seat)
        number = 1 if depth == 1 else counted(after, depth - 1)[0][-1]
        below[choice.text] = below.get(choice.text, 0) + number
    return below


def _plies(numbers: Sequence[int], depth: int) -> list[int]:
    """One number a ply: without the empty sequence, and with 0 where every game has ended before."""
    plies = list(numbers[1:] if len(numbers) == depth + 1 else numbers)
    return plies + [0] * (depth - len(plies))
