"""Lark's LALR parser over the committed tables: the only file that sees Lark when a definition is read.

`lalr.json` holds what Lark found out about the grammar, so nothing is analysed here: the tables are handed
to Lark's own engine, which is fed one terminal at a time and makes a Lark tree with the place of every
branch. The tree becomes the nodes of `nodes.py` only when all lines are read, so that taking back a line
takes back no message of a builder.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import Any, NamedTuple, cast

from lark import Token as LarkToken
from lark import Tree
from lark.exceptions import UnexpectedToken
from lark.grammar import NonTerminal, Rule, RuleOptions, Symbol, Terminal
from lark.lexer import Lexer, LexerThread
from lark.parse_tree_builder import ParseTreeBuilder
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser_state import ParseConf, ParserState
from lark.visitors import Transformer_NonRecursive

from .layout import Token
from .rules import Build
from .source import NOWHERE, Span

# They stand between lines or behind them; a statement does not reach over them.
_WITHOUT_EXTENT = frozenset({"CITE", "_NL", "_INDENT", "_DEDENT", "_BROKEN"})


class Tables(NamedTuple):
    """What `lalr.py` wrote, as Lark's objects. `words`: fixed text -> terminals that it may be."""

    words: Mapping[str, tuple[str, ...]]
    rules: tuple[Rule, ...]
    conf: ParseConf[int]
    silent: ParseConf[int]  # the same without callbacks, to try out what can follow


@cache
def tables() -> Tables:
    # importlib.resources would take longer to import than to read.
    data = json.loads(get_data(__package__, "lalr.json") or b"")
    rules = _rules(data["rules"], frozenset(data["kept"]))
    table = _table(data, rules)
    builder = ParseTreeBuilder(rules, Tree, propagate_positions=_has_extent, maybe_placeholders=True)
    return Tables(
        {text: tuple(names) for text, names in data["words"].items()},
        tuple(rules),
        ParseConf(table, builder.create_callback(), "start"),
        ParseConf(table, {}, "start"),
    )


def _rules(written: list[list[Any]], kept: frozenset[str]) -> list[Rule]:
    @cache
    def symbol(name: str) -> Symbol:
        return Terminal(name, filter_out=name not in kept) if name.isupper() else NonTerminal(name)

    return [
        Rule(
            NonTerminal(origin),
            [symbol(name) for name in names],
            alias=alias,
            options=RuleOptions(expand1=expand, empty_indices=tuple(map(bool, absent))),
        )
        for origin, names, alias, expand, absent in written
    ]


def _table(data: dict[str, Any], rules: list[Rule]) -> IntParseTable:
    def action(code: int) -> tuple[Any, Any]:
        return shifts[code] if code >= 0 else reductions[-1 - code]

    shifts = [(Shift, state) for state in range(len(data["states"]))]
    reductions = [(Reduce, rule) for rule in rules]
    rows = [
        dict.fromkeys(data["sets"][row[1]], action(row[0]))
        if isinstance(row, list)
        else {name: action(code) for name, code in row.items()}
        for row in data["rows"]
    ]
    gotos = [{name: shifts[state] for name, state in goto.items()} for goto in data["gotos"]]
    states = {
        state: {**rows[row], **gotos[goto]} if gotos[goto] else rows[row]
        for state, (row, goto) in enumerate(data["states"])
    }
    return IntParseTable(states, {"start": 0}, {"start": data["end"]})


def _has_extent(part: object) -> bool:
    return not (isinstance(part, LarkToken) and part.type in _WITHOUT_EXTENT)


class Mark(NamedTuple):
    """Where a parser stood."""

    parser: InteractiveParser
    lengths: list[int]  # of the branches on its stack: Lark lets a list grow in place


class Automaton:
    """A parser that waits for its next terminal."""

    def __init__(self) -> None:
        found = tables()
        self.words = found.words
        self._silent = found.silent
        # The tokens come from layout.py, line by line; Lark's thread of a lexer is only asked for their class.
        thread = LexerThread(cast(Lexer, None), None)
        self._parser = InteractiveParser(None, ParserState(found.conf, thread), thread)

    def admits(self, terminal: str) -> bool:
        """Whether this terminal can follow."""
        found = self._parser.choices().get(terminal)
        if found is None or found[0] is Shift:
            return found is not None
        trial = self._parser.parser_state.copy(deepcopy_values=False)
        trial.parse_conf = self._silent
        try:
            trial.feed_token(LarkToken(terminal, ""), terminal == "$END")
        except UnexpectedToken:
            return False
        return True

    def expected(self) -> set[str]:
        """All terminals that can follow."""
        found: set[str] = self._parser.accepts()
        return found

    def feed(self, terminal: str, text: str = "", start: int = -1, end: int = -1) -> bool:
        """Takes one terminal; False if it cannot follow (the parser is then of no use until it goes back)."""
        try:
            self._parser.feed_token(LarkToken(terminal, text, start_pos=start, end_pos=end))
        except UnexpectedToken:
            return False
        return True

    def mark(self) -> Mark:
        parser = self._parser.copy(deepcopy_values=False)
        values = parser.parser_state.value_stack
        return Mark(parser, [len(value.children) if isinstance(value, Tree) else 0 for value in values])

    def go_back(self, mark: Mark) -> None:
        """Forgets all that was fed since. A mark serves once."""
        self._parser = mark.parser
        for value, length in zip(mark.parser.parser_state.value_stack, mark.lengths, strict=True):
            if isinstance(value, Tree):
                del value.children[length:]

    def finish(self, build: Mapping[str, Build]) -> object:
        """What the builders make of the whole; None if the text ends too early."""
        if not self.admits("$END"):
            return None
        tree: Tree[LarkToken] = self._parser.feed_eof()
        return _Nodes(build).transform(tree)


class _Nodes(Transformer_NonRecursive[LarkToken, object]):
    """Calls the builder of every branch with its span and what was made of its parts."""

    def __init__(self, build: Mapping[str, Build]) -> None:
        super().__init__()
        self._build = build

    def __default__(self, data: str, children: list[Any], meta: Any) -> object:
        span = NOWHERE if meta.empty else Span(meta.start_pos, meta.end_pos)
        return self._build[data](span, *children)

    def __default_token__(self, token: LarkToken) -> Token:
        return Token(token.type, str(token), token.start_pos or 0, token.end_pos or 0)
