"""The examples of the documentation: how they are told apart, and how a part of a definition gets its surroundings.

A fence's first word says what a block is:

    game [NAME.game]   a whole definition; with a name it is a file of the page's folder
    game-part          headings that stand in the page's last whole game: see `joined`
    game-fault         such a part (or a whole game) with a fault; the block `problem` behind it holds what the checker says
    facts [whole]      what is so as the game or part before it (whole: the page's game) begins: see test_language.py
    yaml, csv [NAME]   a table or scenario file beside the page's games
    console            commands behind `$`, and what they print
    python             a doctest
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```([a-z-]+)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

# Of these a game has one, and a part's replaces it. Lines of the other blocks are added.
_REPLACED = ("game", "players", "setup", "play", "round", "turn")
_ORDER = (
    *("game", "players", "options", "components", "zones", "notes", "terms", "setup", "play", "round", "turn"),
    *("action", "step", "effect", "worth", "whenever", "end", "scoring"),
)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block; `line` is the first line inside it, from 1."""

    kind: str
    name: str | None
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, from top to bottom."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], found[3], text.count("\n", 0, found.start(3)) + 1) for found in _FENCE.finditer(text)
    ]


@dataclass(frozen=True, slots=True)
class Example:
    """A definition of a page: `block` as it stands there, `text` the whole of it, `files` beside it, and what is claimed."""

    page: Path
    block: Block
    text: str
    files: tuple[Block, ...]
    claims: tuple[Block, ...]

    def __str__(self) -> str:
        return f"{self.page.stem}:{self.block.line}"


def examples(page: Path) -> list[Example]:
    """The definitions of a page of the reference, each in its surroundings."""
    found: list[tuple[Block, str, list[Block]]] = []
    files: list[Block] = []
    around = ""
    for block in blocks(page):
        match block.kind:
            case "game":
                around = block.text
                found.append((block, block.text, []))
            case "game-part" | "game-fault":
                whole = block.text if block.text.startswith("game ") else joined(around, block.text)
                found.append((block, whole, []))
            case "facts" if block.name == "whole":
                next(claims for each, _, claims in reversed(found) if each.kind == "game").append(block)
            case "facts" | "problem":
                found[-1][2].append(block)
            case "yaml" | "csv" if block.name is not None:
                files.append(block)
            case other:
                raise ValueError(f"{page.name}, line {block.line}: nothing tests a block {other}")
    return [Example(page, block, text, tuple(files), tuple(claims)) for block, text, claims in found]


def joined(game: str, part: str) -> str:
    """A whole definition with a part put in.

    A heading that a game has once (`turn`), and an action or effect of the same name, takes the other's place; the lines
    of any other heading (`terms`) are added to those that are there.
    """
    have, new = sections(game), sections(part)
    for heading, body in new.items():
        word = heading.split()[0]
        if word in _REPLACED:
            for old in [name for name in have if name.split()[0] == word]:
                del have[old]
            have[heading] = body
        elif heading in have and " " not in heading:
            have[heading] += body
        else:
            have[heading] = body
    ordered = sorted(have.items(), key=lambda item: _ORDER.index(item[0].split()[0]))
    return "\n".join(heading + "\n" + body for heading, body in ordered)


def sections(text: str) -> dict[str, str]:
    """The headings of a definition, each with the lines below it."""
    found: dict[str, str] = {}
    heading = None
    for line in text.splitlines(keepends=True):
        if line.strip() and not line.startswith((" ", "#")):
            heading = line.rstrip()
            found[heading] = ""
        elif heading is not None and line.strip() and not line.startswith("#"):
            found[heading] += line
    return found
