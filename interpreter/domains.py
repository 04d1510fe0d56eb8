"""Looking through a domain as Python: loops, and tests of a few items written out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..grammar import checked as c
from ..grammar.types import (
    ListType,
    OrNone,
    bare,
)
from . import expressions, places
from .components import none_of
from .scope import Scope


def start(scope: Scope, stem: str, first: str) -> str:
    name = scope.fresh(stem)
    scope.writer.line(f"{name} = {first}")
    return name


@contextmanager
def over(scope: Scope, domain: c.Domain, variable: c.Variable) -> Iterator[Scope]:
    """A loop over a domain in its order; what is written inside knows the variable. `continue` leads to the next item."""
    name = scope.fresh(variable.name)
    inner = scope.bind(variable, name)
    match domain:
        case c.PlayersDomain():
            head = f"for {name} in range({scope.module.setting.players}):"
        case c.EnumDomain(enum=enum):
            head = f"for {name} in range({len(enum.values)}):"
        case c.RangeDomain(low=low, high=high):
            upper = expressions.number(scope, high)
            end = str(int(upper) + 1) if upper.lstrip("-").isdigit() else f"{upper} + 1"
            head = f"for {name} in range({expressions.number(scope, low)}, {end}):"
        case c.CardsDomain(zone=zone):
            if scope.shape(zone) is c.Shape.GROUP and not isinstance(zone.type, OrNone):
                rest, bit = scope.fresh("rest"), scope.fresh("bit")
                scope.writer.line(f"{rest} = s[{places.content_slot(scope, zone)}]")
                with scope.writer.block(f"while {rest}:"):
                    scope.writer.line(f"{bit} = {rest} & -{rest}")
                    scope.writer.line(f"{rest} ^= {bit}")
                    scope.writer.line(f"{name} = {bit}.bit_length() - 1")
                    yield inner
                return
            if scope.shape(zone) in (c.Shape.PILE, c.Shape.ROW) and not isinstance(zone.type, OrNone):
                following = scope.fresh("next")
                scope.writer.line(f"{following} = s[{places.content_slot(scope, zone)}]")
                with scope.writer.block(f"while {following} >= 0:"):
                    scope.writer.line(f"{name} = {following}")
                    scope.writer.line(f"{following} = s[{scope.module.layout.under} + {following}]")
                    yield inner
                return
            head = f"for {name} in cards(s, {expressions.code(scope, zone)}):"
        case c.ListDomain(list=items):
            head = f"for {name} in {expressions.code(scope, items)}:"
        case c.PiecesDomain(kind=kind):
            where = scope.module.parts.ranges[kind]
            head = f"for {name} in range({where.first_piece}, {where.first_piece + where.pieces}):"
        case _:
            raise AssertionError(f"no loop over {domain!r}")
    with scope.writer.block(head):
        yield inner


@contextmanager
def loop(scope: Scope, binder: c.Binder) -> Iterator[Scope]:
    """A loop over what a binder binds, without what its `where` leaves out."""
    with over(scope, binder.domain, binder.variable) as inner:
        skip_unless(inner, binder.where)
        yield inner


def skip_unless(scope: Scope, condition: c.Expr | None) -> None:
    if condition is not None:
        text = expressions.code(scope, condition)
        with scope.writer.block(f"if {opposite(text)}:"):
            scope.writer.line("continue")


def opposite(text: str) -> str:
    """The code of the opposite of a test."""
    if text.startswith("(not ") and _closes(text):
        return text[5:-1]
    return f"not {text}"


def _closes(text: str) -> bool:
    """Whether the bracket that begins a text is closed by its last character."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return place == len(text) - 1
    return False


SPREAD_ITEMS = 9  # so many items of a domain are written out one by one


SPREAD_TEXT = 1500  # and an expression made of them may be so long


