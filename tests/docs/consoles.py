"""What commands print, as the guides show it. A line `...` stands for any number of lines."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from click.testing import CliRunner

from rulewright.cli import main

from .pages import Block, blocks

_PRINTF = re.compile(r"printf '((?:[^'\\]|\\.)*)' \| ")
_SPEED = re.compile(r"^[\d,]+ games a second$", re.MULTILINE)


def consoles(page: Path, folder: Path) -> list[tuple[Block, str]]:
    """The blocks `console` of a page, each with what it ought to look like when its commands run in a folder.

    The blocks with a name are files in that folder; a command meets what stands above it.
    """
    out = []
    before = Path.cwd()
    os.chdir(folder)
    try:
        for block in blocks(page):
            if block.kind == "console":
                shown = [_run(line) for line in block.text.splitlines() if line.startswith("$ ")]
                out.append((block, "".join(shown)))
            elif block.name is not None:
                file = folder / block.name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding="utf-8")
    finally:
        os.chdir(before)
    return out


def _run(line: str) -> str:
    command = line.removeprefix("$ ")
    entries = None
    if found := _PRINTF.match(command):
        entries = found[1].replace("\\n", "\n")
        command = command[found.end() :]
    program, *arguments = shlex.split(command)
    assert program == "rulewright", line
    result = CliRunner().invoke(main, arguments, input=entries, env={"COLUMNS": "80"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return f"{line}\n{result.output.rstrip()}\n"


def fits(shown: str, printed: str) -> bool:
    """Whether what a page shows is what was printed, but for `...` and for speed."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "...\n" else re.escape(line)
        for line in _SPEED.sub("N games a second", shown).splitlines(keepends=True)
    )
    return re.fullmatch(pattern, _SPEED.sub("N games a second", printed)) is not None
