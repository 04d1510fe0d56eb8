"""The built-in functions as Python."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.types import NUMBER, EnumType, ListType, OrNone, PieceType, bare
from .components import NO_NUMBER, none_of
from .expressions import code, number, simple, value, write_cases
from .layout import Family
from .patterns import matches, pieces
from .places import content_slot
from .scope import Module, Scope
from .writer import Writer


def function_call(scope: Scope, expr: c.FunctionCall) -> str:
    """Code for one call."""
    module = scope.module
    layout, n = module.layout, module.setting.players
    first = expr.arguments[0]
    match expr.function:
        case c.Function.TOP:
            return _end(scope, first, top=True)
        case c.Function.BOTTOM:
            return _end(scope, first, top=False)
        case c.Function.NTH:
            return f"nth(s, {code(scope, first)}, {number(scope, expr.arguments[1])})"
        case c.Function.TOPS:
            return f"tops(s, {code(scope, first)})"
        case c.Function.SIZE:
            return _size(scope, first)
        case c.Function.CARDS:
            return pieces(scope, first)
        case c.Function.FIRST | c.Function.LAST as which:
            items = simple(scope, code(scope, first), "items")
            place = "0" if which is c.Function.FIRST else "-1"
            return f"({items}[{place}] if {items} else {_nothing(expr)})"
        case c.Function.NTH_ITEM:
            return f"item({code(scope, first)}, {number(scope, expr.arguments[1])}, {_nothing(expr)})"
        case c.Function.JOIN:
            part, each = scope.fresh("part"), scope.fresh("x")
            return f"[{each} for {part} in {code(scope, first)} for {each} in {part}]"
        case c.Function.COUNT:
            items = code(scope, expr.arguments[1])
            return f"({items}).count({value(scope, first)})"
        case c.Function.OCCURRENCES:
            return f"occurrences({code(scope, first)}, {code(scope, expr.arguments[1])})"
        case c.Function.PLACE:
            piece = code(scope, first)
            if isinstance(first.type, OrNone):
                piece = simple(scope, piece)
                return f"(s[{layout.place} + {piece}] if {piece} >= 0 else -1)"
            return f"s[{layout.place} + {piece}]"
        case c.Function.HOLDER:
            owners = module.constant("owner", tuple(owners_of(module)))
            piece = code(scope, first)
            if isinstance(first.type, OrNone):
                piece = simple(scope, piece)
                return f"({owners}[s[{layout.place} + {piece}]] if {piece} >= 0 else -1)"
            return f"{owners}[s[{layout.place} + {piece}]]"
        case c.Function.FACES:
            raise AssertionError("the faces of a kind never change")
        case c.Function.WORTH:
            return f"{worth_function(module, scope.still)}(s, {scope.you}, {code(scope, first)})"
        case c.Function.LEFT:
            return _seat(scope, first, tuple((seat + 1) % n for seat in range(n)))
        case c.Function.RIGHT:
            return _seat(scope, first, tuple((seat - 1) % n for seat in range(n)))
        case c.Function.PARTNER:
            return _seat(scope, first, tuple((seat + n // 2) % n for seat in range(n)))
        case c.Function.NEXT:
            kind = bare(first.type)
            if isinstance(kind, EnumType):
                count = len(module.setting.enum(kind.name).values)
            else:
                count = 8
            text = code(scope, first)
            if isinstance(first.type, OrNone):
                text = simple(scope, text)
                return f"(({text} + 1) % {count} if {text} >= 0 else -1)"
            return f"(({text} + 1) % {count})"
        case c.Function.POSITION:
            text = simple(scope, code(scope, first))
            if isinstance(first.type, OrNone):
                return f"({text} + 1 if {text} >= 0 else {NO_NUMBER})"
            return f"({text} + 1)"
        case c.Function.ROWS | c.Function.COLUMNS | c.Function.LINES:
            return _lines(scope, expr)
        case c.Function.PILE_ROWS:
            return f"turned(laid(s, {code(scope, first)}), -1, {expr.span.start})"
        case c.Function.PILE_COLUMNS:
            at = expr.span.start
            return f"turned(turned(laid(s, {code(scope, first)}), -1, {at}), -1, {at})"
        case c.Function.LIST_COLUMNS:
            kind = bare(expr.type)
            assert isinstance(kind, ListType)
            assert isinstance(kind.item, ListType)
            return f"turned({code(scope, first)}, {none_of(kind.item.item)}, {expr.span.start})"
        case c.Function.ROW:
            return f"{module.constant('row', module.geometry.row_of)}[{code(scope, first)}]"
        case c.Function.COLUMN:
            return f"{module.constant('column', module.geometry.column_of)}[{code(scope, first)}]"
        case c.Function.STEP:
            steps = module.constant("step", module.geometry.steps)
            return f"{steps}[{code(scope, expr.arguments[1])}][{code(scope, first)}]"
        case c.Function.NEIGHBOURS:
            return f"NEIGHBOURS[{code(scope, first)}]"
        case c.Function.CONNECTED:
            return f"connected({code(scope, first)}, {code(scope, expr.arguments[1])})"
        case c.Function.SMALLER | c.Function.LARGER as which:
            word = "min" if which is c.Function.SMALLER else "max"
            return f"{word}({number(scope, first)}, {number(scope, expr.arguments[1])})"


def _nothing(expr: c.Expr) -> str:
    kind = bare(expr.type)
    return "()" if isinstance(kind, ListType) else str(none_of(kind))


def _end(scope: Scope, zone: c.Expr, top: bool) -> str:
    shape = scope.shape(zone)
    if shape is c.Shape.SPACE or (top and shape in (c.Shape.PILE, c.Shape.ROW)):
        return f"s[{content_slot(scope, zone)}]"
    return f"nth(s, {code(scope, zone)}, 1)" if top else f"last(s, {code(scope, zone)})"


def _size(scope: Scope, expr: c.Expr) -> str:
    kind = bare(expr.type)
    if isinstance(kind, ListType):
        return f"len({code(scope, expr)})"
    text = code(scope, expr)
    if isinstance(expr.type, OrNone):
        return f"size(s, {text})"
    layout = scope.module.layout
    slot = content_slot(scope, expr)
    match scope.shape(expr):
        case c.Shape.GROUP:
            return f"s[{slot}].bit_count()"
        case c.Shape.SPACE:
            return f"(1 if s[{slot}] >= 0 else 0)"
        case c.Shape.PILE | c.Shape.ROW:
            inner = text[1:-1] if text.startswith("(") and "(" not in text[1:-1] and " if " not in text else text
            if inner.isdigit():
                return f"s[{layout.sizes + int(inner)}]"
            return f"s[{layout.sizes} + {inner}]"
        case None:
            return f"size(s, {text})"


def _seat(scope: Scope, expr: c.Expr, to: tuple[int, ...]) -> str:
    return f"{scope.module.constant('seat', (*to, -1))}[{code(scope, expr)}]"


def _lines(scope: Scope, expr: c.FunctionCall) -> str:
    """Rows, columns or lines of a grid whose length changes during play."""
    grid = expr.arguments[0]
    assert isinstance(grid, c.ZonesRef)
    assert expr.function is c.Function.LINES
    family = scope.module.layout.families[grid.zone]
    longest = max(family.sizes, default=0)
    table = tuple(scope.module.geometry.lines(family, n) if n else () for n in range(longest + 1))
    length = simple(scope, number(scope, expr.arguments[1]), "length")
    return f"({scope.module.constant('lines', table)}[{length}] if 0 < {length} <= {longest} else ())"


def owners_of(module: Module) -> list[int]:
    """For every zone the seat it belongs to, or -1."""
    return [owner_of(family, zone) for zone, family in enumerate(module.layout.family_of)]


def owner_of(family: Family, zone: int) -> int:
    """The seat a zone belongs to, or -1."""
    place = family.decl.owner
    return -1 if place is None else family.indexes(zone)[place]


def worth_function(module: Module, still: bool) -> str:
    """One function that says what any card scores, with a branch for each kind or row that has a text."""
    if still in module.worth:
        return module.worth[still]
    function = module.worth[still] = module.names.fresh("worth")
    writer = Writer()
    scope = Scope(module, writer, {}, "you")
    with writer.block("if piece < 0:"):
        writer.line("return 0")
    for worth in module.setting.game.worths:
        name = module.names.fresh("worth_of")
        inside = Writer()
        write_cases(Scope(module, inside, {worth.this: "this"}, "you", still), worth.body, worth.cases, NUMBER)
        module.function(f"def {name}(s, you, this):", inside)
        pattern: c.Pattern
        if worth.row is None:
            pattern = c.KindPattern(worth.at.span, worth.kind, ())
        else:
            pattern = c.RowPattern(worth.at.span, worth.kind, worth.row)
        test = matches(scope, "piece", PieceType(frozenset({worth.kind.name})), pattern)
        with writer.block(f"if {test}:"):
            writer.line(f"return {name}(s, you, piece)")
    writer.line("return 0")
    module.function(f"def {function}(s, you, piece):", writer)
    return function
