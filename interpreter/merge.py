"""Blocks that only one other block leads to, at its very end, are written into it: one call less on the way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .writer import Writer

if TYPE_CHECKING:
    from .flow import Flow

_TAIL = re.compile(r"^    return (\d+)$")
_MENTION = re.compile(r"(?:return |= )(\d+)\b")
_RETURN = re.compile(r"\breturn (\d+)$")


def merge_blocks(texts: dict[int, Writer], flow: Flow, begin: int) -> dict[int, Writer]:
    """The same blocks, fewer. Blocks that are reached in other ways (questions, stored numbers) stay as they are."""
    kept = {begin, flow.over_block, flow.check_block, *flow.entries.values()}
    for ask in flow.blocks.asks:
        if ask is not None:
            kept.add(ask.then)
            kept.update(ask.goes.values())
    for heading in (flow.turn, flow.round):
        if heading is not None:
            kept.add(heading.entry)
    uses: dict[int, int] = {}
    for writer in texts.values():
        for text, _ in writer.lines:
            found = _RETURN.search(text)
            if found:
                uses[int(found.group(1))] = uses.get(int(found.group(1)), 0) + 1
            stored = re.match(r"^\s*s\[\d+\] = (\d+)$", text)
            if stored:  # a block number kept to return to; a plain number does no harm here
                kept.add(int(stored.group(1)))
    out = dict(texts)
    for number in sorted(texts):
        if number not in out:
            continue
        writer = out[number]
        while writer.lines:
            tail = _TAIL.match(writer.lines[-1][0])
            if not tail:
                break
            target = int(tail.group(1))
            if target == number or target in kept or uses.get(target, 0) != 1 or target not in out:
                break
            following = out[target]
            changes_seat = any("s[1] =" in text for text, _ in writer.lines)
            if changes_seat and any("you" in text for text, _ in following.lines):
                break  # `you` is read anew at the start of a block
            merged = Writer()
            merged.lines = [*writer.lines[:-1], *following.lines]
            out[number] = writer = merged
            del out[target]
    return out
