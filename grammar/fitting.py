"""How types relate: what fits where, what two of them have in common, and how a message calls them."""

from __future__ import annotations

from .types import (
    DirectionType,
    EnumType,
    FaceType,
    ListType,
    NothingType,
    NumberType,
    OrNone,
    PieceType,
    PlayerType,
    TruthType,
    Type,
    UnknownType,
    ZoneType,
    bare,
    or_none,
)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of `given` may stand where `wanted` is. Kinds and families need only overlap: which of
    them a card is shows in play. A value `or none` fits, since none has a meaning everywhere (no, nothing, or
    a fault).
    """
    if isinstance(given, UnknownType) or isinstance(wanted, UnknownType):
        return True
    if isinstance(given, NothingType):
        return isinstance(wanted, (OrNone, NothingType))
    return meets(given, wanted)


def meets(left: Type, right: Type) -> bool:
    """Whether some value is of both types, none aside."""
    match bare(left), bare(right):
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case (NumberType(), NumberType()) | (TruthType(), TruthType()) | (PlayerType(), PlayerType()):
            return True
        case (DirectionType(), DirectionType()):
            return True
        case EnumType(a), EnumType(b):
            return a == b
        case (PieceType(a), PieceType(b)) | (FaceType(a), FaceType(b)) | (ZoneType(a), ZoneType(b)):
            return bool(a & b) or not a or not b
        case ListType(a), ListType(b):
            return isinstance(a, NothingType) or isinstance(b, NothingType) or meets(a, b)
    return False


def narrowed(given: Type, named: Type) -> Type:
    """`given` as far as it is `named` too: cards of a zone, called `scene`."""
    match bare(given), named:
        case PieceType(a), PieceType(b) if a & b:
            kept: Type = PieceType(a & b)
        case FaceType(a), FaceType(b) if a & b:
            kept = FaceType(a & b)
        case ZoneType(a), ZoneType(b) if a & b:
            kept = ZoneType(a & b)
        case _:
            return given
    return or_none(kept) if isinstance(given, OrNone) else kept


def joined(left: Type, right: Type) -> Type | None:
    """The type that values of both have, or None if there is no such type."""
    if left == right or isinstance(right, UnknownType):
        return left
    if isinstance(left, UnknownType):
        return right
    if isinstance(left, NothingType):
        return None if isinstance(right, ListType) else or_none(right)
    if isinstance(right, NothingType):
        return None if isinstance(left, ListType) else or_none(left)
    if isinstance(left, OrNone) or isinstance(right, OrNone):
        both = joined(bare(left), bare(right))
        return None if both is None or isinstance(both, ListType) else or_none(both)
    match left, right:
        case NumberType(a, b), NumberType(c, d):
            return NumberType(
                None if a is None or c is None else min(a, c), None if b is None or d is None else max(b, d)
            )
        case PieceType(a), PieceType(b):
            return PieceType(a | b)
        case FaceType(a), FaceType(b):
            return FaceType(a | b)
        case ZoneType(a), ZoneType(b):
            return ZoneType(a | b)
        case ListType(a), ListType(b):
            if isinstance(a, NothingType):
                return right
            if isinstance(b, NothingType):
                return left
            item = joined(a, b)
            return None if item is None else ListType(item)
    return None


def _a(word: str) -> str:
    return f"{'an' if word[:1] in 'AEIOUaeiou' else 'a'} {word}"


def describe(kind: Type) -> str:
    """A type in a sentence: `a player`, `a Suit`, `a list of cards`."""
    match kind:
        case NumberType():
            return "a number"
        case TruthType():
            return "yes or no"
        case PlayerType():
            return "a player"
        case DirectionType():
            return "a direction"
        case EnumType(name):
            return _a(name)
        case PieceType(kinds):
            return _a(next(iter(kinds))) if len(kinds) == 1 else "a card"
        case FaceType(kinds):
            return f"a kind of {next(iter(kinds))}" if len(kinds) == 1 else "a kind of card"
        case ZoneType(families):
            return f"a zone (`{next(iter(families))}`)" if len(families) == 1 else "a zone"
        case ListType(item):
            return f"a list of {_several(item)}"
        case OrNone(item):
            return f"{describe(item)} or none"
        case NothingType():
            return "none"
    return "something unknown"


def _several(item: Type) -> str:
    match item:
        case NumberType():
            return "numbers"
        case TruthType():
            return "yes and no"
        case PlayerType():
            return "players"
        case DirectionType():
            return "directions"
        case EnumType(name):
            return f"{name} values"
        case PieceType():
            return "cards"
        case FaceType():
            return "kinds of card"
        case ZoneType():
            return "zones"
        case ListType(inner):
            return f"lists of {_several(inner)}"
        case OrNone(inner):
            return _several(inner)
    return "nothing"
