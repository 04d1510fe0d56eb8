"""The shipped tables are those of the grammar, and the grammar has no conflicts."""

from __future__ import annotations

import pytest

from rulewright.grammar import lalr
from rulewright.grammar.build import Builder
from rulewright.grammar.layout import Faults
from rulewright.grammar.parse import tables
from rulewright.grammar.rules import builders
from rulewright.grammar.source import Source
from rulewright.grammar.words import DEEDS, HEADINGS, PHRASES, RESERVED


def test_the_shipped_tables_equal_a_fresh_build() -> None:
    """`python tests/grammar/regenerate.py` writes them afresh."""
    shipped = lalr.shipped()
    assert shipped == lalr.written()


def test_the_grammar_has_no_conflict_of_rules_or_terminals() -> None:
    pytest.importorskip("interegular")
    lalr.grammar(strict=True)


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    made = builders(Builder(Faults(Source("", ""))))
    rules = [rule for rule in tables().rules if not rule.gathers]
    needed = {rule.name for rule in rules if not rule.passes}
    passing = {rule.name for rule in rules if rule.passes}
    assert needed <= made.keys() <= needed | passing


def test_words_that_begin_a_line_are_words_of_the_grammar() -> None:
    assert {*HEADINGS, *DEEDS, *PHRASES, *RESERVED} <= tables().words.keys()


def test_every_word_that_begins_a_line_of_play_is_known_as_one() -> None:
    """A word added to the grammar must be added to words.py, or messages would not know it."""
    beginning = {
        text for text, terminals in tables().words.items() for row in tables().rows if isinstance(row, dict)
        for terminal in terminals if terminal in row and {"MOVE", "SHUFFLE"} <= row.keys() and text.isalpha()
    }  # fmt: skip
    assert beginning <= {*HEADINGS, *DEEDS, *PHRASES}
