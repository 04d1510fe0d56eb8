"""A position as a seat may see it, and the end of a game, as plain lines of text.

Only letters of ASCII frame what a definition names, so that any terminal can show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from types import MappingProxyType

from .engine import NoteView, Outcome, SheetLine, View, ZoneView
from .grids import grid_lines, pile_lines, table_lines
from .printed import Cards, details, face_up, fan

GAP = "   "
HELD = "\N{NO-BREAK SPACE}"  # stands for a space at which a line must not be broken
NARROWEST_AREA = 36
MOST_RUNS = 2  # of a pile: neighbours that are alike count as one


NOTHING_PRINTED: Cards = MappingProxyType({})


def table(view: View, width: int, cards: Cards = NOTHING_PRINTED) -> list[str]:
    """The whole position: what the table shares, then each seat's area, the viewer's own last.

    `cards`: what more is printed on cards than their text; it is shown of those that lie face up on top.
    """
    out: list[str] = []
    if view["round"] > 0:
        out.append(f"Round {view['round']}")
    shared = [zone for zone in view["zones"] if zone["owner"] is None]
    out += zone_lines(shared, view["seats"], width, cards)
    out += note_lines([note for note in view["notes"] if note["owner"] is None], view["seats"], width)
    for group in _beside(list(_areas(view, width, cards)), width):
        if out:
            out.append("")
        out += group
    return out


def families(zones: Sequence[ZoneView]) -> list[list[ZoneView]]:
    """Zones family by family, in their order."""
    out: dict[str, list[ZoneView]] = {}
    for zone in zones:
        out.setdefault(zone["family"], []).append(zone)
    return list(out.values())


def zone_lines(
    zones: Sequence[ZoneView], seats: Sequence[str], width: int, cards: Cards = NOTHING_PRINTED
) -> list[str]:
    """Zones family by family: a grid as a grid, piles fanned if they can be, one zone in a line, several behind their
    indexes; and below, what more is printed on the cards that lie face up."""
    out: list[str] = []
    for family in families(zones):
        title = _capital(family[0]["title"])
        printed = [f"  {line}" for line in details(face_up(family, cards), cards, width - 2)]
        fanned = _fan(family, seats, cards)
        if fanned is not None and max(map(len, fanned)) + 2 <= width:
            out += [title, *(f"  {line}" for line in fanned), *printed]
            continue
        if printed and family[0]["shape"] == "row" and len(family) == 1 and None not in family[0]["cards"]:
            out += [title, *printed]
            continue
        piles = pile_lines(family, width - 2)
        grid = piles or grid_lines(family, width - 2) or table_lines(family, width - 2)
        if grid is not None:
            out.append(f"{title}, the top first" if piles and family[0]["shape"] == "pile" else title)
            out += [f"  {line}" for line in grid]
            out += printed
            continue
        filled = [zone for zone in family if zone["size"]] or family[
            :1
        ]  # that the others are empty goes without saying
        entries = []
        for zone in filled:
            label = ", ".join(_other_indexes(zone, seats)) if zone["size"] else ""
            entries.append(f"{label}: {contents(zone)}" if label else contents(zone))
        out += _listed(title, entries, width)
        out += printed
    return out


def _fan(family: Sequence[ZoneView], seats: Sequence[str], cards: Cards) -> list[str] | None:
    return fan(family, [", ".join(_other_indexes(zone, seats)) for zone in family], cards)


def detailed(view: View, cards: Cards) -> set[str]:
    """The cards of which the table shows what is printed on them."""
    owners: dict[tuple[str, int | None], list[ZoneView]] = {}
    for zone in view["zones"]:
        owners.setdefault((zone["family"], zone["owner"]), []).append(zone)
    return {card for family in owners.values() for card in face_up(family, cards)}


def contents(zone: ZoneView) -> str:
    """What lies in one zone: a pile from its top, or only top and height where it is varied or not all is seen; a row in
    its order, a group sorted and counted.
    """
    cards = zone["cards"]
    if not zone["size"]:
        return "empty"
    match zone["shape"]:
        case "pile":
            runs = [(card, len(list(alike))) for card, alike in groupby(cards)]
            if len(runs) <= MOST_RUNS and all(card is not None for card, _ in runs):  # all of it, from the top
                return ", ".join(f"{number} x {card}" if number > 1 else f"{card}" for card, number in runs)
            if cards and cards[0] is not None:
                return cards[0] if zone["size"] == 1 else f"{cards[0]}, height {zone['size']}"
            return f"{zone['size']} face down"
        case "space":
            return cards[0] if cards and cards[0] is not None else "1 face down"
        case "row":
            return ", ".join("face down" if card is None else card for card in cards)
        case _:
            return ", ".join(_counted(cards, zone["size"]))


def note_lines(notes: Sequence[NoteView], seats: Sequence[str], width: int) -> list[str]:
    """Notes of one name in one line, each value behind its indexes."""
    named: dict[str, list[NoteView]] = {}
    for note in notes:
        named.setdefault(note["family"], []).append(note)
    out: list[str] = []
    for group in named.values():
        entries = []
        told = [note for note in group if note["value"] not in (None, False, [])]  # the others go without saying
        for note in group if len(group) == 1 or len(told) == len(group) else told:
            label = ", ".join(_other_indexes(note, seats))
            entries.append(f"{label}: {value_text(note['value'])}" if label else value_text(note["value"]))
        out += _listed(_capital(group[0]["title"]), entries or [value_text(group[0]["value"])], width)
    return out


def value_text(value: object) -> str:
    """A value of the language in its own words."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case str() | int():
            return str(value)
        case Mapping():
            return ", ".join(f"{key}: {value_text(item)}" for key, item in value.items()) or "none"
        case Iterable():
            return ", ".join(value_text(item) for item in value) or "none"
        case _:
            return str(value)


