"""`python -m bench [ROW...]`: described games against the same games written by hand, as a table."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from .described import described, state_cost
from .handwritten import bacchus, dionysia, maskenball, satanimals, tic_tac_toe
from .harness import HEADER, alone, compare, names_matching

if TYPE_CHECKING:
    from collections.abc import Callable

    Playout = Callable[[random.Random, int], tuple[list[int], int]]

# By row: the game's name, the players, the playout by hand.
ROWS: dict[str, tuple[str, int, Playout]] = {
    "tic_tac_toe-2": ("tic_tac_toe", 2, tic_tac_toe.playout),
    "satanimals-4": ("satanimals", 4, satanimals.playout),
    "bacchus-4": ("bacchus", 4, bacchus.playout),
    "dionysia-2": ("dionysia", 2, dionysia.playout),
    "maskenball-6": ("maskenball", 6, maskenball.playout),
    "maskenball-12": ("maskenball", 12, maskenball.playout),
}


def by_hand(playout: Playout, players: int) -> Callable[[int], int]:
    """The hand-written side as the harness wants it.

    It runs on one generator, whatever the seed: to seed Python's takes a quarter as long as a game of
    tic-tac-toe, and a program that plays many games would not do it for each.
    """
    rng = random.Random(0)

    def play(_: int) -> int:
        return playout(rng, players)[1]

    return play


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"rows or their beginnings: {', '.join(ROWS)}")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each row (default: %(default)s)")
    parser.add_argument("--alone", action="store_true", help="only the hand-written side")
    arguments = parser.parse_args()
    try:
        names = names_matching(arguments.rows, ROWS)
    except ValueError as error:
        parser.error(f"no row begins with {error}; there are {', '.join(ROWS)}")

    if arguments.alone:
        for row in names:
            _, players, playout = ROWS[row]
            alone(row, by_hand(playout, players), arguments.seconds)
        return

    print(HEADER)
    for row in names:
        name, players, playout = ROWS[row]
        compare(row, described(name, players), by_hand(playout, players), arguments.seconds)
    print(f"\n{'game':<15}{'copy a state':>15}{'integers in it':>17}")
    for row in names:
        name, players, _ = ROWS[row]
        cost = state_cost(name, players)
        print(f"{row:<15}{cost.copy_microseconds:>12.2f} µs{cost.integers:>17}")


if __name__ == "__main__":
    main()