def elements(scope: Scope, domain: c.Domain) -> list[str] | None:
    """Code for each item of a domain that has few and always as many; None for any other."""
    module = scope.module
    match domain:
        case c.PlayersDomain():
            count = module.setting.players
        case c.EnumDomain(enum=enum):
            count = len(enum.values)
        case c.RangeDomain(low=low, high=high):
            first, last = expressions.constant(scope, low), expressions.constant(scope, high)
            if first is None or last is None or last - first >= SPREAD_ITEMS:
                return None
            return [str(n) for n in range(first, last + 1)]
        case c.ListDomain(list=items):
            fixed = expressions.static(scope, items)
            if isinstance(fixed, tuple):
                if len(fixed) > SPREAD_ITEMS:
                    return None
                return [module.constant("list", x) if isinstance(x, tuple) else str(x) for x in fixed]
            return _zone_elements(scope, items) if isinstance(items, c.ZonesRef) else None
        case _:
            return None
    return [str(n) for n in range(count)] if count <= SPREAD_ITEMS else None


def _zone_elements(scope: Scope, expr: c.ZonesRef) -> list[str] | None:
    """The zones of one owner, as code."""
    family = scope.module.layout.families[expr.zone]
    given = len(expr.indexes)
    rest = 1
    for size in family.sizes[given:]:
        rest *= size
    if rest > SPREAD_ITEMS or any(isinstance(index.type, OrNone) for index in expr.indexes):
        return None
    trial = scope.scratch()
    texts = [
        places.index_code(trial, i, e, size)
        for i, e, size in zip(expr.zone.indexes[:given], expr.indexes, family.sizes[:given], strict=True)
    ]
    if trial.writer.lines or not all(expressions.is_simple(text) for text in texts):
        return None
    return [f"({places.offset(scope, family.first + i, family.sizes[:given], texts, rest)})" for i in range(rest)]


def _spread(scope: Scope, binder: c.Binder, *tests: c.Expr | None) -> tuple[list[str], list[str]] | None:
    """For each item of a small domain whether the binder's `where` lets it in, and whether the tests hold for it, as code;
    None where that takes more than expressions."""
    items = elements(scope, binder.domain)
    if not items:
        return None
    lets_in, holds = [], []
    for item in items:
        trial = scope.scratch()
        bound = trial.bind(binder.variable, item)
        lets_in.append("True" if binder.where is None else expressions.code(bound, binder.where))
        holds.append(" and ".join([expressions.code(bound, test) for test in tests if test is not None]) or "True")
        if trial.writer.lines:
            return None
    return (lets_in, holds) if sum(map(len, lets_in + holds)) <= SPREAD_TEXT else None


def _joined(scope: Scope, expr: c.Quantified, lets_in: list[str], holds: list[str]) -> str:
    """A quantified test written out."""
    both = [
        holds_ if let_ == "True" else let_ if holds_ == "True" else f"{let_} and {holds_}"
        for let_, holds_ in zip(lets_in, holds, strict=True)
    ]
    match expr.determiner:
        case c.Determiner.ANY:
            return f"({' or '.join(both)})"
        case c.Determiner.NO:
            return f"(not ({' or '.join(both)}))"
        case c.Determiner.EVERY:
            if expr.test is None:
                return "True"
            each = [
                holds_ if let_ == "True" else f"({opposite(let_)} or {holds_})"
                for let_, holds_ in zip(lets_in, holds, strict=True)
            ]
            return f"({' and '.join(each)})"
        case determiner:
            assert expr.quantity is not None
            wanted = expressions.number(scope, expr.quantity)
            sign = {c.Determiner.AT_LEAST: ">=", c.Determiner.AT_MOST: "<=", c.Determiner.EXACTLY: "=="}[determiner]
            total = " + ".join(f"(1 if {test} else 0)" for test in both)
            return f"({total} {sign} {wanted})"


