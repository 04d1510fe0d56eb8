"""Patterns and cards as Python: whether a card is of a pattern, how many are, which they are."""

from __future__ import annotations

from ..grammar import checked as c
from ..grammar.types import (
    FaceType,
    ListType,
    NumberType,
    OrNone,
    PieceType,
    Type,
    ZoneType,
    bare,
)
from . import domains, expressions, places
from .scope import Scope


def face_of(scope: Scope, piece: str) -> str:
    """The face a piece shows, -1 for none."""
    layout = scope.module.layout
    if layout.has_dice:
        piece = expressions.simple(scope, piece)
        return f"(s[{layout.faces} + {piece}] if {piece} >= 0 else -1)"
    return f"{scope.module.constant('face', (*layout.parts.face_of, -1))}[{piece}]"


def static_faces(scope: Scope, pattern: c.Pattern) -> range | None:
    """The faces of a pattern whose arguments are fixed."""
    parts = scope.module.parts
    match pattern:
        case c.RowPattern(kind=kind, row=row):
            first = parts.ranges[kind].first_face + row
            return range(first, first + 1)
        case c.KindPattern(kind=kind, arguments=arguments):
            given: list[c.Cell] = []
            for argument in arguments:
                fixed: object = expressions.constant(scope, argument)
                if fixed is None:
                    fixed = expressions.static(scope, argument)
                if not isinstance(fixed, (int, tuple)):
                    return None
                given.append(fixed)
            return parts.faces_matching(kind, tuple(given))
        case _:
            return None


def pattern_kind(pattern: c.Pattern) -> c.KindDecl | None:
    match pattern:
        case c.RowPattern(kind=kind) | c.KindPattern(kind=kind):
            return kind
        case _:
            return None


def _argument_key(scope: Scope, arguments: tuple[c.Expr, ...]) -> str:
    texts = [expressions.value(scope, argument) for argument in arguments]
    texts = [f"tuple({t})" if isinstance(a.type, ListType) else t for t, a in zip(texts, arguments, strict=True)]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _by_arguments(scope: Scope, pattern: c.KindPattern, of_faces: bool) -> dict[object, int]:
    """For every way to fill in a pattern's arguments the set of its pieces (or faces) as bits."""
    parts = scope.module.parts
    where = parts.ranges[pattern.kind]
    table: dict[object, int] = {}
    for face in range(where.first_face, where.first_face + where.faces):
        values = parts.faces[face].values[: len(pattern.arguments)]
        key: object = values[0] if len(values) == 1 else values
        low, high = parts.piece_range[face]
        bits = 1 << face if of_faces else (1 << high) - (1 << low)
        table[key] = table.get(key, 0) | bits
    return table


def _lookup(scope: Scope, pattern: c.KindPattern, of_faces: bool) -> str:
    table = _by_arguments(scope, pattern, of_faces)
    key = _argument_key(scope, pattern.arguments)
    keys = sorted(table, key=repr)
    if all(isinstance(k, int) and 0 <= k < 4096 for k in keys):
        highest = max((k for k in keys if isinstance(k, int)), default=-1)
        row = (*(table.get(k, 0) for k in range(highest + 1)), 0)
        kind = bare(pattern.arguments[0].type)
        known = not isinstance(kind, NumberType) or (
            kind.high is not None and kind.high <= highest and kind.low is not None and kind.low >= 0
        )
        if known:
            return f"{scope.module.constant('set', row)}[{key}]"
    name = scope.module.constant("sets", tuple(sorted(table.items(), key=repr)))
    scope.module.constants[name + "_by"] = dict(table)
    return f"{name}_by.get({key}, 0)"


def pattern_mask(scope: Scope, pattern: c.Pattern) -> str:
    """The pieces of a pattern as bits. Not for dice."""
    module = scope.module
    faces = static_faces(scope, pattern)
    if faces is not None:
        if not faces:
            return "0"
        low, high = module.parts.piece_range[faces[0]][0], module.parts.piece_range[faces[-1]][1]
        return hex((1 << high) - (1 << low))
    match pattern:
        case c.KindPattern():
            return _lookup(scope, pattern, of_faces=False)
        case c.FacePattern(face=face):
            sets = tuple((1 << high) - (1 << low) for low, high in module.parts.piece_range)
            return f"{module.constant('pieces', (*sets, 0))}[{expressions.code(scope, face)}]"
        case _:
            raise AssertionError(f"no set for {pattern!r}")


