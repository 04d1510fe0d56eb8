"""Notes that start afresh: at the beginning of the game, of each turn, of each round."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.types import ListType
from .expressions import constant, simple, value
from .layout import NotePlace
from .scope import Scope


def write_fresh(scope: Scope, when: c.StartWhen) -> None:
    """Write: every note that starts afresh at this moment does."""
    for note, place in scope.module.layout.notes.items():
        if note.start_when is when:
            with scope.writer.at(note.at.span):
                _start(scope, place)


def _start(scope: Scope, place: NotePlace) -> None:
    write, note = scope.writer.line, place.decl
    first, count, width = place.first, place.count, place.width
    if count == 0:
        return
    if isinstance(note.type, ListType):
        if isinstance(note.start, c.ListOf) and not note.start.items:
            _fill(scope, first, count * width, 0)
            return
        items = simple(scope, f"list({value(scope, note.start, note.type)})", "start")
        room = width - 1
        if count == 1:
            write(f"store(s, {first}, {room}, {items}, {note.at.span.start})")
        else:
            slot = scope.fresh("slot")
            with scope.writer.block(f"for {slot} in range({first}, {first + count * width}, {width}):"):
                write(f"store(s, {slot}, {room}, {items}, {note.at.span.start})")
        return
    text = value(scope, note.start, note.type)
    fixed = constant(scope, note.start)
    if fixed is not None or text.lstrip("-").isdigit():
        _fill(scope, first, count, int(text))
    elif count == 1:
        write(f"s[{first}] = {text}")
    else:
        write(f"s[{first} : {first + count}] = [{text}] * {count}")


def _fill(scope: Scope, first: int, count: int, number: int) -> None:
    if count == 1:
        scope.writer.line(f"s[{first}] = {number}")
    else:
        zeros = scope.module.constant("fill", (number,) * count)
        scope.writer.line(f"s[{first} : {first + count}] = {zeros}")
