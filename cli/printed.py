"""What is printed on cards: piles fanned side by side, and the details of the cards that lie face up on top."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from .engine import Printed, ZoneView

Cards = Mapping[str, Printed]
NARROWEST = 30  # no text is broken to less than this


def face_up(zones: Sequence[ZoneView], cards: Cards) -> list[str]:
    """The cards of a family that lie face up, tops only of piles, of which something more is printed; each once."""
    found: dict[str, None] = {}
    for zone in zones:
        seen = zone["cards"][:1] if zone["shape"] == "pile" else zone["cards"]
        found.update(dict.fromkeys(card for card in seen if card is not None and card in cards))
    return list(found)


def fan(zones: Sequence[ZoneView], labels: Sequence[str], cards: Cards) -> list[str] | None:
    """Piles that can be read to the bottom, laid side by side: each card's name and below it what is printed first.

    A card in a fan is read by its edge, which is where its first attribute stands; so the attributes of all piles together
    form a grid. None if these are no such piles.
    """
    if len(zones) < 2 or any(zone["shape"] != "pile" or None in zone["cards"] for zone in zones):
        return None
    if not any(_edge(card, cards) for zone in zones for card in zone["cards"]):
        return None
    columns = [_fanned(zone["cards"], cards) for zone in zones]
    rows = max(map(len, columns))
    columns = [[label, *column, *[""] * (rows - len(column))] for label, column in zip(labels, columns, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    widths = [max(widths)] * len(widths)
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in zip(*columns, strict=True)]


def _fanned(pile: Sequence[str | None], cards: Cards) -> list[str]:
    width = max((len(item) for name in cards for item in _edge(name, cards)), default=0)
    out: list[str] = []
    for card in pile:
        out += [card or "", "  " + " ".join(item.ljust(width) for item in _edge(card, cards))]
    return out


def _edge(card: str | None, cards: Cards) -> Sequence[str]:
    """What can still be read of a card that is partly covered."""
    return next(iter(cards[card]["attributes"].values()), ()) if card is not None and card in cards else ()


def details(names: Iterable[str], cards: Cards, width: int) -> Iterator[str]:
    """For each card its attributes and below them its texts, in lines of that width."""
    known = [name for name in names if name in cards]
    longest = max(map(len, known), default=0)
    width = max(width, NARROWEST)
    for name in known:
        attributes = ", ".join(f"{key} {'-'.join(value)}" for key, value in cards[name]["attributes"].items())
        lead = f"{name.ljust(longest)}   "
        first, *more = wrap(attributes, max(width - len(lead), NARROWEST), break_on_hyphens=False) or [""]
        yield f"{lead}{first}".rstrip()
        yield from (" " * len(lead) + line for line in more)
        for text in cards[name]["texts"]:
            yield from wrap(text, width, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def named_in(text: str, cards: Cards) -> list[str]:
    """The card that a question is about: the one with the longest name of those that stand in it."""
    found = [name for name in cards if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    return [max(found, key=len)] if found else []