def pattern_changes(pattern: c.Pattern) -> bool:
    """Whether the pieces of a pattern are dice."""
    match pattern:
        case c.FacePattern():
            return False
        case _:
            kind = pattern_kind(pattern)
            return kind is not None and kind.word == "die"


def matches(scope: Scope, operand: str, kind: Type, pattern: c.Pattern) -> str:
    """Whether a piece or face (as code) is of a pattern."""
    parts = scope.module.parts
    faces = static_faces(scope, pattern)
    if isinstance(kind, FaceType) or pattern_changes(pattern):
        face = operand if isinstance(kind, FaceType) else face_of(scope, operand)
        if faces is not None:
            if not faces:
                return "0"
            return f"({face} == {faces[0]})" if len(faces) == 1 else f"({faces[0]} <= {face} < {faces[-1] + 1})"
        if isinstance(pattern, c.FacePattern):
            return f"({face} == {expressions.code(scope, pattern.face)})"
        assert isinstance(pattern, c.KindPattern)
        face = expressions.simple(scope, face)
        return f"({face} >= 0 and {_lookup(scope, pattern, of_faces=True)} >> {face} & 1)"
    if faces is not None:
        if not faces:
            return "0"
        low, high = parts.piece_range[faces[0]][0], parts.piece_range[faces[-1]][1]
        if high <= low:
            return "0"
        return f"({operand} == {low})" if high == low + 1 else f"({low} <= {operand} < {high})"
    one_face = _face_text(scope, pattern)
    if one_face is not None:
        return f"({scope.module.constant('face', (*parts.face_of, -1))}[{operand}] == {one_face})"
    operand = expressions.simple(scope, operand)
    return f"({operand} >= 0 and {pattern_mask(scope, pattern)} >> {operand} & 1)"


def _face_text(scope: Scope, pattern: c.Pattern) -> str | None:
    """The face of a pattern with all its attributes given, where they are counted from 0 on and never none, as code."""
    if not isinstance(pattern, c.KindPattern) or len(pattern.arguments) != len(pattern.kind.attributes):
        return None
    if pattern.kind.rows is not None or not pattern.arguments:
        return None
    parts = scope.module.parts
    face, terms = parts.ranges[pattern.kind].first_face, []
    step = parts.ranges[pattern.kind].faces
    for attribute, argument in zip(pattern.kind.attributes, pattern.arguments, strict=True):
        values = parts.values_of(attribute.type)
        if attribute.count is not None or not values or isinstance(attribute.type, OrNone):
            return None
        if isinstance(argument.type, OrNone) or isinstance(bare(argument.type), NumberType):
            return None
        step //= len(values)
        terms.append((expressions.value(scope, argument), step))
    if parts.ranges[pattern.kind].faces != len(parts.faces_matching(pattern.kind, ())):
        return None
    texts = [text if step == 1 else f"{text} * {step}" for text, step in terms]
    return " + ".join([str(face), *texts] if face else texts)


def pieces(scope: Scope, expr: c.Expr) -> str:
    """The cards of a zone, of a list of zones, or of a list of cards, as a Python list."""
    kind = bare(expr.type)
    match kind:
        case ZoneType():
            return f"cards(s, {expressions.code(scope, expr)})"
        case ListType(item=item) if isinstance(bare(item), ZoneType):
            name = scope.fresh("z")
            return f"[p for {name} in {expressions.code(scope, expr)} for p in cards(s, {name})]"
        case ListType():
            return expressions.code(scope, expr)
        case _:
            text = expressions.simple(scope, expressions.code(scope, expr))
            return f"([{text}] if {text} >= 0 else [])"


