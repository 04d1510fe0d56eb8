"""Writes afresh what the guides show of the program: tables of built-in words, and what commands print.

    python -m pytest tests/docs -q        says whether it is needed
    python tests/docs/regenerate.py       with `src` on the path
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.docs.pages import DOCS  # noqa: E402
from tests.docs.test_language import tables  # noqa: E402


def main() -> None:
    page = DOCS / "language" / "built-in.md"
    text = page.read_text(encoding="utf-8")
    for title, rows in tables():
        written = f"## {title}\n\\1" + "\n".join(rows).replace("\\", r"\\") + "\n"
        text = re.sub(rf"^## {title}\n((?:(?!## |\|).*\n)*)(?:\|.*\n)+", written, text, flags=re.MULTILINE)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