def quantified(scope: Scope, expr: c.Quantified) -> str:
    spread = _spread(scope, expr.binder, expr.test)
    if spread is not None:
        return _joined(scope, expr, *spread)
    write = scope.writer.line
    match expr.determiner:
        case c.Determiner.ANY | c.Determiner.NO:
            found = start(scope, "found", "False")
            with loop(scope, expr.binder) as inner:
                skip_unless(inner, expr.test)
                write(f"{found} = True")
                write("break")
            return found if expr.determiner is c.Determiner.ANY else f"(not {found})"
        case c.Determiner.EVERY:
            every = start(scope, "every", "True")
            with loop(scope, expr.binder) as inner:
                if expr.test is not None:
                    text = expressions.code(inner, expr.test)
                    with scope.writer.block(f"if not {text}:"):
                        write(f"{every} = False")
                        write("break")
            return every
        case determiner:
            assert expr.quantity is not None
            wanted = expressions.simple(scope, expressions.number(scope, expr.quantity), "wanted")
            count = start(scope, "count", "0")
            with loop(scope, expr.binder) as inner:
                skip_unless(inner, expr.test)
                write(f"{count} += 1")
            sign = {c.Determiner.AT_LEAST: ">=", c.Determiner.AT_MOST: "<=", c.Determiner.EXACTLY: "=="}[determiner]
            return f"({count} {sign} {wanted})"


def spread_sum(scope: Scope, term: c.Expr, binder: c.Binder) -> str | None:
    """A sum over a small domain written out."""
    items = elements(scope, binder.domain)
    if not items or binder.where is not None:
        return None
    texts = []
    for item in items:
        trial = scope.scratch()
        texts.append(expressions.number(trial.bind(binder.variable, item), term))
        if trial.writer.lines:
            return None
    total = f"({' + '.join(texts)})"
    return total if len(total) <= SPREAD_TEXT else None


def extreme(scope: Scope, expr: c.Extreme) -> str:
    best = start(scope, "best", "None")
    with loop(scope, expr.binder) as inner:
        text = expressions.simple(inner, expressions.number(inner, expr.value), "value")
        with scope.writer.block(f"if {best} is None or {text} {'>' if expr.highest else '<'} {best}:"):
            scope.writer.line(f"{best} = {text}")
    with scope.writer.block(f"if {best} is None:"):
        word = "highest" if expr.highest else "lowest"
        scope.writer.line(f"raise Breakdown('there is nothing to take the {word} of', {expr.span.start})")
    return best


def _collect(scope: Scope, binder: c.Binder, best: c.Best | None) -> str:
    """A list of all items that fit, or of those that tie for the best."""
    found = start(scope, "found", "[]")
    if best is None:
        with loop(scope, binder) as inner:
            scope.writer.line(f"{found}.append({inner.names[binder.variable]})")
        return found
    top = start(scope, "top", "None")
    with loop(scope, binder) as inner:
        text = expressions.value(inner, best.value)
        text = f"list({text})" if isinstance(bare(best.value.type), ListType) else text
        text = expressions.simple(inner, text, "value")
        name = inner.names[binder.variable]
        if isinstance(best.value.type, OrNone):  # what has no value is neither the highest nor the lowest
            with scope.writer.block(f"if {text} == {none_of(best.value.type)}:"):
                scope.writer.line("continue")
        with scope.writer.block(f"if {top} is None or {text} {'>' if best.highest else '<'} {top}:"):
            scope.writer.line(f"{top} = {text}")
            scope.writer.line(f"{found} = [{name}]")
        with scope.writer.block(f"elif {text} == {top}:"):
            scope.writer.line(f"{found}.append({name})")
    return found


def all_such(scope: Scope, expr: c.AllSuch) -> str:
    if expr.best is None and expr.binder.where is None and isinstance(expr.binder.domain, c.ListDomain):
        return expressions.code(scope, expr.binder.domain.list)
    return _collect(scope, expr.binder, expr.best)


def the_such(scope: Scope, expr: c.TheSuch) -> str:
    found = _collect(scope, expr.binder, expr.best)
    with scope.writer.block(f"if len({found}) > 1:"):
        word = expr.binder.variable.name
        scope.writer.line(f"raise Breakdown('several would be the {word} meant here', {expr.span.start})")
    item = expr.binder.variable.type
    none = "()" if isinstance(item, ListType) else none_of(item)
    return f"({found}[0] if {found} else {none})"
