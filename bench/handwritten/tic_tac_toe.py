"""Tic-tac-toe by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decider import Decider

if TYPE_CHECKING:
    import random

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


def playout(rng: random.Random, players: int = 2) -> tuple[list[int], int]:
    """One random game: 1 for the winner, 0 for the others; and the number of decisions."""
    if players != 2:
        raise ValueError("Tic-tac-toe is for 2 players")
    decider = Decider(rng)
    board: list[int | None] = [None] * 9
    for turn in range(9):
        seat = turn % 2
        square = decider.choose([i for i in range(9) if board[i] is None])
        board[square] = seat
        if any(board[a] == board[b] == board[c] == seat for a, b, c in LINES):
            return [1 - seat, seat], decider.count
    return [0, 0], decider.count
