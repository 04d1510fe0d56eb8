"""The shipped tables are those of the grammar, and the grammar has no conflicts."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lark import Transformer
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

from rulewright.grammar import lalr
from rulewright.grammar.automaton import tables
from rulewright.grammar.build import Builder
from rulewright.grammar.layout import Faults
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


def test_the_tables_hold_the_rules_as_lark_found_them() -> None:
    """Symbols, what a tree leaves out and what may be absent: all that Lark shapes a tree by."""

    def told(rule: Rule) -> tuple[object, ...]:
        symbols = [(str(symbol.name), getattr(symbol, "filter_out", None)) for symbol in rule.expansion]
        options = rule.options
        absent = [bool(missing) for missing in options.empty_indices]
        return str(rule.origin.name), symbols, rule.alias, options.expand1, absent, options.keep_all_tokens

    assert sorted(map(repr, map(told, tables().rules))) == sorted(map(repr, map(told, lalr.grammar().rules)))


def test_the_tables_hold_lark_s_own_table_under_other_numbers() -> None:
    fresh, read = lalr.grammar().parser.parser._parse_table, tables().conf
    same = {fresh.start_states["start"]: read.start_state}
    waiting = list(same)
    while waiting:
        state = waiting.pop()
        actions = read.states[same[state]]
        assert actions.keys() == fresh.states[state].keys()
        for name, (kind, to) in fresh.states[state].items():
            if kind is not Shift:
                assert actions[name] == (kind, to)
            elif to in same:
                assert actions[name] == (kind, same[to])
            else:
                assert actions[name][0] is kind
                same[to] = actions[name][1]
                waiting.append(to)
    assert len(set(same.values())) == len(same) == len(read.states)
    assert same[fresh.end_states["start"]] == read.end_state


def test_every_rule_has_a_builder_and_every_builder_a_rule() -> None:
    made = builders(Builder(Faults(Source("", ""))))
    rules = [rule for rule in tables().rules if not rule.origin.name.startswith("_")]
    passing = {rule.origin.name for rule in rules if rule.options.expand1 and not rule.alias}
    needed = {rule.alias or rule.origin.name for rule in rules} - passing
    assert needed <= made.keys() <= needed | passing


def test_no_builder_is_named_like_a_part_of_lark_s_transformer() -> None:
    """Lark would call that part instead."""
    assert not [name for name in builders(Builder(Faults(Source("", "")))) if hasattr(Transformer, name)]


def test_lark_is_loaded_only_when_a_definition_is_read() -> None:
    script = (
        "import sys; from rulewright.grammar import parse, source, check; import rulewright.interpreter.game\n"
        "assert 'lark' not in sys.modules\n"
        "parse.parse(source.Source('', 'x'))\n"
        "assert 'lark' in sys.modules and 'rulewright.grammar.lalr' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_words_that_begin_a_line_are_words_of_the_grammar() -> None:
    assert {*HEADINGS, *DEEDS, *PHRASES, *RESERVED} <= tables().words.keys()


def test_every_word_that_begins_a_line_of_play_is_known_as_one() -> None:
    """A word added to the grammar must be added to words.py, or messages would not know it."""
    blocks = [
        row for row in tables().conf.states.values()
        if all(row.get(name, (None, None))[0] is Shift for name in ("MOVE", "SHUFFLE"))
    ]  # fmt: skip
    beginning = {
        text for text, terminals in tables().words.items() for row in blocks
        for terminal in terminals if terminal in row and text.isalpha()
    }  # fmt: skip
    assert "move" in beginning
    assert beginning <= {*HEADINGS, *DEEDS, *PHRASES}
