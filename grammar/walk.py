"""Goes through a tree, syntax or checked. A declaration that is only referred to is not entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter

from . import checked
from .source import Source, Span
from .types import Type

# What stands by itself: a tree refers to it, but it is no part of the tree.
_APART = (
    checked.EnumDecl,
    checked.KindDecl,
    checked.ZoneDecl,
    checked.NoteDecl,
    checked.OptionDecl,
    checked.TermDecl,
    checked.Variable,
    checked.ActionDecl,
    checked.StepDecl,
    checked.At,
    Span,
    Source,
    Type,
)


@cache
def _parts(kind: type) -> tuple[attrgetter[object], ...]:
    return tuple(attrgetter(field.name) for field in fields(kind))


def parts(tree: object) -> Iterator[object]:
    """What stands directly below: the parts of a node, the items of a list."""
    if isinstance(tree, tuple):
        yield from tree
    elif is_dataclass(tree) and not isinstance(tree, _APART) and not isinstance(tree, type):
        yield from (part(tree) for part in _parts(type(tree)))


def walk(tree: object) -> Iterator[object]:
    """The tree itself and everything below it, from the left."""
    if isinstance(tree, tuple):
        for item in tree:
            yield from walk(item)
    elif is_dataclass(tree) and not isinstance(tree, _APART) and not isinstance(tree, type):
        yield tree
        for part in _parts(type(tree)):
            value = part(tree)
            if isinstance(value, tuple) or is_dataclass(value):
                yield from walk(value)
