"""Games written out in plain Python, one module each: what a description is measured against.

Each module has `playout(rng, players)`, which plays one game at random and returns the final scores by seat
and the number of decisions made. The decisions are those that the game's definition asks, in the same order,
with the same options: like cards are one option, "done" is an option, and a decision with one option counts.
Chance comes from Python's own generator: a seed gives different games on the two sides, and only the
distributions agree.
"""
