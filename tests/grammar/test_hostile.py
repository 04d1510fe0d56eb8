"""Texts that nobody would write in good faith: one clear problem, no traceback, no hang."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.grammar.layout import MAX_BRACKETS, MAX_LEVELS, MAX_PROBLEMS, MAX_TEXT
from rulewright.grammar.outline import outline
from rulewright.grammar.parse import parse, tokens
from rulewright.grammar.source import Source

HEAD = 'game "X"\nplayers 2\n'
OVER = HEAD + "end\n    over when "
MUCH = MAX_TEXT - 5_000

HOSTILE = {
    "nothing": ("", ["file/empty"]),
    "only comments": ("# one\n\n   # two\n", ["file/empty"]),
    "a program file": ("\x7fELF\x01\x02" + "\0" * 500, ["file/binary"]),
    "a badly decoded file": ("\ufffd" * 500, ["file/binary"]),
    "five million characters": ("# comment\n" * 500_000, ["file/too-large"]),
    "a zero byte": (HEAD + "setup\n    shuffle\0 deck\n", ["character/control"]),
    "a form feed before a line": (HEAD + "\f\nsetup\n\f    shuffle deck\n", ["character/control"] * 2),
    "old Macintosh line ends": (HEAD.replace("\n", "\r"), ["character/control"]),
    "brackets ten thousand deep": (OVER + "(" * 10_000 + "1" + ")" * 10_000 + "\n", ["bracket/too-deep"]),
    "brackets never closed": (OVER + "[" * 10_000, ["bracket/too-deep"]),
    "brackets never opened": (OVER + ")" * 10_000, ["bracket/unopened"]),
    "indentation hundreds deep": (
        HEAD + "setup\n" + "".join(" " * depth + "if x\n" for depth in range(1, 600)),
        ["indent/too-deep"],
    ),
    "a name of a hundred thousand letters": (OVER + "a" * 100_000, ["name/too-long"]),
    "a number of a hundred thousand digits": (OVER + "9" * 100_000, ["number/too-large"]),
    "a number past 64 bits": (OVER + str(2**63), ["number/too-large"]),
    "a sum of very many": (OVER + "x + " * 40_000 + "1", ["line/too-deep"]),
    "very many nots": (OVER + "not " * 40_000 + "x", ["line/too-deep"]),
    "very many minus signs": (OVER + "-" * MUCH + "x", ["line/too-deep"]),
    "very many of": (OVER + "a of " * 30_000 + "x", ["line/too-deep"]),
    "very many where": (OVER + "any x where " * 10_000 + "x", ["line/too-deep"]),
    "very many list of": (HEAD + "notes\n    x: " + "list of " * 20_000 + "number", ["line/too-deep"]),
    "very many highest": (OVER + "highest " * 20_000 + "x", ["word/unexpected"]),
    "a line of strange signs": (HEAD + "§ " * 50_000, ["character/stray"]),
    "very many strange lines": (HEAD + "§\n" * 50_000, ["character/stray"] * MAX_PROBLEMS),
    "very many open texts": (HEAD + '"\n' * 50_000, ["text/unclosed"] * MAX_PROBLEMS),
    "very many quotation marks": (HEAD + '"' * MUCH, ["heading/unknown"]),
    "very many clauses": (HEAD + "setup\n    pass " + "@1 " * 40_000, []),
    "very much space": (HEAD + " " * MUCH, []),
    "very much space in lines": (HEAD + (" " * 1000 + "\n") * 150, []),
    "very many values": (
        HEAD + "components\n    enum A: " + ", ".join(f"A{i}" for i in range(15_000)),
        [],
    ),
    "very many arguments": (OVER + "f(" + "a, " * 30_000 + "a)", []),
    "very many lines": (HEAD + "setup\n" + "    shuffle deck\n" * 8_000, []),
    "very many branches": (
        HEAD + "setup\n    if x\n        pass\n" + "    otherwise if x\n        pass\n" * 4_000,
        [],
    ),
    "the same heading for ever": (HEAD + "setup\n" * 20_000, ["block/missing"] * MAX_PROBLEMS),
    "nothing but otherwise": (HEAD + "setup\n" + "    otherwise\n" * 10_000, ["statement/misplaced"]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_gets_its_problem_soon(name: str) -> None:
    text, codes = HOSTILE[name]
    began = time.process_time()
    game, problems = parse(Source("x.game", text))
    assert [problem.code for problem in problems] == codes
    assert (game is None) == bool(codes)
    assert all(len(problem.render()) < 2_000 for problem in problems)
    assert time.process_time() - began < 20  # far above what it takes, far below a hang


def test_what_stays_below_the_limits_is_read_and_shown() -> None:
    pairs = MAX_BRACKETS // 2
    value = "not f([" * pairs + "1" + "])" * pairs
    ifs = "".join("    " * depth + "if x\n" for depth in range(1, MAX_LEVELS))
    block = ifs + "    " * MAX_LEVELS + "pass\n"
    game, problems = parse(Source("x.game", f"{HEAD}setup\n{block}end\n    over when {value}"))
    assert problems == ()
    assert game is not None
    assert len(outline(game).splitlines()) > MAX_LEVELS


@given(st.text())
def test_any_text_at_all_is_answered(text: str) -> None:
    game, problems = parse(Source("x.game", text))
    assert (game is None) == bool(problems)
    for problem in problems:
        problem.render()


MUDDLE = """
    game "X" players 2 zones notes terms setup turn action of in is not ( ) [ ] : , + - move all to from if
    otherwise do may choose each player where any no 3 Card hand @1 enum card "t" means scoring for highest
    with
"""
WORDS = st.sampled_from(MUDDLE.split())


@given(st.lists(st.tuples(st.integers(0, 3), st.lists(WORDS, min_size=1, max_size=7)), max_size=12))
def test_any_muddle_of_words_is_answered(lines: list[tuple[int, list[str]]]) -> None:
    text = "".join("    " * depth + " ".join(words) + "\n" for depth, words in lines)
    game, problems = parse(Source("x.game", text))
    assert (game is None) == bool(problems)
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text) + 1
        problem.render()
    tokens(Source("x.game", text))
