"""Making few blocks of many. Jumps through blocks that only jump are made straight; a block that goes on at its end in one
that nothing else leads to, or in a short one, takes it in: a call less on the way.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from .blocks import Blocks
from .program import Ask
from .writer import Writer

_LABEL = re.compile(r"@(\d+)@")
_TAIL = re.compile(r"^    return @(\d+)@$")
_YOU = re.compile(r"\byou\b")
_SHORT = 8  # lines of a block that may be written twice


def straighten(
    texts: dict[int, Writer], asks: list[Ask | None], roots: set[int], stops: frozenset[int]
) -> tuple[dict[int, Writer], list[Ask | None]]:
    """The blocks and questions with every label led on to where it really goes, and only what can be reached."""
    straight: dict[int, int] = {}
    for number, writer in texts.items():
        only = _TAIL.match(writer.lines[0][0]) if len(writer.lines) == 1 else None
        if only and number not in stops:
            straight[number] = int(only.group(1))

    def end(number: int) -> int:
        seen = {number}
        while number in straight and straight[number] not in seen:
            number = straight[number]
            seen.add(number)
        return number

    out: dict[int, Writer] = {}
    for number, writer in texts.items():
        fresh = Writer()
        fresh.lines = [
            (_LABEL.sub(lambda found: f"@{end(int(found.group(1)))}@", text), span) for text, span in writer.lines
        ]
        out[number] = fresh
    led = [
        None
        if ask is None
        else replace(ask, then=int(end(ask.then)), goes={k: int(end(v)) for k, v in ask.goes.items()})
        for ask in asks
    ]
    reached: set[int] = set()
    waiting = list(roots)
    for ask in led:
        if ask is not None:
            waiting.extend([ask.then, *ask.goes.values()])
    while waiting:
        number = waiting.pop()
        if number in reached or number not in out:
            continue
        reached.add(number)
        for text, _ in out[number].lines:
            waiting.extend(int(found) for found in _LABEL.findall(text))
    return {number: out[number] for number in sorted(reached)}, led


def join(texts: dict[int, Writer], asks: list[Ask | None], roots: set[int], stops: frozenset[int]) -> dict[int, Writer]:
    """The blocks with their ends taken in."""
    fixed = set(roots)
    for ask in asks:
        if ask is not None:
            fixed.update([ask.then, *ask.goes.values()])
    uses = Counter(
        int(found) for writer in texts.values() for text, _ in writer.lines for found in _LABEL.findall(text)
    )
    out = dict(texts)
    for number in sorted(texts):
        if number not in out:
            continue
        taken = {number}
        while out[number].lines:
            tail = _TAIL.match(out[number].lines[-1][0])
            target = int(tail.group(1)) if tail else -1
            if target in taken or target not in out or target in stops:
                break
            alone = uses[target] == 1 and target not in fixed
            if not alone and len(out[target].lines) > _SHORT:
                break
            taken.add(target)
            out[number] = _taken_in(out[number], out[target])
            if alone:
                del out[target]
            else:  # written twice now, and so is where it leads
                uses.update(int(found) for text, _ in out[target].lines for found in _LABEL.findall(text))
    return out


def _taken_in(first: Writer, second: Writer) -> Writer:
    joined = Writer()
    lines = first.lines[:-1]
    changes_seat = any("s[1] =" in text for text, _ in lines)
    if changes_seat and any(_YOU.search(text) for text, _ in second.lines):
        lines = [*lines, ("    you = s[1]", second.lines[0][1])]
    joined.lines = [*lines, *second.lines]
    return joined


def finish(texts: dict[int, Writer]) -> dict[int, Writer]:
    """The blocks with plain numbers for labels."""
    out = {}
    for number, writer in texts.items():
        plain = Writer()
        plain.lines = [(_LABEL.sub(r"\1", text), span) for text, span in writer.lines]
        out[number] = plain
    return out


def merge_blocks(
    blocks: Blocks, roots: set[int], stops: frozenset[int], apart: bool
) -> tuple[dict[int, Writer], list[Ask | None]]:
    """Everything above in order. `roots` are blocks that are entered from outside; `stops` those that jumps lead to even if
    they only jump on. With `apart` they are not taken in either: somebody who watches block by block sees play come there.
    """
    texts, asks = straighten(blocks.texts, blocks.asks, roots, stops)
    return finish(join(texts, asks, roots, stops if apart else frozenset())), asks
