"""Writes afresh what is made from the grammar, `grammar/lalr.json`. Run it after changing
`rulewright.lark`.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.grammar import lalr

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    (ROOT / "grammar" / "lalr.json").write_text(lalr.written(), encoding="utf-8")


if __name__ == "__main__":
    main()
