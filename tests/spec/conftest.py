"""Tiny games for the tests of what the language means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import rulewright
from rulewright import State

Move = str | int | tuple[int, str | int]
Play = Callable[..., State]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Load a definition, start it, and make some moves: a choice's text or index, or a pair of the seat and that."""

    def run(
        text: str,
        moves: Sequence[Move] = (),
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> State:
        body = dedent(text).strip("\n")
        if not body.startswith("game "):
            body = f'game "Tiny"\n{"" if "players" in body.splitlines()[0] else "players 2"}\n{body}'
        path = tmp_path / "tiny.game"
        path.write_text(body + "\n", encoding="utf-8")
        state = rulewright.load(path).start(players=players, seed=seed, options=options)
        for move in moves:
            if isinstance(move, tuple):
                state.apply(move[1], move[0])
            else:
                state.apply(move)
        return state

    return run
