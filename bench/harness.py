"""Two ways to play the same game, timed against each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    # Takes a seed, plays one random game, returns the number of decisions made in it.
    Player = Callable[[int], int]

HEADER = (
    f"{'game':<15}{'described':>12}{'by hand':>12}{'ratio min':>12}{'median':>9}{'max':>9}"
    f"{'decisions described':>22}{'by hand':>10}"
)


@dataclass(slots=True)
class Side:
    """What one side has done so far."""

    play: Player
    rates: list[float] = field(default_factory=list)  # games a second, by slice
    games: int = 0
    decisions: int = 0
    squares: int = 0  # of the decisions in each game

    def run(self, seconds: float) -> None:
        """One slice: whole games, at least one, until the time is up."""
        begun = perf_counter()
        games = 0
        while True:
            decisions = self.play(self.games)
            games += 1
            self.games += 1
            self.decisions += decisions
            self.squares += decisions * decisions
            elapsed = perf_counter() - begun
            if elapsed >= seconds:
                break
        self.rates.append(games / elapsed)

    @property
    def rate(self) -> float:
        """Games a second, the median of the slices."""
        return median(self.rates)

    @property
    def mean(self) -> float:
        """Decisions in a game."""
        return self.decisions / self.games

    @property
    def variance_of_mean(self) -> float:
        return (self.squares / self.games - self.mean**2) / self.games


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rates of both sides. Each ratio is that of two neighbouring slices, above 1 where ours is faster."""

    name: str
    ours: Side
    theirs: Side

    @property
    def ratios(self) -> list[float]:
        return [ours / theirs for ours, theirs in zip(self.ours.rates, self.theirs.rates, strict=True)]

    @property
    def same_game(self) -> bool:
        """Whether the mean numbers of decisions agree: sides that play different games cannot be compared."""
        error = sqrt(self.ours.variance_of_mean + self.theirs.variance_of_mean)
        return abs(self.ours.mean - self.theirs.mean) <= 4 * error

    def line(self) -> str:
        ratios = self.ratios
        line = (
            f"{self.name:<15}{self.ours.rate:>10.1f}/s{self.theirs.rate:>10.1f}/s"
            f"{min(ratios):>12.3f}{median(ratios):>9.3f}{max(ratios):>9.3f}"
            f"{self.ours.mean:>22.2f}{self.theirs.mean:>10.2f}"
        )
        return line if self.same_game else line + "  NOT THE SAME GAME"


def compare(name: str, ours: Player, theirs: Player, seconds: float = 6.0, slices: int = 8) -> Comparison:
    """Time both sides for about `seconds` in all, print the line and return the figures.

    The sides alternate, A B A B, so that a slow spell of the machine falls on both alike.
    """
    first, second = Side(ours), Side(theirs)
    for play in (ours, theirs):
        play(0)  # whatever is built at the first call is not part of a game
    for _ in range(slices):
        for side in (first, second):
            side.run(seconds / (2 * slices))
    comparison = Comparison(name, first, second)
    print(comparison.line(), flush=True)
    return comparison


def alone(name: str, play: Player, seconds: float = 3.0, slices: int = 4) -> Side:
    """Time one side only, print its line and return the figures."""
    side = Side(play)
    play(0)
    for _ in range(slices):
        side.run(seconds / slices)
    print(
        f"{name:<15}{side.rate:>10.1f}/s  ({min(side.rates):.1f} to {max(side.rates):.1f}), "
        f"{side.mean:.2f} decisions a game",
        flush=True,
    )
    return side


def microseconds(act: Callable[[], object], repeats: int = 7, seconds: float = 0.05) -> float:
    """How long one call takes: the median over some runs of many calls each."""
    return median(_time_calls(act, seconds) for _ in range(repeats)) * 1e6


def _time_calls(act: Callable[[], object], seconds: float) -> float:
    calls = 0
    begun = perf_counter()
    while True:
        for _ in range(100):  # so that reading the clock is not what is measured
            act()
        calls += 100
        elapsed = perf_counter() - begun
        if elapsed >= seconds:
            return elapsed / calls


def names_matching(wanted: Iterable[str], names: Iterable[str]) -> list[str]:
    """The names that begin with one of those wanted, in their own order; all if none is wanted.

    Raises ValueError with the first of those wanted that fits no name.
    """
    names = list(names)
    wanted = list(wanted)
    for start in wanted:
        if not any(name.startswith(start) for name in names):
            raise ValueError(start)
    return [name for name in names if not wanted or any(name.startswith(start) for start in wanted)]
