"""Zones that form a grid, drawn as one."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
