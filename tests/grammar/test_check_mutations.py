"""Whatever an author mistypes, the checker answers with problems and never breaks down itself."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.grammar.check import check
from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source

GAMES = [
    resources.files("rulewright.games").joinpath(name, f"{name}.game").read_text(encoding="utf-8")
    for name in ("tic_tac_toe", "satanimals")
]
WORD = re.compile(r"[a-z_]+|[A-Z][A-Za-z0-9]*|\d+")
STRANGE = ("none", "you", "players", "0", "9999999999", "Foo", "foo", "this", "round", "points", "everyone")


@settings(max_examples=150)
@given(st.data())
def test_a_mistyped_game_gets_problems(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(GAMES))
    for _ in range(data.draw(st.integers(1, 3))):
        words = list(WORD.finditer(text))
        word = words[data.draw(st.integers(0, len(words) - 1))]
        others = sorted({w.group() for w in words if w.group()[0].isupper() == word.group()[0].isupper()})
        new = data.draw(st.sampled_from([*others, *STRANGE]))
        text = text[: word.start()] + new + text[word.end() :]
    source = Source("mistyped.game", text)
    tree, _ = parse(source)
    if tree is None:
        return
    game, problems = check(tree, source, {})
    assert (game is None) == any(problem.severity == "error" for problem in problems)
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.render()


@pytest.mark.parametrize("many", [40, 400, 3000])
def test_terms_that_lead_deep_into_each_other_are_refused(many: int) -> None:
    chain = "".join(f"    t{n} means t{n + 1}\n" for n in range(many)) + f"    t{many} means 1\n"
    source = Source("deep.game", GAMES[0].replace("terms\n", f"terms\n{chain}", 1))
    tree, faults = parse(source)
    assert tree is not None, faults
    game, problems = check(tree, source, {})
    assert game is None
    assert "term/too-deep" in {problem.code for problem in problems}


def test_a_thousand_unknown_names_are_answered_at_once() -> None:
    lines = "".join(f"    t{n} means u{n}\n" for n in range(3000))
    source = Source("wrong.game", GAMES[0].replace("terms\n", f"terms\n{lines}", 1))
    tree, faults = parse(source)
    assert tree is not None, faults
    _, problems = check(tree, source, {})
    assert len(problems) == 50