def piece_set(scope: Scope, container: c.Expr) -> str:
    """The cards of a container as bits."""
    kind = bare(container.type)
    match kind:
        case ZoneType():
            text = expressions.code(scope, container)
            if scope.shape(container) is c.Shape.GROUP and not isinstance(container.type, OrNone):
                return (
                    f"s[{places.plus(scope.module.layout.content, text.strip('()') if places.is_flat(text) else text)}]"
                )
            return f"mask(s, {text})"
        case ListType(item=item) if isinstance(bare(item), ZoneType):
            return f"masks(s, {expressions.code(scope, container)})"
        case _:
            return f"bits({pieces(scope, container)})"


def has_cards(scope: Scope, expr: c.HasCards) -> str:
    quantity = None if expr.quantity is None else expressions.number(scope, expr.quantity)
    if pattern_changes(expr.pattern) or (
        quantity not in (None, "1") and isinstance(bare(expr.container.type), ListType)
    ):
        text = f"({count_cards(scope, expr.container, expr.pattern)} >= {quantity or 1})"
    elif isinstance(bare(expr.container.type), PieceType):
        text = matches(scope, expressions.code(scope, expr.container), bare(expr.container.type), expr.pattern)
    elif scope.shape(expr.container) is c.Shape.SPACE and quantity in (None, "1"):
        piece = f"s[{places.content_slot(scope, expr.container)}]"
        text = matches(scope, piece, PieceType(frozenset()), expr.pattern)
    else:
        text = f"{piece_set(scope, expr.container)} & {pattern_mask(scope, expr.pattern)}"
        text = f"({text})" if quantity in (None, "1") else f"(({text}).bit_count() >= {quantity})"
    if expr.negated and isinstance(expr.container.type, OrNone) and isinstance(bare(expr.container.type), ZoneType):
        place = expressions.simple(scope, expressions.code(scope, expr.container), "place")
        return f"({place} >= 0 and not {text})"  # nobody's hand is not even without a card
    return f"(not {text})" if expr.negated else text


def count_cards(scope: Scope, container: c.Expr, pattern: c.Pattern) -> str:
    if pattern_changes(pattern):
        name = scope.fresh("p")
        inner = scope.scratch()
        items = pieces(scope, container)
        test = matches(inner, name, PieceType(frozenset()), pattern)
        if inner.writer.lines:
            total = domains.start(scope, "count", "0")
            with scope.writer.block(f"for {name} in {items}:"):
                test = matches(scope, name, PieceType(frozenset()), pattern)
                scope.writer.line(f"{total} += 1 if {test} else 0")
            return total
        return f"sum(1 for {name} in {items} if {test})"
    kind = bare(container.type)
    if isinstance(kind, ListType) and isinstance(bare(kind.item), PieceType):
        wanted = expressions.simple(scope, pattern_mask(scope, pattern))
        name = scope.fresh("p")
        return f"sum({wanted} >> {name} & 1 for {name} in {expressions.code(scope, container)} if {name} >= 0)"
    faces = static_faces(scope, pattern)
    if faces and scope.shape(container) in (c.Shape.PILE, c.Shape.ROW) and not isinstance(container.type, OrNone):
        low, high = (scope.module.parts.piece_range[face][end] for face, end in ((faces[0], 0), (faces[-1], 1)))
        return f"run_of(s, {expressions.code(scope, container)}, {low}, {high})"
    return f"({piece_set(scope, container)} & {pattern_mask(scope, pattern)}).bit_count()"


def single_face(scope: Scope, pattern: c.Pattern) -> str:
    """The one piece of a face."""
    faces = static_faces(scope, pattern)
    if faces is not None:
        return str(scope.module.parts.piece_range[faces[0]][0]) if faces else "-1"
    return f"({pattern_mask(scope, pattern)}.bit_length() - 1)"


def face_value(scope: Scope, pattern: c.Pattern) -> str:
    match pattern:
        case c.FacePattern(face=face):
            return expressions.code(scope, face)
        case c.KindPattern():
            return f"({_lookup(scope, pattern, of_faces=True)}.bit_length() - 1)"
        case _:
            raise AssertionError(f"no face for {pattern!r}")
