"""Writes afresh what the guides show of the program: tables of built-in words, and what commands print.

What a page leaves out with a line `...` stays left out as long as the rest is printed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.docs.consoles import consoles, fits  # noqa: E402
from tests.docs.pages import DOCS  # noqa: E402
from tests.docs.test_language import tables  # noqa: E402


def main() -> None:
    page = DOCS / "language" / "built-in.md"
    text = page.read_text(encoding="utf-8")
    for title, rows in tables():
        written = f"## {title}\n\\1" + "\n".join(rows).replace("\\", r"\\") + "\n"
        text = re.sub(rf"^## {title}\n((?:(?!## |\|).*\n)*)(?:\|.*\n)+", written, text, flags=re.MULTILINE)
    page.write_text(text, encoding="utf-8")
    for name in ("tutorial.md", "playing.md"):
        page = DOCS / name
        text = page.read_text(encoding="utf-8")
        with TemporaryDirectory() as folder:
            for block, printed in consoles(page, Path(folder)):
                if not fits(block.text, printed):
                    text = text.replace(f"```console\n{block.text}```", f"```console\n{printed}```", 1)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
