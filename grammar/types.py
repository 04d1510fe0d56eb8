"""The types of the language. A value of any of them is one whole number in play, a list several."""

from __future__ import annotations

from .frozen import frozen


@frozen
class Type:
    pass


@frozen
class NumberType(Type):
    """A whole number; bounds where they are known."""

    low: int | None = None
    high: int | None = None


@frozen
class TruthType(Type):
    """yes is 1, no is 0."""


@frozen
class PlayerType(Type):
    """A seat, from 0, clockwise."""


@frozen
class DirectionType(Type):
    """North, NorthEast, East ... NorthWest: 0 to 7, clockwise."""


@frozen
class EnumType(Type):
    """A value of an enum: its position from 0."""

    name: str


@frozen
class PieceType(Type):
    """One card (piece, token, die) of any of these kinds."""

    kinds: frozenset[str]


@frozen
class FaceType(Type):
    """A face: what cards that are alike have in common (`Satanimal(Sloth)`)."""

    kinds: frozenset[str]


@frozen
class ZoneType(Type):
    """One zone of any of these families."""

    families: frozenset[str]


@frozen
class ListType(Type):
    """A list; `item` is NothingType for the empty list."""

    item: Type


@frozen
class OrNone(Type):
    """A value or none (-1). Never nested, never over a list."""

    item: Type


@frozen
class NothingType(Type):
    """The type of `none`."""


@frozen
class UnknownType(Type):
    """Of an expression that is already reported: fits everything, so that one fault is told once."""


NUMBER = NumberType()
TRUTH = TruthType()
PLAYER = PlayerType()
DIRECTION = DirectionType()
NOTHING = NothingType()
UNKNOWN = UnknownType()


def bare(kind: Type) -> Type:
    """The type without its `or none`."""
    return kind.item if isinstance(kind, OrNone) else kind


def carries_none(kind: Type, *of: Type) -> Type:
    """The type of something that belongs to values of the types `of`: what belongs to none is none, a test on it no and a
    list of it empty.
    """
    if isinstance(kind, (TruthType, ListType)) or not any(isinstance(each, OrNone) for each in of):
        return kind
    return or_none(kind)


def or_none(kind: Type) -> Type:
    """The type with `or none`."""
    return kind if isinstance(kind, (OrNone, NothingType, UnknownType)) else OrNone(kind)
