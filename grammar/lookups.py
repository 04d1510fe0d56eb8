"""`by E (k: v, ...)`: which cases are missing, said twice or never reached."""

from __future__ import annotations

from collections.abc import Sequence

from . import nodes
from .checked import BuiltIn, BuiltInRef, Expr, Literal, TableCase
from .names import Report, Symbols
from .types import PLAYER, TRUTH, EnumType, NothingType, NumberType, OrNone, Type, bare

_SHOWN = 8


def missing_keys(symbols: Symbols, report: Report, node: nodes.By, key: Expr, cases: Sequence[TableCase]) -> None:
    """Report the values of the key that no case covers, and cases that are there twice or out of reach."""
    kind = key.type
    seen: dict[int, TableCase] = {}
    for case in cases:
        if not isinstance(case.key, Literal):
            continue
        value = case.key.value
        if value in seen:
            report.error(
                "by/twice",
                "there is a case for this value already",
                case.key.span,
                report.note("the first one", seen[value].key.span),
            )
        seen.setdefault(value, case)
    wanted = _values(symbols, kind)
    of_players = isinstance(key, BuiltInRef) and key.name is BuiltIn.PLAYERS
    if wanted is not None and of_players:
        for value, case in seen.items():
            if value not in wanted:
                report.warning(
                    "by/never",
                    f"this game is never played by {value}",
                    case.key.span,
                    *report.declared(symbols.seats_at),
                )
    if node.otherwise is not None:
        return
    if wanted is None:
        report.error(
            "by/no-otherwise",
            "this may have any value, so `otherwise` is needed",
            node.key.span,
            help="end with `otherwise VALUE`",
        )
        return
    missing = [name for value, name in wanted.items() if value not in seen]
    if missing:
        shown = ", ".join(missing[:_SHOWN]) + (" ..." if len(missing) > _SHOWN else "")
        what = f"{shown} players" if of_players else shown
        notes = report.declared(symbols.seats_at) if of_players else ()
        if isinstance(kind, EnumType):
            notes = (report.note(f"{kind.name} is declared here", symbols.enums[kind.name].at),)
        report.error("by/missing", f"there is no case for {what}", node.span, *notes, help="or end with `otherwise`")


def _values(symbols: Symbols, kind: Type) -> dict[int, str] | None:
    """Every value of a type with its name, or None if there are too many to name."""
    none = {-1: "none"} if isinstance(kind, (OrNone, NothingType)) else {}
    match bare(kind):
        case EnumType(name):
            return {**dict(enumerate(symbols.enums[name].values)), **none}
        case NumberType(int(low), int(high)) if high - low < 1000:
            return {**{n: str(n) for n in range(low, high + 1)}, **none}
        case other if other == TRUTH:
            return {0: "no", 1: "yes", **none}
        case other if other == PLAYER and symbols.seats:
            return {**dict(enumerate(symbols.seats)), **none}
    return None
