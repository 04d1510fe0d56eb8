"""From the checked game to a program, for one number of seats and one set of options."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, zip_longest
from typing import cast

from ..grammar import checked as c
from ..grammar.source import NOWHERE, Span
from .components import NO_NUMBER, Components
from .cost import MOST_ITEMS, Cost
from .faults import Breakdown, DefinitionError
from .flow import Flow
from .geometry import Geometry
from .labels import zone_label
from .layout import Layout
from .merge import merge_blocks
from .prelude import SHAPES, UNLIMITED, prelude
from .program import WAIT, Program
from .scope import Module
from .scoring import points_note, scores_rounds, write_sheet, write_winners
from .setting import Setting
from .writer import Writer

_YOU = re.compile(r"\byou\b")


def lower(setting: Setting, traced: bool = False) -> Program:
    """The program of a game. `traced`: its functions tell `state.events` of all that happens."""
    parts = Components(setting)
    layout = Layout(setting, parts)
    too_large = Cost(layout).problems()
    if too_large:
        raise DefinitionError(too_large)
    geometry = Geometry(layout)
    module = Module(setting, parts, layout, geometry, traced)
    flow = Flow(module)
    sheet_lines, sheet_names = write_sheet(module)
    write_winners(module)
    begin = flow.write()
    _write_over(flow)
    heads = {action: flow_head(flow, action) for action in setting.game.actions}
    roots = {int(begin), int(flow.over_block), *(int(entry) for entry in flow.entries.values())}
    # A described position begins where play reaches one of these: the traced program, which sets it up, stops there. The
    # fast one leads its jumps to the same blocks, so that the places kept in a state mean the same in both.
    places = frozenset({*map(int, flow.entries.values()), *map(int, flow.places.values()), *map(int, flow.turn_ends)})
    texts, asks = merge_blocks(flow.blocks, roots | places if traced else roots, places, apart=traced)
    out = _Text()
    out.constants(module.constants)
    out.raw(prelude(layout, traced))
    out.raw(_alike(layout))
    for head, writer in module.functions:
        out.function(head, writer)
    for number, writer in sorted(texts.items()):
        used = any(_YOU.search(text) for text, _ in writer.lines)
        out.function(f"def block_{int(number)}(s):", writer, ["    you = s[1]"] if used else [])
    source = "\n".join(text for text, _ in out.lines) + "\n"
    name = f"<{setting.game.title}>"
    namespace: dict[str, object] = {
        "Breakdown": Breakdown,
        "combinations": combinations,
        "zip_longest": zip_longest,
        "SHAPE": tuple(SHAPES[family.decl.shape.value] for family in layout.family_of),
        "LIMIT": tuple(
            UNLIMITED if family.decl.limit is None else setting.constant(family.decl.limit) or UNLIMITED
            for family in layout.family_of
        ),
        "ZONE": tuple(zone_label(setting, layout, zone) for zone in range(layout.zones)),
        "NEIGHBOURS": geometry.neighbours,
        "NO_NUMBER": NO_NUMBER,
        "reached": _nobody,
        "tried": _nobody,
        "ready": [None],
        "known": {},
        "patience": [MOST_ITEMS],
    }
    code = compile(source, name, "exec")
    exec(code, namespace)  # noqa: S102  the text is ours, made of names and numbers only
    count = max(texts, default=0) + 1
    blocks = [cast(Callable[[list[int]], int], namespace.get(f"block_{i}", _never)) for i in range(count)]
    options = [
        None if ask is None else cast(Callable[[list[int], int], list[int]], namespace[ask.function]) for ask in asks
    ]
    return Program(
        setting=setting,
        parts=parts,
        layout=layout,
        geometry=geometry,
        source=source,
        lines=tuple(span for _, span in out.lines),
        asks=tuple(asks),
        code=code,
        namespace=namespace,
        blocks=blocks,
        options=options,
        begin=int(begin),
        entries={**flow.entries, "scoring": flow.over_block},
        sheet=cast(Callable[[list[int]], list[tuple[int, tuple[int, ...], tuple[int, ...]]]], namespace["sheet"]),
        winners=cast(Callable[[list[int]], tuple[int, tuple[int, ...]]], namespace["winners"]),
        places=flow.places,
        count_turns=flow.count_turns,
        count_rounds=flow.count_rounds,
        together=(flow.together_first, flow.together_enter, flow.together_then),
        together_took=flow.together_took,
        sheet_lines=sheet_lines,
        sheet_names=sheet_names,
        traced=traced,
        heads=heads,
        watches=tuple((t.known, t.mask) for t in flow.triggers),
        scores_rounds=scores_rounds(setting.game),
        reasons=tuple(flow.reasons),
        points=layout.notes[points_note(setting.game)].first,
    )


def flow_head(flow: Flow, action: c.ActionDecl) -> str | None:
    """The function that says whether a seat can do an action without outer variables; None if it always can."""
    from .heads import rest

    if action.this is not None:
        return None
    return rest(flow.module, action.card, 0, ())


def _nobody(what: int) -> None:
    """Nobody asks what is tried, or how far a head gets."""


def _never(s: list[int]) -> int:
    raise AssertionError("a block that nothing leads to")


def _write_over(flow: Flow) -> None:
    """The block at the end of the game."""
    b = flow.blocks
    b.stop()
    b.place(flow.over_block, NOWHERE)
    assert b.writer is not None
    if not scores_rounds(flow.game):
        b.writer.line("score(s)")
    b.writer.line("s[0] = 0")
    b.writer.line(f"return {WAIT}")
    b.stop()


def _alike(layout: Layout) -> str:
    """Whether cards are of one face, and notes about single pieces agree."""
    notes = [place for note, place in layout.notes.items() if any(isinstance(i, c.PieceIndex) for i in note.indexes)]
    single = [p for p in notes if len(p.sizes) == 1 and p.width == 1]
    tests = [f"s[{p.first} + p - {p.bases[0]}] if {p.bases[0]} <= p < {p.bases[0] + p.sizes[0]} else 0" for p in single]
    if layout.has_dice:
        face = f"s[{layout.faces} + p]"
    else:
        face = f"{tuple(layout.parts.face_of)}[p]"
    look = ", ".join([face, *(f"({test})" for test in tests)])
    if len(tests) == 0 and not layout.has_dice:
        text = "    return FACE[p]\n"
        same = "FACE[p]"
    else:
        text = f"    return ({look},)\n"
        same = "look(s, p)"
    return (
        f"FACE = {tuple(layout.parts.face_of)}\n\n\n"
        "def look(s, p):\n"
        '    """What tells a piece from others: its face, and what is noted of it."""\n'
        f"{text}\n\n"
        "def alike(s, pieces):\n"
        "    first = None\n"
        "    for p in pieces:\n"
        f"        x = {same}\n"
        "        if first is None:\n"
        "            first = x\n"
        "        elif x != first:\n"
        "            return False\n"
        "    return True\n"
    )


class _Text:
    """The generated module, line by line."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, Span]] = []

    def constants(self, table: dict[str, object]) -> None:
        for name, value in table.items():
            self.lines.append((f"{name} = {value!r}", NOWHERE))

    def raw(self, text: str) -> None:
        self.lines.extend((line, NOWHERE) for line in ("", *text.splitlines(), ""))

    def function(self, head: str, writer: Writer, first: list[str] | None = None) -> None:
        self.lines.append(("", NOWHERE))
        self.lines.append((head, NOWHERE))
        self.lines.extend((line, NOWHERE) for line in first or [])
        self.lines.extend(writer.lines or [("    pass", NOWHERE)])
