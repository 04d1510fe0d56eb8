"""Makes the parser's tables from `rulewright.lark`. A tool of the developers: nothing imports it in play.

Lark analyses the grammar (a second and a half); reading the tables takes a few hundredths, so they are what
is shipped: `python tests/grammar/regenerate.py` writes `lalr.json` afresh after a change of the grammar, and
a test holds the two together. `automaton.py` gives them to Lark's own parser. They are not written by Lark's
`save` because that is a pickle, nor as its `serialize` has them because that is four times as long: here
states share their rows.
"""

from __future__ import annotations

import json
import re
from collections import deque
from importlib import resources
from typing import Any

from lark import Lark
from lark.grammar import Rule, Symbol, Terminal
from lark.parsers.lalr_analysis import Shift

# Terminals that are told by their shape; all others are fixed words and signs.
SHAPES = ("NAME", "CAP", "NUMBER", "STRING", "CITE")


def grammar(strict: bool = False) -> Lark:
    """The grammar, analysed by Lark. `strict` (needs interegular) refuses every conflict."""
    text = resources.files(__package__).joinpath("rulewright.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", maybe_placeholders=True, strict=strict)


def _fixed_texts(lark: Lark) -> dict[str, list[str]]:
    """For every fixed text the terminals it may be: `{"is": ["_IS"], "turn": ["TURN", "WHOLE"]}`."""
    found: dict[str, list[str]] = {}
    for terminal in lark.terminals:
        if terminal.name in SHAPES or terminal.name in lark.ignore_tokens:
            continue
        pattern = terminal.pattern
        if pattern.type == "str":
            texts = [pattern.value]
        else:
            texts = re.sub(r"^\(\?:(.*)\)$", r"\1", pattern.value).split("|")
        for text in texts:
            found.setdefault(text, []).append(terminal.name)
    return {text: sorted(found[text]) for text in sorted(found)}


def tables() -> dict[str, Any]:
    """The tables as plain data, read by `automaton.py`. The same grammar gives the same data, in whatever
    order Lark found its states.

    `words`: fixed text -> terminals. `kept`: the terminals that stand in a tree. `rules`: [origin, symbols,
    alias, may a single child stand for it, where an absent part is to be None]. `states`: for each state an
    index of `rows` and one of `gotos`. A row is {terminal: action} or [action, index of `sets`] for one
    action on all terminals of a set; a goto is {rule: state}. An action is a state to go to (0 or more) or
    -1 - rule.
    """
    lark = grammar()
    table = lark.parser.parser._parse_table
    rules = sorted(lark.rules, key=lambda r: (r.origin.name, r.order, [s.name for s in r.expansion]))
    rule_index = {rule: index for index, rule in enumerate(rules)}

    number = {table.start_states["start"]: 0}
    waiting = deque(number)
    while waiting:
        for _, (kind, to) in sorted(table.states[waiting.popleft()].items()):
            if kind is Shift and to not in number:
                number[to] = len(number)
                waiting.append(to)

    nonterminals = {rule.origin.name for rule in rules}
    rows: dict[str, int] = {}
    gotos: dict[str, int] = {}
    sets: dict[str, int] = {}
    states = []
    for state in number:
        row: dict[str, int] = {}
        goto: dict[str, int] = {}
        for name, (kind, to) in sorted(table.states[state].items()):
            if name in nonterminals:
                goto[name] = number[to]
            else:
                row[name] = number[to] if kind is Shift else -1 - rule_index[to]
        if len(row) > 1 and len(set(row.values())) == 1:
            one_set = sets.setdefault(json.dumps(list(row)), len(sets))
            written = json.dumps([min(row.values()), one_set])
        else:
            written = json.dumps(row)
        states.append([rows.setdefault(written, len(rows)), gotos.setdefault(json.dumps(goto), len(gotos))])
    return {
        "words": _fixed_texts(lark),
        "kept": _kept(rules),
        "rules": [
            [
                rule.origin.name,
                [symbol.name for symbol in rule.expansion],
                rule.alias,
                rule.options.expand1,
                [int(absent) for absent in rule.options.empty_indices],
            ]
            for rule in rules
        ],
        "states": states,
        "rows": [json.loads(row) for row in rows],
        "gotos": [json.loads(goto) for goto in gotos],
        "sets": [json.loads(one_set) for one_set in sets],
        "end": number[table.end_states["start"]],
    }


def _kept(rules: list[Rule]) -> list[str]:
    """The terminals that stand in a tree: the same in every rule, so one list says it for all."""
    symbols = {symbol for rule in rules for symbol in rule.expansion if isinstance(symbol, Terminal)}
    kept = {symbol.name for symbol in symbols if not symbol.filter_out}
    if both := kept & {symbol.name for rule in rules for symbol in rule.expansion if _dropped(symbol)}:
        raise ValueError(f"kept in one rule and dropped in another: {', '.join(sorted(both))}")
    return sorted(kept)


def _dropped(symbol: Symbol) -> bool:
    return isinstance(symbol, Terminal) and symbol.filter_out


def written() -> str:
    """The content of `lalr.json`: one line for each of its parts."""
    parts = (
        f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in tables().items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def shipped() -> str:
    """The content of `lalr.json` as it is in the package."""
    return resources.files(__package__).joinpath("lalr.json").read_text(encoding="utf-8")
