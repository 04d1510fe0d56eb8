"""Expressions as Python. A simple one becomes a Python expression; one that must look through a domain writes a loop before
it and leaves its result in a variable. Truth stays lazy: the second side of `and` is only looked at where it counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from ..grammar import checked as c
from ..grammar.types import (
    EnumType,
    FaceType,
    ListType,
    NothingType,
    NumberType,
    OrNone,
    PieceType,
    TruthType,
    Type,
    ZoneType,
    bare,
)
from .components import NO_NUMBER, none_of
from .faults import DefinitionError
from .layout import ROUND
from .scope import Module, Scope
from .writer import Writer

_PLACE = re.compile(r"^\(\d+( \+ [a-z_]\w*( \* \d+)?)+\)$")  # `(20 + you * 5)`


def is_simple(code: str) -> bool:
    """Whether code may be written twice without doing work twice: a name, a number, or the place of a zone."""
    return code.isidentifier() or code.lstrip("-").isdigit() or _PLACE.match(code) is not None


def simple(scope: Scope, code: str, stem: str = "x") -> str:
    """The code if it is a name or number, else a fresh name that holds it."""
    if is_simple(code):
        return code
    name = scope.fresh(stem)
    scope.writer.line(f"{name} = {code}")
    return name


def static(scope: Scope, expr: c.Expr) -> object | None:
    """The value of a list (or list of lists) that never changes, as a tuple; None if it may."""
    module = scope.module
    match expr:
        case c.VariableRef(variable=variable):
            known = module.constants.get(scope.names.get(variable, ""))
            return known if isinstance(known, tuple) else None
        case c.ZonesRef(zone=zone, indexes=()):
            family = module.layout.families[zone]
            return tuple(range(family.first, family.first + family.count))
        case c.FunctionCall(function=c.Function.ROWS | c.Function.COLUMNS as function, arguments=(c.ZonesRef(zone=z),)):
            family = module.layout.families[z]
            geometry = module.geometry
            return geometry.rows(family) if function is c.Function.ROWS else geometry.columns(family)
        case c.FunctionCall(function=c.Function.LINES, arguments=(c.ZonesRef(zone=zone), length)):
            n = module.setting.constant(length)
            return None if n is None else module.geometry.lines(module.layout.families[zone], n)
        case c.FunctionCall(function=c.Function.FACES, arguments=(c.KindValue(kind=kind),)):
            where = module.parts.ranges[kind]
            return tuple(range(where.first_face, where.first_face + where.faces))
        case c.BuiltInRef(name=c.BuiltIn.EVERYONE):
            return tuple(range(module.setting.players))
        case c.ListOf(items=items):
            values = [constant(scope, item) for item in items]
            return None if None in values else tuple(values)
        case _:
            return None


def constant(scope: Scope, expr: c.Expr) -> int | None:
    """The value of an expression that never changes."""
    if isinstance(expr, c.FaceValue):
        faces = static_faces(scope, expr.pattern)
        return faces[0] if faces is not None and len(faces) == 1 else None
    return scope.module.setting.constant(expr)


def value(scope: Scope, expr: c.Expr, wanted: Type | None = None) -> str:
    """Code for a value that is stored, compared or returned: truth as 0 or 1, none as the wanted type has it."""
    if isinstance(expr.type, NothingType) and wanted is not None:
        return str(none_of(wanted))
    text = code(scope, expr)
    settled = (c.Literal, c.VariableRef, c.NoteRef, c.OptionRef)
    if isinstance(expr.type, TruthType) and not isinstance(expr, settled):
        return f"(1 if {text} else 0)"
    return text


def number(scope: Scope, expr: c.Expr) -> str:
    """Code for a number to reckon with: none is a fault."""
    text = code(scope, expr)
    if isinstance(expr.type, OrNone):
        return f"number({text}, {expr.span.start})"
    return text


def code(scope: Scope, expr: c.Expr) -> str:
    """Python code for an expression. Truth may come out as any Python value that is true or false."""
    fixed = constant(scope, expr)
    if fixed is not None:
        return str(fixed)
    table = static(scope, expr)
    if table is not None:
        return scope.module.constant("list", table)
    match expr:
        case c.VariableRef(variable=variable):
            text = scope.names[variable]
            return text if is_simple(text) or text.endswith("]") or text.startswith("(") else f"({text})"
        case c.BuiltInRef(name=name):
            return _builtin(scope, name)
        case c.OptionRef(option=option):
            return f"s[{scope.module.layout.options[option]}]"
        case c.NoteRef():
            return _note(scope, expr)
        case c.ZoneRef():
            return _zone(scope, expr)
        case c.ZonesRef():
            return _zones(scope, expr)
        case c.TermRef():
            return _term(scope, expr)
        case c.AttributeOf():
            return _attribute(scope, expr)
        case c.Content(zone=zone):
            return f"s[{_plus(scope.module.layout.content, code(scope, zone))}]"
        case c.SinglePiece(kind=kind):
            return str(scope.module.parts.ranges[kind].first_piece)
        case c.SingleFace(pattern=pattern):
            return _single(scope, pattern)
        case c.FaceValue(pattern=pattern):
            return _face(scope, pattern)
        case c.ListOf(items=items):
            inner = expr.type.item if isinstance(expr.type, ListType) else expr.type
            return "[" + ", ".join(value(scope, item, inner) for item in items) + "]"
        case c.Table():
            return _table(scope, expr)
        case c.Negative(operand=operand):
            return f"-({number(scope, operand)})"
        case c.Arithmetic():
            return _arithmetic(scope, expr)
        case c.Not(operand=operand):
            return f"(not {code(scope, operand)})"
        case c.Both(left=left, right=right):
            return _lazy(scope, left, right, "and")
        case c.Either(left=left, right=right):
            return _lazy(scope, left, right, "or")
        case c.Equal():
            return _equal(scope, expr)
        case c.Order():
            return _order(scope, expr)
        case c.Contains(item=item, container=container, negated=negated):
            holder = code(scope, container)
            if isinstance(bare(container.type), ZoneType):
                holder = f"cards(s, {holder})"
            return f"({value(scope, item)} {'not in' if negated else 'in'} {holder})"
        case c.Matches(operand=operand, pattern=pattern, negated=negated):
            text = matches(scope, code(scope, operand), bare(operand.type), pattern)
            return f"(not {text})" if negated else text
        case c.IsEmpty():
            return _empty(scope, expr)
        case c.Alike(operand=operand, negated=negated):
            text = f"alike(s, {pieces(scope, operand)})"
            return f"(not {text})" if negated else text
        case c.HasCards():
            return _has(scope, expr)
        case c.CanDo(seat=seat, action=action, negated=negated):
            from .heads import head_call  # heads are made of expressions and expressions may ask a head

            text = head_call(scope, action, code(scope, seat))
            return f"(not {text})" if negated else text
        case c.Quantified():
            return _quantified(scope, expr)
        case c.CountCards(pattern=pattern, container=container):
            return count_cards(scope, container, pattern)
        case c.Count(binder=binder):
            total = _start(scope, "count", "0")
            with loop(scope, binder):
                scope.writer.line(f"{total} += 1")
            return total
        case c.Sum(value=term, binder=binder) if (parts := _spread_sum(scope, term, binder)) is not None:
            return parts
        case c.Sum(value=term, binder=binder):
            total = _start(scope, "sum", "0")
            with loop(scope, binder) as bound:
                text = number(bound, term)
                scope.writer.line(f"{total} += {text}")
            return total
        case c.Extreme():
            return _extreme(scope, expr)
        case c.AllSuch():
            return _all(scope, expr)
        case c.TheSuch():
            return _the(scope, expr)
        case c.MapList(value=term, binder=binder):
            made = _start(scope, "list", "[]")
            with loop(scope, binder) as bound:
                text = value(bound, term)
                scope.writer.line(f"{made}.append({text})")
            return made
        case c.RandomSuch(binder=binder):
            found = _start(scope, "list", "[]")
            with loop(scope, binder) as bound:
                scope.writer.line(f"{found}.append({bound.names[binder.variable]})")
            none = none_of(binder.variable.type)
            return f"({found}[draw(s, len({found}))] if {found} else {none})"
        case c.FunctionCall():
            from .functions import function_call  # the functions are a table of their own

            return function_call(scope, expr)
        case _:
            raise AssertionError(f"no code for {expr!r}")


# ---------------------------------------------------------------------------------------------- names


def _builtin(scope: Scope, name: c.BuiltIn) -> str:
    n = scope.module.setting.players
    match name:
        case c.BuiltIn.YOU:
            return scope.you
        case c.BuiltIn.OPPONENT:
            return f"(1 - {scope.you})"
        case c.BuiltIn.OTHERS:
            table = tuple(tuple((seat + i) % n for i in range(1, n)) for seat in range(n))
            return f"{scope.module.constant('others', table)}[{scope.you}]"
        case c.BuiltIn.EVERYONE:
            return scope.module.constant("everyone", tuple(range(n)))
        case c.BuiltIn.PLAYERS:
            return str(n)
        case c.BuiltIn.ROUND:
            return f"s[{ROUND}]"


def _plus(base: int, text: str) -> str:
    """`base + text`, worked out where the text is a number, or begins with one."""
    if text.lstrip("-").isdigit():
        return str(base + int(text))
    head, plus, rest = text.partition(" + ")
    if plus and head.isdigit() and "(" not in head:
        return f"{base + int(head)} + {rest}"
    return f"{base} + {text}"


def _index(scope: Scope, index: c.Index, expr: c.Expr, size: int) -> str:
    """An index as a number from 0; out of range is a fault."""
    text = code(scope, expr)
    if not isinstance(index, c.NumberIndex):
        return text
    if text.lstrip("-").isdigit():
        return str(int(text) - 1)
    kind = bare(expr.type)
    low, high = (kind.low, kind.high) if isinstance(kind, NumberType) else (None, None)
    if low is not None and high is not None and low >= 1 and high <= size and not isinstance(expr.type, OrNone):
        return f"{text} - 1"
    return f"inside({text}, {size}, {expr.span.start})"


def _offset(scope: Scope, base: int, sizes: tuple[int, ...], texts: list[str], unit: int) -> str:
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
            text = simple(scope, text)
            checks.append(f"{text} >= 0")
        out.append(text)
    return out, checks


def zone_code(scope: Scope, zone: c.ZoneDecl, indexes: tuple[c.Expr, ...]) -> str:
    family = scope.module.layout.families[zone]
    texts = [_index(scope, i, e, size) for i, e, size in zip(zone.indexes, indexes, family.sizes, strict=True)]
    texts, checks = _guarded(scope, indexes, texts)
    text = _offset(scope, family.first, family.sizes, texts, 1)
    return f"({text} if {' and '.join(checks)} else -1)" if checks else text


def _zone(scope: Scope, expr: c.ZoneRef) -> str:
    text = zone_code(scope, expr.zone, expr.indexes)
    return text if text.isdigit() or text.startswith("(") else f"({text})"


def _zones(scope: Scope, expr: c.ZonesRef) -> str:
    family = scope.module.layout.families[expr.zone]
    given = len(expr.indexes)
    rest = 1
    for size in family.sizes[given:]:
        rest *= size
    texts = [
        _index(scope, i, e, size)
        for i, e, size in zip(expr.zone.indexes[:given], expr.indexes, family.sizes[:given], strict=True)
    ]
    texts, checks = _guarded(scope, expr.indexes, texts)
    start = simple(scope, _offset(scope, family.first, family.sizes[:given], texts, rest), "first")
    text = f"range({start}, {start} + {rest})"
    return f"({text} if {' and '.join(checks)} else ())" if checks else text


def note_slot(scope: Scope, expr: c.NoteRef) -> tuple[str, list[str]]:
    """The first slot of a note, and the conditions under which there is one."""
    place = scope.module.layout.notes[expr.note]
    texts = []
    for index, each, size, base in zip(expr.note.indexes, expr.indexes, place.sizes, place.bases, strict=True):
        text = _index(scope, index, each, size)
        if isinstance(index, (c.PieceIndex, c.ZoneIndex)) and base:
            text = f"{text} - {base}"
        texts.append(text)
    texts, checks = _guarded(scope, expr.indexes, texts)
    return _offset(scope, place.first, place.sizes, texts, place.width), checks


def _note(scope: Scope, expr: c.NoteRef) -> str:
    slot, checks = note_slot(scope, expr)
    if isinstance(expr.note.type, ListType):
        first = simple(scope, slot, "slot")
        text = f"s[{first} + 1 : {first} + 1 + s[{first}]]"
        nothing = "[]"
    else:
        text = f"s[{slot}]"
        nothing = "0" if isinstance(expr.note.type, TruthType) else str(none_of(expr.note.type))
    return f"({text} if {' and '.join(checks)} else {nothing})" if checks else text


def _attribute(scope: Scope, expr: c.AttributeOf) -> str:
    module = scope.module
    by_face = module.parts.attribute_table(expr.attribute)
    operand = code(scope, expr.operand)
    if isinstance(bare(expr.operand.type), FaceType):
        return f"{module.constant(expr.attribute, by_face)}[{operand}]"
    if _changing(scope, bare(expr.operand.type)):
        return f"{module.constant(expr.attribute, by_face)}[{face_of(scope, operand)}]"
    by_piece = (*(by_face[face] for face in module.parts.face_of), by_face[-1])
    return f"{module.constant(expr.attribute, by_piece)}[{operand}]"


def _changing(scope: Scope, kind: Type) -> bool:
    """Whether pieces of a type may change their faces (dice)."""
    if not isinstance(kind, PieceType):
        return False
    return any(decl.word == "die" for decl in scope.module.parts.ranges if decl.name in kind.kinds)


def face_of(scope: Scope, piece: str) -> str:
    """The face a piece shows, -1 for none."""
    layout = scope.module.layout
    if layout.has_dice:
        piece = simple(scope, piece)
        return f"(s[{layout.faces} + {piece}] if {piece} >= 0 else -1)"
    return f"{scope.module.constant('face', (*layout.parts.face_of, -1))}[{piece}]"


# ---------------------------------------------------------------------------------------------- patterns


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
                fixed: object = constant(scope, argument)
                if fixed is None:
                    fixed = static(scope, argument)
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
    texts = [value(scope, argument) for argument in arguments]
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
            return f"{module.constant('pieces', (*sets, 0))}[{code(scope, face)}]"
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
            return f"({face} == {code(scope, pattern.face)})"
        assert isinstance(pattern, c.KindPattern)
        face = simple(scope, face)
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
    operand = simple(scope, operand)
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
        terms.append((value(scope, argument), step))
    if parts.ranges[pattern.kind].faces != len(parts.faces_matching(pattern.kind, ())):
        return None
    texts = [text if step == 1 else f"{text} * {step}" for text, step in terms]
    return " + ".join([str(face), *texts] if face else texts)


def pieces(scope: Scope, expr: c.Expr) -> str:
    """The cards of a zone, of a list of zones, or of a list of cards, as a Python list."""
    kind = bare(expr.type)
    match kind:
        case ZoneType():
            return f"cards(s, {code(scope, expr)})"
        case ListType(item=item) if isinstance(bare(item), ZoneType):
            name = scope.fresh("z")
            return f"[p for {name} in {code(scope, expr)} for p in cards(s, {name})]"
        case ListType():
            return code(scope, expr)
        case _:
            text = simple(scope, code(scope, expr))
            return f"([{text}] if {text} >= 0 else [])"


def piece_set(scope: Scope, container: c.Expr) -> str:
    """The cards of a container as bits."""
    kind = bare(container.type)
    match kind:
        case ZoneType():
            text = code(scope, container)
            if scope.shape(container) is c.Shape.GROUP and not isinstance(container.type, OrNone):
                return f"s[{_plus(scope.module.layout.content, text.strip('()') if _flat(text) else text)}]"
            return f"mask(s, {text})"
        case ListType(item=item) if isinstance(bare(item), ZoneType):
            return f"masks(s, {code(scope, container)})"
        case _:
            return f"bits({pieces(scope, container)})"


def _flat(text: str) -> bool:
    return text.startswith("(") and text.endswith(")") and "(" not in text[1:-1] and " if " not in text


def content_slot(scope: Scope, zone: c.Expr) -> str:
    """Where the content of a zone is, as code."""
    text = code(scope, zone)
    return _plus(scope.module.layout.content, text[1:-1] if _flat(text) else text)


def _has(scope: Scope, expr: c.HasCards) -> str:
    quantity = None if expr.quantity is None else number(scope, expr.quantity)
    if pattern_changes(expr.pattern) or (
        quantity not in (None, "1") and isinstance(bare(expr.container.type), ListType)
    ):
        text = f"({count_cards(scope, expr.container, expr.pattern)} >= {quantity or 1})"
    elif isinstance(bare(expr.container.type), PieceType):
        text = matches(scope, code(scope, expr.container), bare(expr.container.type), expr.pattern)
    elif scope.shape(expr.container) is c.Shape.SPACE and quantity in (None, "1"):
        piece = f"s[{content_slot(scope, expr.container)}]"
        text = matches(scope, piece, PieceType(frozenset()), expr.pattern)
    else:
        text = f"{piece_set(scope, expr.container)} & {pattern_mask(scope, expr.pattern)}"
        text = f"({text})" if quantity in (None, "1") else f"(({text}).bit_count() >= {quantity})"
    return f"(not {text})" if expr.negated else text


def count_cards(scope: Scope, container: c.Expr, pattern: c.Pattern) -> str:
    if pattern_changes(pattern):
        name = scope.fresh("p")
        inner = scope.scratch()
        items = pieces(scope, container)
        test = matches(inner, name, PieceType(frozenset()), pattern)
        if inner.writer.lines:
            total = _start(scope, "count", "0")
            with scope.writer.block(f"for {name} in {items}:"):
                test = matches(scope, name, PieceType(frozenset()), pattern)
                scope.writer.line(f"{total} += 1 if {test} else 0")
            return total
        return f"sum(1 for {name} in {items} if {test})"
    kind = bare(container.type)
    if isinstance(kind, ListType) and isinstance(bare(kind.item), PieceType):
        wanted = simple(scope, pattern_mask(scope, pattern))
        name = scope.fresh("p")
        return f"sum({wanted} >> {name} & 1 for {name} in {code(scope, container)})"
    faces = static_faces(scope, pattern)
    if faces and scope.shape(container) in (c.Shape.PILE, c.Shape.ROW) and not isinstance(container.type, OrNone):
        low, high = (scope.module.parts.piece_range[face][end] for face, end in ((faces[0], 0), (faces[-1], 1)))
        return f"run_of(s, {code(scope, container)}, {low}, {high})"
    return f"({piece_set(scope, container)} & {pattern_mask(scope, pattern)}).bit_count()"


def _single(scope: Scope, pattern: c.Pattern) -> str:
    """The one piece of a face."""
    faces = static_faces(scope, pattern)
    if faces is not None:
        return str(scope.module.parts.piece_range[faces[0]][0]) if faces else "-1"
    return f"({pattern_mask(scope, pattern)}.bit_length() - 1)"


def _face(scope: Scope, pattern: c.Pattern) -> str:
    match pattern:
        case c.FacePattern(face=face):
            return code(scope, face)
        case c.KindPattern():
            return f"({_lookup(scope, pattern, of_faces=True)}.bit_length() - 1)"
        case _:
            raise AssertionError(f"no face for {pattern!r}")


# ---------------------------------------------------------------------------------------------- arithmetic, comparison, truth


def _arithmetic(scope: Scope, expr: c.Arithmetic) -> str:
    if isinstance(expr.type, ListType):
        return f"[*{code(scope, expr.left)}, *{code(scope, expr.right)}]"
    left, right = number(scope, expr.left), number(scope, expr.right)
    match expr.operator:
        case c.Operator.DIVIDED | c.Operator.MODULO as operator:
            sign = "//" if operator is c.Operator.DIVIDED else "%"
            if right.isdigit() and right != "0":
                return f"({left} {sign} {right})"
            name = "divide" if operator is c.Operator.DIVIDED else "modulo"
            return f"{name}({left}, {right}, {expr.span.start})"
        case operator:
            return f"({left} {operator.value} {right})"


def _lazy(scope: Scope, left: c.Expr, right: c.Expr, word: str) -> str:
    first = code(scope, left)
    after = scope.scratch()
    second = code(after, right)
    if not after.writer.lines:
        return f"({first} {word} {second})"
    name = scope.fresh("so")
    scope.writer.line(f"{name} = {first}")
    with scope.writer.block(f"if {name}:" if word == "and" else f"if not {name}:"):
        second = code(scope, right)
        scope.writer.line(f"{name} = {second}")
    return name


def _equal(scope: Scope, expr: c.Equal) -> str:
    sign = "!=" if expr.negated else "=="
    left, right = value(scope, expr.left, expr.right.type), value(scope, expr.right, expr.left.type)
    if isinstance(bare(expr.left.type), ListType) or isinstance(bare(expr.right.type), ListType):
        return f"(list({left}) {sign} list({right}))"
    return f"({left} {sign} {right})"


_SIGNS = {
    c.Relation.AT_LEAST: ">=",
    c.Relation.AT_MOST: "<=",
    c.Relation.MORE: ">",
    c.Relation.LESS: "<",
}


def _order(scope: Scope, expr: c.Order) -> str:
    left, right = code(scope, expr.left), code(scope, expr.right)
    checks = []
    if isinstance(expr.left.type, OrNone):
        left = simple(scope, left)
        checks.append(f"{left} != {none_of(expr.left.type)}")
    if isinstance(expr.right.type, OrNone):
        right = simple(scope, right)
        checks.append(f"{right} != {none_of(expr.right.type)}")
    if isinstance(bare(expr.left.type), ListType):
        left, right = f"list({left})", f"list({right})"
    return "(" + " and ".join([*checks, f"{left} {_SIGNS[expr.relation]} {right}"]) + ")"


def _empty(scope: Scope, expr: c.IsEmpty) -> str:
    kind = bare(expr.operand.type)
    if isinstance(kind, ListType):
        text = code(scope, expr.operand)
        return f"(len({text}) > 0)" if expr.negated else f"(len({text}) == 0)"
    if isinstance(kind, PieceType):
        return f"({code(scope, expr.operand)} {'>=' if expr.negated else '<'} 0)"
    text = code(scope, expr.operand)
    shape = scope.shape(expr.operand)
    if isinstance(expr.operand.type, OrNone):
        text = simple(scope, text)
        test = f"size(s, {text}) {'> 0' if expr.negated else '== 0'}"
        return f"({text} >= 0 and {test})"
    slot = content_slot(scope, expr.operand)
    match shape:
        case c.Shape.GROUP:
            return f"(s[{slot}] {'!=' if expr.negated else '=='} 0)"
        case None:
            return f"(size(s, {text}) {'> 0' if expr.negated else '== 0'})"
        case _:
            return f"(s[{slot}] {'>=' if expr.negated else '<'} 0)"


def _table(scope: Scope, expr: c.Table) -> str:
    key = simple(scope, code(scope, expr.key), "key")
    keys = [constant(scope, case.key) for case in expr.cases]
    values = [constant(scope, case.value) for case in expr.cases]
    other = None if expr.otherwise is None else constant(scope, expr.otherwise)
    if None not in keys and None not in values and (expr.otherwise is None or other is not None):
        table = dict(reversed(list(zip(keys, values, strict=True))))
        name = scope.module.constant("by", tuple(sorted(table.items())))
        scope.module.constants[name + "_by"] = table
        return f"{name}_by[{key}]" if other is None else f"{name}_by.get({key}, {other})"
    name = scope.fresh("by")
    branch = "if"
    for case in expr.cases:
        with scope.writer.block(f"{branch} {key} == {value(scope, case.key)}:"):
            text = value(scope, case.value, expr.type)
            scope.writer.line(f"{name} = {text}")
        branch = "elif"
    with scope.writer.block("else:"):
        if expr.otherwise is None:
            scope.writer.line(f"raise Breakdown('no case of this table fits', {expr.span.start})")
        else:
            text = value(scope, expr.otherwise, expr.type)
            scope.writer.line(f"{name} = {text}")
    return name


# ---------------------------------------------------------------------------------------------- looking through a domain


def _start(scope: Scope, stem: str, first: str) -> str:
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
            upper = number(scope, high)
            end = str(int(upper) + 1) if upper.lstrip("-").isdigit() else f"{upper} + 1"
            head = f"for {name} in range({number(scope, low)}, {end}):"
        case c.CardsDomain(zone=zone):
            if scope.shape(zone) is c.Shape.GROUP and not isinstance(zone.type, OrNone):
                rest, bit = scope.fresh("rest"), scope.fresh("bit")
                scope.writer.line(f"{rest} = s[{content_slot(scope, zone)}]")
                with scope.writer.block(f"while {rest}:"):
                    scope.writer.line(f"{bit} = {rest} & -{rest}")
                    scope.writer.line(f"{rest} ^= {bit}")
                    scope.writer.line(f"{name} = {bit}.bit_length() - 1")
                    yield inner
                return
            if scope.shape(zone) in (c.Shape.PILE, c.Shape.ROW) and not isinstance(zone.type, OrNone):
                following = scope.fresh("next")
                scope.writer.line(f"{following} = s[{content_slot(scope, zone)}]")
                with scope.writer.block(f"while {following} >= 0:"):
                    scope.writer.line(f"{name} = {following}")
                    scope.writer.line(f"{following} = s[{scope.module.layout.under} + {following}]")
                    yield inner
                return
            head = f"for {name} in cards(s, {code(scope, zone)}):"
        case c.ListDomain(list=items):
            head = f"for {name} in {code(scope, items)}:"
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
        text = code(scope, condition)
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
            first, last = constant(scope, low), constant(scope, high)
            if first is None or last is None or last - first >= SPREAD_ITEMS:
                return None
            return [str(n) for n in range(first, last + 1)]
        case c.ListDomain(list=items):
            fixed = static(scope, items)
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
        _index(trial, i, e, size)
        for i, e, size in zip(expr.zone.indexes[:given], expr.indexes, family.sizes[:given], strict=True)
    ]
    if trial.writer.lines or not all(is_simple(text) for text in texts):
        return None
    return [f"({_offset(scope, family.first + i, family.sizes[:given], texts, rest)})" for i in range(rest)]


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
        lets_in.append("True" if binder.where is None else code(bound, binder.where))
        holds.append(" and ".join([code(bound, test) for test in tests if test is not None]) or "True")
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
            wanted = number(scope, expr.quantity)
            sign = {c.Determiner.AT_LEAST: ">=", c.Determiner.AT_MOST: "<=", c.Determiner.EXACTLY: "=="}[determiner]
            total = " + ".join(f"(1 if {test} else 0)" for test in both)
            return f"({total} {sign} {wanted})"


def _quantified(scope: Scope, expr: c.Quantified) -> str:
    spread = _spread(scope, expr.binder, expr.test)
    if spread is not None:
        return _joined(scope, expr, *spread)
    write = scope.writer.line
    match expr.determiner:
        case c.Determiner.ANY | c.Determiner.NO:
            found = _start(scope, "found", "False")
            with loop(scope, expr.binder) as inner:
                skip_unless(inner, expr.test)
                write(f"{found} = True")
                write("break")
            return found if expr.determiner is c.Determiner.ANY else f"(not {found})"
        case c.Determiner.EVERY:
            every = _start(scope, "every", "True")
            with loop(scope, expr.binder) as inner:
                if expr.test is not None:
                    text = code(inner, expr.test)
                    with scope.writer.block(f"if not {text}:"):
                        write(f"{every} = False")
                        write("break")
            return every
        case determiner:
            assert expr.quantity is not None
            wanted = simple(scope, number(scope, expr.quantity), "wanted")
            count = _start(scope, "count", "0")
            with loop(scope, expr.binder) as inner:
                skip_unless(inner, expr.test)
                write(f"{count} += 1")
            sign = {c.Determiner.AT_LEAST: ">=", c.Determiner.AT_MOST: "<=", c.Determiner.EXACTLY: "=="}[determiner]
            return f"({count} {sign} {wanted})"


def _spread_sum(scope: Scope, term: c.Expr, binder: c.Binder) -> str | None:
    """A sum over a small domain written out."""
    items = elements(scope, binder.domain)
    if not items or binder.where is not None:
        return None
    texts = []
    for item in items:
        trial = scope.scratch()
        texts.append(number(trial.bind(binder.variable, item), term))
        if trial.writer.lines:
            return None
    total = f"({' + '.join(texts)})"
    return total if len(total) <= SPREAD_TEXT else None


def _extreme(scope: Scope, expr: c.Extreme) -> str:
    best = _start(scope, "best", "None")
    with loop(scope, expr.binder) as inner:
        text = simple(inner, number(inner, expr.value), "value")
        with scope.writer.block(f"if {best} is None or {text} {'>' if expr.highest else '<'} {best}:"):
            scope.writer.line(f"{best} = {text}")
    with scope.writer.block(f"if {best} is None:"):
        word = "highest" if expr.highest else "lowest"
        scope.writer.line(f"raise Breakdown('there is nothing to take the {word} of', {expr.span.start})")
    return best


def _collect(scope: Scope, binder: c.Binder, best: c.Best | None) -> str:
    """A list of all items that fit, or of those that tie for the best."""
    found = _start(scope, "found", "[]")
    if best is None:
        with loop(scope, binder) as inner:
            scope.writer.line(f"{found}.append({inner.names[binder.variable]})")
        return found
    top = _start(scope, "top", "None")
    with loop(scope, binder) as inner:
        text = value(inner, best.value)
        text = f"list({text})" if isinstance(bare(best.value.type), ListType) else text
        text = simple(inner, text, "value")
        name = inner.names[binder.variable]
        with scope.writer.block(f"if {top} is None or {text} {'>' if best.highest else '<'} {top}:"):
            scope.writer.line(f"{top} = {text}")
            scope.writer.line(f"{found} = [{name}]")
        with scope.writer.block(f"elif {text} == {top}:"):
            scope.writer.line(f"{found}.append({name})")
    return found


def _all(scope: Scope, expr: c.AllSuch) -> str:
    if expr.best is None and expr.binder.where is None and isinstance(expr.binder.domain, c.ListDomain):
        return code(scope, expr.binder.domain.list)
    return _collect(scope, expr.binder, expr.best)


def _the(scope: Scope, expr: c.TheSuch) -> str:
    found = _collect(scope, expr.binder, expr.best)
    with scope.writer.block(f"if len({found}) > 1:"):
        word = expr.binder.variable.name
        scope.writer.line(f"raise Breakdown('several would be the {word} meant here', {expr.span.start})")
    item = expr.binder.variable.type
    none = "()" if isinstance(item, ListType) else none_of(item)
    return f"({found}[0] if {found} else {none})"


# ---------------------------------------------------------------------------------------------- terms


def _term(scope: Scope, expr: c.TermRef) -> str:
    term = expr.term
    texts = [
        simple(scope, value(scope, argument, parameter.type), parameter.name)
        for argument, parameter in zip(expr.arguments, term.parameters, strict=True)
    ]
    if term.body is not None:
        inlined = Scope(
            scope.module,
            Writer(),
            dict(zip(term.parameters, texts, strict=True)),
            scope.you,
            scope.still,
        )
        text = value(inlined, term.body, term.type)
        if not inlined.writer.lines and len(text) <= 100:
            return text
    name = term_function(scope.module, term, scope.still)
    return f"{name}({', '.join(['s', scope.you, *texts])})"


def term_function(module: Module, term: c.TermDecl, still: bool = False) -> str:
    """The function of a term, written at its first use. While all is still it looks its value up if it was worked out
    before."""
    key = (term, still)
    if key in module.terms:
        return module.terms[key]
    name = module.names.fresh(f"term_{term.name}")
    module.terms[key] = name
    writer = Writer()
    arguments = [module.names.fresh(parameter.name) for parameter in term.parameters]
    scope = Scope(module, writer, dict(zip(term.parameters, arguments, strict=True)), "you", still)
    write_cases(scope, term.body, term.cases, term.type)
    head = f"({', '.join(['s', 'you', *arguments])})"
    listed = any(isinstance(bare(parameter.type), ListType) for parameter in term.parameters)
    if still and not listed:
        worker = module.names.fresh(f"work_out_{term.name}")
        module.function(f"def {worker}{head}:", writer)
        writer = Writer()
        writer.line(f"key = ({', '.join([repr(name), 'you', *arguments])})")
        writer.line("found = known.get(key)")
        with writer.block("if found is None:"):
            writer.line(f"found = known[key] = {worker}{head}")
        writer.line("return found")
    module.function(f"def {name}{head}:", writer)
    return name


def write_cases(scope: Scope, body: c.Expr | None, cases: tuple[c.CaseOf, ...], kind: Type) -> None:
    """The inside of a function that returns the first case that applies."""
    if body is not None:
        with scope.writer.at(body.span):
            scope.writer.line(f"return {value(scope, body, kind)}")
        return
    for case in cases:
        with scope.writer.at(case.at.span):
            if case.condition is None:
                scope.writer.line(f"return {value(scope, case.value, kind)}")
                return
            text = code(scope, case.condition)
            with scope.writer.block(f"if {text}:"):
                scope.writer.line(f"return {value(scope, case.value, kind)}")
    scope.writer.line("return 0")


def refuse(scope: Scope, message: str, span_start: int) -> DefinitionError:
    """A construct that cannot be carried out in this place (the checker is expected to have said so)."""
    from ..grammar.diagnostics import Problem
    from ..grammar.source import Span

    source = scope.module.setting.game.source
    return DefinitionError((Problem("play/unsupported", message, source, Span(span_start, span_start + 1)),))


__all__ = ["NO_NUMBER", "EnumType"]
