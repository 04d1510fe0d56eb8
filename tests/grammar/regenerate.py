"""Writes afresh what is made from the grammar: `grammar/lalr.json`, then what tests/errors expects.

Run it after a change of `rulewright.lark` or of a message.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.grammar import lalr
from rulewright.grammar.check import check
from rulewright.grammar.parse import parse
from rulewright.grammar.source import Source

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    (ROOT / "grammar" / "lalr.json").write_text(lalr.written(), encoding="utf-8")
    for program in sorted((ROOT / "tests" / "errors").glob("*/*.game")):
        source = Source(program.name, program.read_bytes().decode("utf-8"))
        tree, problems = parse(source)
        if tree is not None:
            _, problems = check(tree, source, {})
        expected = "\n\n".join(problem.render() for problem in problems) + "\n"
        program.with_suffix(".expected").write_bytes(expected.encode("utf-8"))


if __name__ == "__main__":
    main()
