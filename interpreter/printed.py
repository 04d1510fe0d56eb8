"""What is printed on cards, for people who must decide by it."""

from __future__ import annotations

from typing import TypedDict

from ..grammar import checked as c
from .components import Components, Face


class Printed(TypedDict):
    """`attributes`: by name, the items of a list or the one value; `texts`: what its effect and its worth say."""

    attributes: dict[str, tuple[str, ...]]
    texts: tuple[str, ...]


def printed(parts: Components) -> dict[str, Printed]:
    """By a card's text in views and choices what more is printed on it. Nothing for cards whose text says it all: of kinds
    without a table the text holds the attributes."""
    out: dict[str, Printed] = {}
    for number, face in enumerate(parts.faces):
        low, high = parts.piece_range[number]
        texts = _texts(parts, face)
        if ((face.kind.rows is not None and face.kind.attributes) or texts) and low < high:
            out[face.title] = {"attributes": _attributes(parts, face), "texts": texts}
    return out


def _attributes(parts: Components, face: Face) -> dict[str, tuple[str, ...]]:
    if face.kind.rows is None:
        return {}
    return {
        attribute.name: tuple(parts.show_value(attribute.item, each) for each in cell)
        if isinstance(cell, tuple)
        else (parts.show_value(attribute.type, cell),)
        for attribute, cell in zip(face.kind.attributes, face.values, strict=True)
    }


def _texts(parts: Components, face: Face) -> tuple[str, ...]:
    game = parts.setting.game
    decls: tuple[c.EffectDecl | c.WorthDecl, ...] = (*game.effects, *game.worths)
    return tuple(
        decl.text for decl in decls if decl.kind is face.kind and decl.row in (None, face.row) and decl.text is not None
    )
