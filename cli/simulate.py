"""`rulewright simulate`: many random games, and what they show."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence

import click

from .engine import library
from .errors import Broken, Wrong
from .output import echo, print_json
from .parameters import (
    fitting_players,
    game_argument,
    json_option,
    players_option,
    rules_option,
    seat_kinds,
    seats_option,
)
from .tally import Tally, Task, in_turn, wilson

SITTERS = ("random",)


@click.command("simulate")
@game_argument
@click.option("-n", "--games", type=click.IntRange(1, 1_000_000_000), default=1000, show_default=True, help="How many games.")
@players_option
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Where chance begins.")
@seats_option
@rules_option
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many processes share the work.",
)
@json_option
def command(
    game: str,
    games: int,
    players: int | None,
    seed: int,
    seats: dict[int, str],
    options: dict[str, str],
    jobs: int,
    as_json: bool,
) -> None:
    """Play many games with bots and count who wins.

    The same seed gives the same games, however many processes share the work. A win is a game that a seat
    wins alone or with its team; all other games are ties. The interval holds the true rate with a probability
    of 95 %.

    \b
    Example:
      rulewright simulate satanimals -n 2000 --players 4 --seed 1
    """
    loaded = library().load(game)
    count = fitting_players(players, loaded.players)
    # Starting one game here reports a wrong number of players or a wrong option before any process is made.
    names = loaded.start(players=count, seed=seed, options=options).seats
    seat_kinds(seats, count, SITTERS)
    task = Task(game, games, count, seed, tuple(options.items()))
    began = time.perf_counter()
    parts = in_turn(loaded, task) if jobs == 1 else shared_out(task, min(jobs, games))
    total = gathered(parts, task)
    seconds = time.perf_counter() - began
    if as_json:
        print_json(as_data(loaded.name, total, seconds))
    else:
        echo(f"{loaded.title}, {count} players, {games:,} random games, seed {seed}")
        report(total, names, seconds)


def shared_out(task: Task, jobs: int) -> Iterator[Tally]:
    """The work of several processes; what they need is loaded only here."""
    from .workers import in_processes

    return in_processes(task, jobs)


def gathered(parts: Iterator[Tally], task: Task) -> Tally:
    """All parts in one; a terminal sees how far it is."""
    total = Tally(task.players)
    watched = sys.stderr is not None and sys.stderr.isatty()
    try:
        for part in parts:
            if part.fault is not None:
                raise Broken(part.fault)
            total.add(part)
            if watched:
                echo(f"\r{total.games:,} of {task.games:,} games", end=False, err=True)
    finally:
        if watched:
            echo("\r" + " " * 40 + "\r", end=False, err=True)
    if total.games != task.games:
        raise Wrong(f"a process ended early; only {total.games:,} of {task.games:,} games were played.")
    return total


def as_data(game: str, total: Tally, seconds: float) -> dict[str, object]:
    """The document that `--json` prints: seats from 1, rates from 0 to 1, lengths in decisions."""
    seats = []
    for seat in range(total.players):
        low, high = wilson(total.wins[seat], total.games)
        seats.append(
            {
                "seat": seat + 1,
                "wins": total.wins[seat],
                "win_rate": total.wins[seat] / total.games,
                "low": low,
                "high": high,
                "mean_score": total.scores[seat] / total.games if total.scored else None,
            }
        )
    return {
        "game": game,
        "players": total.players,
        "games": total.games,
        "seconds": round(seconds, 6),
        "decisions": total.decisions,
        "length": {"mean": total.decisions / total.games, "min": total.shortest, "max": total.longest},
        "ties": total.ties,
        "seats": seats,
    }


def report(total: Tally, names: Sequence[str], seconds: float) -> None:
    rows = [("", "wins", "share", "95 % interval", "mean score")]
    for seat in range(total.players):
        low, high = wilson(total.wins[seat], total.games)
        mean = f"{total.scores[seat] / total.games:.2f}" if total.scored else ""
        rows.append((names[seat], *_share(total.wins[seat], total.games), f"{low:.1%} - {high:.1%}", mean))
    rows.append(("ties", *_share(total.ties, total.games), "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        cells = (text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        echo("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())
    length = total.decisions / total.games
    echo(f"{length:.1f} decisions a game, from {total.shortest} to {total.longest}")
    echo(f"{total.games / max(seconds, 1e-9):,.0f} games a second")


def _share(number: int, games: int) -> tuple[str, str]:
    return f"{number:,}", f"{number / games:.1%}"
