"""A small game for the checker's tests, and a way to spoil it at one place and see what is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.grammar.check import check
from rulewright.grammar.checked import CheckedGame
from rulewright.grammar.diagnostics import Problem
from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source

BASE = """game "Base"
players 2 to 4

options
    starter: player, normally random

components
    enum Suit: Clubs, Hearts, Spades
    enum Mood: Calm, Wild
    card Card(suit, rank: 1 to 3): 1 of each
    token Flame
    token Crown

zones
    deck: hidden pile of Card
    hand of each player: private group
    board[3, 3]: open space
    plot[player, Suit]: open pile
    table: open group of Flame, Crown

notes
    leader: player, at first starter
    ready of each player: truth
    mood: Mood, at first Calm
    seen[player, Suit]: truth
    asked: list of player

terms
    player is done means player is ready and hand of player is filled
    strength of player means number of Card in hand of player
    both(player, suit) means strength of player + size of plot[player, suit]
    top_suit means suit of top of your plot[Clubs]

setup
    shuffle deck
    deal 1 from deck to each hand

play
    players take turns from leader until you are done

turn
    do "Play"
    otherwise pass

action "Play"
    choose card from your hand
    needs suit of card is not top_suit
    move card to your plot[suit of card]
    set your ready to yes
    set seen[you, Hearts] to yes
    add you to asked
    set mood to next of mood if both(you, Clubs) is more than 2
    swap board[1, 1] with board[1, 2]

whenever player becomes done
    move Flame to hand of player

end
    over when deck is empty

scoring
    "Cards"    strength of you
    "Crown"    1 if holder of Crown is you
    most points win
"""


def checked(text: str, **files: Source | str) -> tuple[CheckedGame | None, tuple[Problem, ...]]:
    """Parse (which must go well) and check a definition."""
    source = Source("base.game", text)
    tree, faults = parse(source)
    assert tree is not None, "\n".join(fault.render() for fault in faults)
    return check(tree, source, {name.replace("_", "."): content for name, content in files.items()})


Expect = Callable[..., Problem]


@pytest.fixture
def base() -> str:
    return BASE


@pytest.fixture
def expect() -> Expect:
    """`expect(old, new, code, message, advice=None, base=BASE)`: put `new` in the place of `old`. In it `«...»` marks the
    stretch at which the only problem must be told, with this code and words of its message and help."""

    def expecting(
        old: str,
        new: str,
        code: str,
        message: str,
        advice: str | None = None,
        base: str = BASE,
    ) -> Problem:
        assert base.count(old) >= 1, f"{old!r} is not in the game"
        marked = base.replace(old, new, 1)
        start, end = marked.index("«"), marked.index("»") - 1
        text = marked.replace("«", "").replace("»", "")
        source = Source("base.game", text)
        tree, faults = parse(source)
        assert tree is not None, "\n".join(fault.render() for fault in faults)
        _, problems = check(tree, source, {})
        if code != "unused":
            problems = tuple(problem for problem in problems if problem.code != "unused")
        assert len(problems) == 1, "\n".join(problem.render() for problem in problems) or "nothing was said"
        (problem,) = problems
        told = (problem.code, problem.line, problem.column, problem.span.end)
        assert told == (code, *source.place(start), end), problem.render()
        assert message in problem.message, problem.render()
        if advice is not None:
            assert problem.help is not None, problem.render()
            assert advice in problem.help, problem.render()
        return problem

    return expecting


Check = Callable[..., tuple[CheckedGame | None, tuple[Problem, ...]]]


@pytest.fixture
def check_text() -> Check:
    return checked
