"""Zones of one family that are drawn together: a grid, piles beside each other, a table of groups."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from .engine import ZoneView


def grid_lines(family: Sequence[ZoneView], width: int) -> list[str] | None:
    """The family as rows and columns with their labels, or None if it is no grid or does not fit.

    Where the cells are too wide, cards get short marks that are explained below.
    """
    cells: dict[tuple[int, int], ZoneView] = {}
    for zone in family:
        if zone["grid"] is None or zone["at"] is None or len(zone["at"]) != 2:
            return None
        cells[zone["at"][0], zone["at"][1]] = zone
    if len(cells) != len(family):
        return None  # several grids in one family: their labels in a list say more
    drawn = _drawn(cells, {})
    if max(map(len, drawn)) <= width:
        return drawn
    marks = _marks([zone["cards"][0] or "" for zone in cells.values() if zone["cards"] and zone["cards"][0]])
    drawn = _drawn(cells, marks)
    if max(map(len, drawn)) > width:
        return None
    return [*drawn, *(f"{mark} = {card}" for card, mark in sorted(marks.items()))]


def pile_lines(family: Sequence[ZoneView], width: int) -> list[str] | None:
    """Numbered piles or rows that can be looked through, each as a column of its cards with the top or front first.

    None if the family is something else or does not fit. Where the cards are too wide, they get marks as in a grid.
    """
    if len(family) < 2 or not any(zone["size"] > 1 for zone in family):
        return None
    for zone in family:
        if zone["owner"] is not None or len(zone["indexes"]) != 1 or zone["shape"] not in ("pile", "row"):
            return None
        if None in zone["cards"] or len(zone["cards"]) != zone["size"]:
            return None
    names = [zone["indexes"][0] for zone in family]
    piles = [[card for card in zone["cards"] if card is not None] for zone in family]
    drawn = _stood(names, piles)
    if max(map(len, drawn)) <= width:
        return drawn
    marks = _marks([card for pile in piles for card in pile])
    drawn = _stood(names, [[marks[card] for card in pile] for pile in piles])
    if max(map(len, drawn)) > width:
        return None
    return [*drawn, *(f"{mark} = {card}" for card, mark in sorted(marks.items()))]


def _stood(names: Sequence[str], piles: Sequence[Sequence[str]]) -> list[str]:
    """Piles below their names, each as long as it is; a point stands for an empty one."""
    shown = [pile or ["."] for pile in piles]
    return _aligned([names, *zip_longest(*shown, fillvalue="")])


def table_lines(family: Sequence[ZoneView], width: int) -> list[str] | None:
    """Groups with two indexes as a table of how many cards lie in each, where an index says what they are.

    None if the family is something else, if a number would not say enough, or if it does not fit.
    """
    for zone in family:
        if zone["owner"] is not None or len(zone["indexes"]) != 2 or zone["shape"] != "group":
            return None
        if not all(card is not None and _named_by(zone, card) for card in zone["cards"]):
            return None
    rows = list(dict.fromkeys(zone["indexes"][0] for zone in family))
    columns = list(dict.fromkeys(zone["indexes"][1] for zone in family))
    sizes = {tuple(zone["indexes"]): str(zone["size"] or ".") for zone in family}
    lines = [["", *columns], *([row, *(sizes.get((row, column), "") for column in columns)] for row in rows)]
    drawn = _aligned(lines, numbers=True)
    return drawn if max(map(len, drawn)) <= width else None


def _named_by(zone: ZoneView, card: str) -> bool:
    words = re.findall(r"\w+", card)
    return any(index in words for index in zone["indexes"] if not index.isdigit())


def _aligned(lines: Sequence[Sequence[str]], *, numbers: bool = False) -> list[str]:
    """Cells below each other; numbers to the right but for the first column."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            text.rjust(width) if numbers and at else text.ljust(width)
            for at, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]


def _drawn(cells: dict[tuple[int, int], ZoneView], marks: dict[str, str]) -> list[str]:
    rows = sorted({row for row, _ in cells})
    columns = sorted({column for _, column in cells})
    texts = {place: _cell(zone, marks) for place, zone in cells.items()}
    row_names = [_label([zone for place, zone in cells.items() if place[0] == row], -2) for row in rows]
    column_names = [_label([zone for place, zone in cells.items() if place[1] == at], -1) for at in columns]
    cell = max(*(len(text) for text in texts.values()), *(len(name) for name in column_names))
    margin = max(len(name) for name in row_names)
    lines = [["", *column_names]] if any(column_names) else []
    for row, name in zip(rows, row_names, strict=True):
        lines.append([name, *(texts.get((row, at), "") for at in columns)])
    lead = "  " if margin else ""
    return [
        (name.rjust(margin) + lead + "  ".join(text.ljust(cell) for text in line)).rstrip() for name, *line in lines
    ]


def _cell(zone: ZoneView, marks: dict[str, str]) -> str:
    if not zone["size"]:
        return "."
    top = zone["cards"][0] if zone["cards"] else None
    text = "?" if top is None else marks.get(top, top)
    return text if zone["size"] == 1 else f"{text} ({zone['size']})"


def _label(line: Sequence[ZoneView], index: int) -> str:
    """What all zones of a row or column share in one of their last two indexes, or nothing."""
    found = {zone["indexes"][index] if len(zone["indexes"]) >= 2 else "" for zone in line}
    return found.pop() if len(found) == 1 else ""


def _marks(cards: Sequence[str]) -> dict[str, str]:
    """A short mark for each card text: its words' first letters, with a number where two would be alike."""
    marks: dict[str, str] = {}
    taken: dict[str, int] = {}
    for card in sorted(set(cards)):
        initials = "".join(word[0] for word in re.findall(r"\w+", card)) or "X"
        taken[initials] = taken.get(initials, 0) + 1
        marks[card] = initials if taken[initials] == 1 else f"{initials}{taken[initials]}"
    return marks
