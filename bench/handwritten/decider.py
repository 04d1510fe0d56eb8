"""One random player for all seats, who counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

Option = TypeVar("Option")


class Decider:
    """Makes every decision of a game at random, each option being equally likely."""

    __slots__ = ("count", "rng")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.count = 0

    def choose(self, options: Sequence[Option]) -> Option:
        """One of the options. A decision with a single option is still a decision."""
        self.count += 1
        return self.rng.choice(options)

    def accepts(self) -> bool:
        """The answer to an offer: yes or no."""
        return self.choose((True, False))
