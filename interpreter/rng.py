"""The source of chance: PCG32 (XSH RR, 64-bit state), M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
Statistically Good Algorithms for Random Number Generation", 2014. The whole generator is one whole number below 2**64,
so that it can live in a game's state; the stream is fixed. Bounded draws are unbiased (D. Lemire, "Fast Random Integer
Generation in an Interval", 2019).
"""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
INCREMENT = (54 << 1) | 1  # the stream of the published demonstration, whose first values the tests know
MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1


def seeded(seed: int) -> int:
    """The generator for a seed (any whole number; only its lowest 64 bits count)."""
    state = INCREMENT + (seed & MASK64)
    return (state * MULTIPLIER + INCREMENT) & MASK64


def draw(state: int) -> tuple[int, int]:
    """The next generator and 32 random bits."""
    mixed = ((state >> 18) ^ state) >> 27 & MASK32
    turn = state >> 59
    bits = (mixed >> turn | mixed << (-turn & 31)) & MASK32
    return (state * MULTIPLIER + INCREMENT) & MASK64, bits


def below(state: int, bound: int) -> tuple[int, int]:
    """The next generator and a number from 0 to bound - 1, each equally likely; 1 <= bound <= 2**32."""
    state, bits = draw(state)
    product = bits * bound
    low = product & MASK32
    if low < bound:
        threshold = (1 << 32) % bound
        while low < threshold:
            state, bits = draw(state)
            product = bits * bound
            low = product & MASK32
    return state, product >> 32


class Generator:
    """The same generator as an object, for bots and playouts that keep their own chance outside the game's state."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        self.state, value = below(self.state, bound)
        return value
