"""A game made ready for one number of seats and one set of options: generated functions and what they need to be understood.

A program is a set of blocks. A block is a Python function of the state that runs without asking anybody and returns the
number of the block that goes on, or WAIT after writing the number of the open question into the state. A question (Ask)
says which function lists its options, where the answer is kept, and which block goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import CodeType
from typing import Any

from ..grammar import checked as c
from ..grammar.source import Span
from .components import Components
from .geometry import Geometry
from .layout import Layout
from .setting import Setting

WAIT = -1  # a question is open
TOGETHER = -2  # several seats begin to decide at once
DECIDED = -3  # one of them has decided everything
DONE = -2  # the option "done" or "no"; the answer none is -1 (NO_NUMBER where a number is chosen)
YES = 1

OVER = 0  # question number when the game is over
AT_ONCE = 1  # question number while several seats decide


class AskKind(Enum):
    CHOOSE = "choose"
    SEVERAL = "several"
    MENU = "menu"
    MAY = "may"


@dataclass(frozen=True)
class Ask:
    """One place where a seat decides.

    `slot` keeps the answer (-1: nowhere; the block finds it by `goes`); with `per_seat` the seat is added to it. An answer
    leads to `goes.get(answer, then)`.
    """

    number: int
    kind: AskKind
    function: str
    at: c.At
    slot: int = -1
    per_seat: bool = False
    then: int = -1
    goes: Mapping[int, int] = field(default_factory=dict)
    room: int = 0  # for SEVERAL: the most items of its list
    action: c.ActionDecl | None = None
    path: tuple[c.ActionDecl, ...] = ()  # the action, and the ways chosen in it so far
    variable: c.Variable | None = None
    labels: tuple[str, ...] | None = None  # texts of answers 0, 1, ... where they are places in a fixed list
    domains: tuple[c.Domain, ...] = ()
    entries: tuple[c.ActionDecl | c.StepDecl, ...] = ()
    menu: c.Menu | None = None
    card: c.Expr | None = None  # of `may do effect of card`
    holding: tuple[
        tuple[int, int], ...
    ] = ()  # slots of cards chosen or remembered so far: first, and how many (a list: 0)


@dataclass(frozen=True)
class Block:
    number: int
    span: Span


@dataclass
class Program:
    setting: Setting
    parts: Components
    layout: Layout
    geometry: Geometry
    source: str
    lines: tuple[Span, ...]  # for each line of the source, from 0
    asks: tuple[Ask | None, ...]
    code: CodeType
    namespace: dict[str, object]
    blocks: list[Callable[[list[int]], int]]
    options: list[Callable[[list[int], int], list[int]] | None]
    begin: int  # the block that begins the game
    entries: Mapping[str, int]  # named places where a described position can begin: turn, round, scoring, play
    places: Mapping[int, int]  # lines of the course of play by their place, with the block that begins each
    count_turns: tuple[int, int] | None  # slots of the first `each player takes a turn`: who began, how many had a turn
    count_rounds: int | None  # slot of the first `rounds`: how many there have been
    together_took: int  # slot: the seats that take part
    sheet: Callable[[list[int]], list[tuple[int, tuple[int, ...], tuple[int, ...]]]]
    winners: Callable[[list[int]], tuple[int, tuple[int, ...]]]
    together: tuple[int, int, int]  # slots of an `all players at once`: own questions from, first block, block after
    sheet_lines: tuple[c.ScoreLine, ...]
    sheet_names: tuple[tuple[c.Variable, ...], ...]
    traced: bool
    heads: Mapping[c.ActionDecl, str | None]  # the function that says whether an action can be done; None: always
    watches: tuple[
        tuple[int, str], ...
    ]  # of each trigger: the slot of whom it held for, the function of whom it holds for
    scores_rounds: bool
    reasons: tuple[Span, ...]  # places that may have ended the game: `over when` and `until` conditions, `end the game`
    points: int  # slot: the points of seat 0, followed by those of the others

    def call(self, name: str) -> Callable[..., Any]:
        """A generated function by name."""
        found = self.namespace[name]
        assert callable(found)
        return found
