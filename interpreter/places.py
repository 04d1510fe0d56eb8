"""Where zones and notes lie, as Python: indexes become slots, out of range is a fault, none leads nowhere."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.types import (
    ListType,
    NumberType,
    OrNone,
    TruthType,
    bare,
)
from . import expressions
from .components import none_of
from .scope import Scope


def plus(base: int, text: str) -> str:
    """`base + text`, worked out where the text is a number, or begins with one."""
    if text.lstrip("-").isdigit():
        return str(base + int(text))
    head, plus, rest = text.partition(" + ")
    if plus and head.isdigit() and "(" not in head:
        return f"{base + int(head)} + {rest}"
    return f"{base} + {text}"


def index_code(scope: Scope, index: c.Index, expr: c.Expr, size: int) -> str:
    """An index as a number from 0; out of range is a fault."""
    text = expressions.code(scope, expr)
    if not isinstance(index, c.NumberIndex):
        return text
    if text.lstrip("-").isdigit():
        return str(int(text) - 1)
    kind = bare(expr.type)
    low, high = (kind.low, kind.high) if isinstance(kind, NumberType) else (None, None)
    if low is not None and high is not None and low >= 1 and high <= size and not isinstance(expr.type, OrNone):
        return f"{text} - 1"
    return f"inside({text}, {size}, {expr.span.start})"


def offset(scope: Scope, base: int, sizes: tuple[int, ...], texts: list[str], unit: int) -> str:
    """`base` plus the place of some indexes (each from 0) in an array of these sizes, times a unit."""
    fixed, moving, step = base, [], unit
    for size, text in reversed(list(zip(sizes, texts, strict=True))):
        if text.lstrip("-").isdigit():
            fixed += int(text) * step
        else:
            wrapped = text if text.isidentifier() or (text.endswith((")", "]")) and " " not in text) else f"({text})"
            moving.append(wrapped if step == 1 else f"{wrapped} * {step}")
        step *= size
    return " + ".join([str(fixed), *reversed(moving)])


def _guarded(scope: Scope, exprs: tuple[c.Expr, ...], texts: list[str]) -> tuple[list[str], list[str]]:
    """Index texts, and the conditions under which none of them is none."""
    checks = []
    out = []
    for expr, text in zip(exprs, texts, strict=True):
        if isinstance(expr.type, OrNone):
            text = expressions.simple(scope, text)
            checks.append(f"{text} >= 0")
        out.append(text)
    return out, checks


def zone_code(scope: Scope, zone: c.ZoneDecl, indexes: tuple[c.Expr, ...]) -> str:
    family = scope.module.layout.families[zone]
    texts = [index_code(scope, i, e, size) for i, e, size in zip(zone.indexes, indexes, family.sizes, strict=True)]
    texts, checks = _guarded(scope, indexes, texts)
    text = offset(scope, family.first, family.sizes, texts, 1)
    return f"({text} if {' and '.join(checks)} else -1)" if checks else text


def zone_value(scope: Scope, expr: c.ZoneRef) -> str:
    text = zone_code(scope, expr.zone, expr.indexes)
    return text if text.isdigit() or text.startswith("(") else f"({text})"


def zones_value(scope: Scope, expr: c.ZonesRef) -> str:
    family = scope.module.layout.families[expr.zone]
    given = len(expr.indexes)
    rest = 1
    for size in family.sizes[given:]:
        rest *= size
    texts = [
        index_code(scope, i, e, size)
        for i, e, size in zip(expr.zone.indexes[:given], expr.indexes, family.sizes[:given], strict=True)
    ]
    texts, checks = _guarded(scope, expr.indexes, texts)
    start = expressions.simple(scope, offset(scope, family.first, family.sizes[:given], texts, rest), "first")
    text = f"range({start}, {start} + {rest})"
    return f"({text} if {' and '.join(checks)} else ())" if checks else text


def note_slot(scope: Scope, expr: c.NoteRef) -> tuple[str, list[str]]:
    """The first slot of a note, and the conditions under which there is one."""
    place = scope.module.layout.notes[expr.note]
    texts = []
    for index, each, size, base in zip(expr.note.indexes, expr.indexes, place.sizes, place.bases, strict=True):
        text = index_code(scope, index, each, size)
        if isinstance(index, (c.PieceIndex, c.ZoneIndex)) and base:
            text = f"{text} - {base}"
        texts.append(text)
    texts, checks = _guarded(scope, expr.indexes, texts)
    return offset(scope, place.first, place.sizes, texts, place.width), checks


def note_value(scope: Scope, expr: c.NoteRef) -> str:
    slot, checks = note_slot(scope, expr)
    if isinstance(expr.note.type, ListType):
        first = expressions.simple(scope, slot, "slot")
        text = f"s[{first} + 1 : {first} + 1 + s[{first}]]"
        nothing = "[]"
    else:
        text = f"s[{slot}]"
        nothing = "0" if isinstance(expr.note.type, TruthType) else str(none_of(expr.note.type))
    return f"({text} if {' and '.join(checks)} else {nothing})" if checks else text


def is_flat(text: str) -> bool:
    return text.startswith("(") and text.endswith(")") and "(" not in text[1:-1] and " if " not in text


def content_slot(scope: Scope, zone: c.Expr) -> str:
    """Where the content of a zone is, as code."""
    text = expressions.code(scope, zone)
    return plus(scope.module.layout.content, text[1:-1] if is_flat(text) else text)
