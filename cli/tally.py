"""Playing many games, and counting them."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from .engine import Game, library
from .errors import describe, exit_code

MASK = 2**64 - 1
REPORT_EVERY = 0.25  # seconds between parts


@dataclass(frozen=True, slots=True)
class Task:
    """Which games to play. `game` is what the user named, so that each process can load it by itself."""

    game: str
    games: int
    players: int
    seed: int
    options: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Tally:
    """Whole numbers only, so that the sum does not depend on the order of its parts."""

    players: int
    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    ties: int = 0
    scored: bool = False
    wins: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    fault: str | None = None

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.scores = self.scores or [0] * self.players

    def add(self, other: Tally) -> None:
        if other.games:
            self.shortest = min(self.shortest, other.shortest) if self.games else other.shortest
            self.longest = max(self.longest, other.longest)
        self.games += other.games
        self.decisions += other.decisions
        self.ties += other.ties
        self.scored = self.scored or other.scored
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.fault = self.fault or other.fault


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate after E. B. Wilson, 1927: it stays within 0 and 1, with few games too."""
    z = 1.959963984540054
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    low = 0.0 if wins == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if wins == games else min(1.0, (middle + spread) / scale)
    return low, high


def game_seed(seed: int, number: int) -> int:
    """The seed of one game of many, well mixed (SplitMix64): neighbouring seeds must share no games."""
    mixed = seed & MASK
    for step in (0, number + 1):
        mixed = (mixed + 0x9E3779B97F4A7C15 * (step + 1)) & MASK
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        mixed ^= mixed >> 31
    return mixed >> 1


def in_turn(game: Game, task: Task, first: int = 0, step: int = 1) -> Iterator[Tally]:
    """Play games `first`, `first + step`, ...; a part four times a second. A fault ends the last part."""
    failure = library().Error
    options = dict(task.options)
    part = Tally(task.players)
    teams = task.players // game.team_size  # partners sit opposite each other
    due = time.perf_counter() + REPORT_EVERY
    for number in range(first, task.games, step):
        seed = game_seed(task.seed, number)
        try:
            playout = game.playout(players=task.players, seed=seed, options=options)
        except failure as error:
            # As text: an error of the library need not survive the way between processes.
            if exit_code(error) is None:
                raise
            part.fault = f"{describe(error).removeprefix('Error: ')} (game {number + 1}, seed {seed})"
            break
        length = playout.decisions
        if not part.games or length < part.shortest:
            part.shortest = length
        if length > part.longest:
            part.longest = length
        part.games += 1
        part.decisions += length
        if len({seat % teams for seat in playout.winners}) == 1:
            for seat in playout.winners:
                part.wins[seat] += 1
        else:
            part.ties += 1
        if playout.scores:
            part.scored = True
            for seat, score in enumerate(playout.scores):
                part.scores[seat] += score
        if time.perf_counter() >= due:
            yield part
            part = Tally(task.players)
            due = time.perf_counter() + REPORT_EVERY
    yield part