def score_table(lines: Sequence[SheetLine], seats: Sequence[str], totals: Sequence[int]) -> list[str]:
    """The score sheet: a row for each scoring line, a column for each seat, the totals below."""
    rows = [(line.title, [str(value) for value in line.values]) for line in lines]
    rows.append(("Total", [str(total) for total in totals]))
    first = max(len(title) for title, _ in rows)
    widths = [max(len(seat), *(len(values[at]) for _, values in rows)) for at, seat in enumerate(seats)]

    def row(title: str, values: Sequence[str]) -> str:
        cells = (text.rjust(width) for text, width in zip(values, widths, strict=True))
        return "  ".join([title.ljust(first), *cells])

    out = [row("", seats), *(row(title, values) for title, values in rows)]
    out.insert(-1, "-" * len(out[0]))
    return out


def result_lines(outcome: Outcome, seats: Sequence[str]) -> list[str]:
    """Who has won, why the game is over, and what broke a tie."""
    names = [seats[seat] for seat in outcome.winners]
    match names:
        case []:
            out = ["The game is drawn: nobody wins."]
        case [name]:
            out = [f"{name} wins."]
        case [*most, last]:
            out = [f"{', '.join(most)} and {last} share the win."]
    if outcome.reason:
        out.append(f"Reason: {outcome.reason}")
    if outcome.tie_break:
        out.append(f"Tie-break: {outcome.tie_break}")
    return out


def _areas(view: View, width: int, cards: Cards) -> Iterator[list[str]]:
    """Each seat's own zones and notes under its name; clockwise from the viewer's left, the viewer last."""
    players = view["players"]
    first = 0 if view["seat"] is None else view["seat"] + 1
    points = view["points"]
    half = (width - len(GAP)) // 2
    owned = [[zone for zone in view["zones"] if zone["owner"] == seat] for seat in range(players)]
    fans = [_fan(family, view["seats"], cards) for zones in owned for family in families(zones)]
    broad = any(len(line) + 4 > half for lines in fans if lines is not None for line in lines)
    inner = half if players > 1 and half >= NARROWEST_AREA and not broad else width
    for seat in ((first + step) % players for step in range(players)):
        zones = owned[seat]
        notes = [note for note in view["notes"] if note["owner"] == seat]
        if not zones and not notes and points is None:
            continue
        heading = view["seats"][seat] + (" (you)" if seat == view["seat"] else "")
        if points is not None:
            heading += f"   {points[seat]} point{'' if points[seat] == 1 else 's'}"
        body = zone_lines(zones, view["seats"], inner - 2, cards) + note_lines(notes, view["seats"], inner - 2)
        yield [heading, *(f"  {line}" for line in body)]


def _beside(areas: Sequence[list[str]], width: int) -> Iterator[list[str]]:
    """Two areas beside each other where the width allows it, else one below the other."""
    half = (width - len(GAP)) // 2
    together = half >= NARROWEST_AREA and all(len(line) <= half for area in areas for line in area)
    step = 2 if together else 1
    for at in range(0, len(areas), step):
        left, *rest = areas[at : at + step]
        right = rest[0] if rest else []
        height = max(len(left), len(right))
        pairs = zip(left + [""] * (height - len(left)), right + [""] * (height - len(right)), strict=True)
        yield [f"{a.ljust(half)}{GAP}{b}".rstrip() if right else a for a, b in pairs]


def _other_indexes(item: ZoneView | NoteView, seats: Sequence[str]) -> list[str]:
    """The labels that tell an item from its kin; its owner's area says already whose it is."""
    labels = list(item["indexes"])
    owner = item["owner"]
    if owner is not None and seats[owner] in labels:
        labels.remove(seats[owner])
    return labels


def _listed(title: str, entries: Sequence[str], width: int) -> list[str]:
    """`Title: entry   entry`, broken between entries where it can be."""
    lead = f"{title}:"
    out = [lead]
    for entry in entries:
        gap = " " if out[-1] == lead else GAP
        if len(out[-1]) + len(gap) + len(entry) <= width or (out[-1] == lead and len(entry) + 4 > width):
            out[-1] += gap + entry
        else:
            out.append(f"  {entry}" if out[-1] != lead or len(entries) == 1 else f"{lead} {entry}")
    return [part for line in out for part in folded(line, width)]


def folded(line: str, width: int) -> list[str]:
    """A line broken to the width, between the items of a list where it can be."""
    if len(line) <= width:
        return [line]
    kept = line.replace(" ", HELD)
    for end in (",", ";", ":"):
        kept = kept.replace(end + HELD, end + " ")
    lead = len(line) - len(line.lstrip())
    kept = " " * lead + kept[lead:]
    parts = wrap(kept.replace(HELD * len(GAP), GAP), max(width, 20), subsequent_indent="    ", break_on_hyphens=False)
    return [part.replace(HELD, " ") for part in parts]


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _counted(cards: Sequence[str | None], size: int) -> list[str]:
    known = Counter(card for card in cards if card is not None)
    out = [card if number == 1 else f"{number} x {card}" for card, number in sorted(known.items())]
    unknown = size - known.total()
    return [*out, f"{unknown} face down"] if unknown > 0 else out
