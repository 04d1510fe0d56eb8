"""The generator is the published one, its bounded draws are unbiased, and generated code draws the same."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.rng import Generator, below, draw, seeded

# M. E. O'Neill's pcg32-demo, seed 42 on stream 54: its first line of output.
PUBLISHED = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


def test_the_first_values_are_the_published_ones() -> None:
    state, found = seeded(42), []
    for _ in PUBLISHED:
        state, bits = draw(state)
        found.append(bits)
    assert found == PUBLISHED


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52, 100, 2**31 + 1])
def test_a_bounded_draw_stays_below_its_bound(bound: int) -> None:
    generator = Generator(7)
    assert all(0 <= generator.below(bound) < bound for _ in range(500))


def test_each_of_seven_is_drawn_equally_often() -> None:
    generator, draws = Generator(1), 70_000
    counts = Counter(generator.below(7) for _ in range(draws))
    chi_square = sum((counts[i] - draws / 7) ** 2 / (draws / 7) for i in range(7))
    assert chi_square < 22.46  # 6 degrees of freedom, one in a thousand


def test_a_bound_that_does_not_divide_the_range_rejects_what_would_be_biased() -> None:
    # With this bound every third 32-bit value or so falls into the part that must be drawn again.
    bound, state, used = 3 * 2**30, seeded(5), 0
    for _ in range(3000):
        state, value = below(state, bound)
        used += value < bound // 2
    assert abs(used - 1500) < 165  # three standard deviations


def test_generated_code_draws_what_the_generator_draws() -> None:
    program = rulewright.load("tic_tac_toe").program()
    for bound in (1, 2, 3, 6, 1000, 3 * 2**30):
        s = [0, 0, seeded(99)]
        state = seeded(99)
        for _ in range(50):
            state, expected = below(state, bound)
            assert program.call("draw")(s, bound) == expected
            assert s[2] == state


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_shuffle_brings_every_order_equally_often(tmp_path: Path, size: int) -> None:
    path = tmp_path / "deck.game"
    rows = "\n".join(f"        {name}  1" for name in ("Ace", "Bee", "Cat", "Dog", "Eel")[:size])
    path.write_text(
        f'# A deck.\ngame "Deck"\nplayers 1\ncomponents\n    card Card\n        name  copies\n{rows}\nzones\n'
        "    deck: open pile of Card\n    out: open pile\nsetup\n    shuffle deck\nplay\n    each player takes a turn\n"
        '        do "Take"\n            choose card from deck\n            move card to out\n'
        'scoring\n    "Out" size of out\n    most points win\n'
    )
    machine = rulewright.load(path)._machines(1, {})[0].fast
    orders = list(permutations(range(size)))
    games = 100 * len(orders) if size > 3 else 3000
    counts = Counter(tuple(machine.program.call("cards")(machine.start(seed), 0)) for seed in range(games))
    expected = games / len(orders)
    chi_square = sum((counts[order] - expected) ** 2 / expected for order in orders)
    limit = {3: 20.52, 4: 49.73, 5: 172.4}[size]  # one in a thousand, with 5, 23 and 119 degrees of freedom
    assert chi_square < limit
