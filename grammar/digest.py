"""Reads the digest of a rulebook: its title, and the clauses and rulings that a definition may cite.

A digest is Markdown for people. Only this much of it is fixed, so that tools can lead from
a cited clause to its words:

    # Title
    ## Clauses
    - **@1** What the rulebook says.
    ## Rulings
    - **@B1** What is unclear? What is decided, and why.

Clauses are numbered from 1; rulings too, behind one capital letter that is the digest's own. An item takes
one line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_CLAUSES = "Clauses"
_RULINGS = "Rulings"
_SECTIONS = (_CLAUSES, _RULINGS)

# Four digits are far more than a rulebook has, and keep a slip of the keyboard from becoming a huge number.
_ITEM = re.compile(r"- \*\*@(?P<letter>[A-Z]?)(?P<number>[1-9][0-9]{0,3})\*\* (?P<text>\S.*)")
# Meant as an item but not spelt as one: left unreported, its clause would merely seem to be missing.
_ITEMLIKE = re.compile(r"\s*[-*+]\s*\**\s*@")
_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<text>\S.*)")

DigestProblem = tuple[int, str]
"""A line of the digest, counted from 1, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One item of a digest. `id` is as a definition cites it, without `@`: `10`, `B7`. Lines count from 1."""

    id: str
    text: str
    line: int
    is_ruling: bool


@dataclass(frozen=True, slots=True)
class Digest:
    """What a definition can cite. `clauses` holds clauses and rulings by id, in the order of the text."""

    title: str
    clauses: dict[str, Clause]


def parse_digest(text: str) -> tuple[Digest, tuple[DigestProblem, ...]]:
    """Read a digest. Whatever is well formed is in the result, even if problems are reported besides.

    Reported are: no title or a second one; a missing, repeated or empty section; a line within the two
    sections that is no item; an item outside of them, in the wrong one, or given twice; a second letter for
    rulings; a gap or a step back in the numbering. Never raises.
    """
    title: str | None = None
    clauses: dict[str, Clause] = {}
    problems: list[DigestProblem] = []
    section: str | None = None
    opened: dict[str, int] = {}
    last: dict[str, int] = dict.fromkeys(_SECTIONS, 0)
    letter: str | None = None

    for line, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        row = raw.rstrip()
        if heading := _HEADING.fullmatch(row):
            words = heading["text"]
            match len(heading["marks"]):
                case 1 if title is None:
                    title, section = words, None
                case 1:
                    problems.append((line, f"A digest has one title, and it is {title} already."))
                    section = None
                case 2:
                    section = words if words in _SECTIONS else None
                    if words in opened:
                        problems.append((line, f"{words} have begun on line {opened[words]} already."))
                    elif section is not None:
                        opened[words] = line
                case _:
                    pass  # a heading further down divides a section and does not leave it
            continue

        item = _ITEM.fullmatch(row)
        if item is None:
            if _ITEMLIKE.match(row):
                problems.append((line, "An item is spelt - **@10** and its words, with no space before it."))
            elif section is not None and row:
                problems.append((line, f"Under {section} each line is an item: - **@10** and its words."))
            continue

        number = int(item["number"])
        clause = Clause(f"{item['letter']}{number}", item["text"], line, is_ruling=item["letter"] != "")
        home = _RULINGS if clause.is_ruling else _CLAUSES
        if earlier := clauses.get(clause.id):
            problems.append((line, f"@{clause.id} stands on line {earlier.line} already."))
            continue
        clauses[clause.id] = clause
        if section != home:
            problems.append((line, f"@{clause.id} belongs under ## {home}."))
        if clause.is_ruling:
            letter = letter or item["letter"]
            if item["letter"] != letter:
                problems.append((line, f"The rulings here are lettered {letter}, not {item['letter']}."))
                continue
        if number != last[home] + 1:
            expected = f"{item['letter']}{last[home] + 1}"
            problems.append((line, f"@{clause.id} stands where @{expected} is due."))
        last[home] = number

    if title is None:
        problems.append((1, "A digest begins with its title: # Title."))
    for name in _SECTIONS:
        if name not in opened:
            problems.append((1, f"The section ## {name} is missing."))
        elif last[name] == 0:
            problems.append((opened[name], f"The section ## {name} has no items."))
    return Digest(title or "", clauses), tuple(sorted(problems))
