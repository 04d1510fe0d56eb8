"""Expressions as Python. A simple one becomes a Python expression; one that must look through a domain writes a loop before
it and leaves its result in a variable. Truth stays lazy: the second side of `and` is only looked at where it counts.
"""

from __future__ import annotations

import re

from ..grammar import checked as c
from ..grammar.types import (
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
from . import domains, patterns, places
from .components import none_of
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
        faces = patterns.static_faces(scope, expr.pattern)
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
            return places.note_value(scope, expr)
        case c.ZoneRef():
            return places.zone_value(scope, expr)
        case c.ZonesRef():
            return places.zones_value(scope, expr)
        case c.TermRef():
            return _term(scope, expr)
        case c.AttributeOf():
            return _attribute(scope, expr)
        case c.Content(zone=zone):
            return f"s[{places.plus(scope.module.layout.content, code(scope, zone))}]"
        case c.SinglePiece(kind=kind):
            return str(scope.module.parts.ranges[kind].first_piece)
        case c.SingleFace(pattern=pattern):
            return patterns.single_face(scope, pattern)
        case c.FaceValue(pattern=pattern):
            return patterns.face_value(scope, pattern)
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
            text = value(scope, item)
            if isinstance(item.type, OrNone) and not isinstance(bare(container.type), ZoneType):
                text = simple(scope, text)  # a list may hold none, and yet none is in no list
                inside = f"({text} != {none_of(item.type)} and {text} in {holder})"
                return f"(not {inside})" if negated else inside
            return f"({text} {'not in' if negated else 'in'} {holder})"
        case c.Matches(operand=operand, pattern=pattern, negated=negated):
            text = patterns.matches(scope, code(scope, operand), bare(operand.type), pattern)
            return f"(not {text})" if negated else text
        case c.IsEmpty():
            return _empty(scope, expr)
        case c.Alike(operand=operand, negated=negated):
            text = f"alike(s, {patterns.pieces(scope, operand)})"
            return f"(not {text})" if negated else text
        case c.HasCards():
            return patterns.has_cards(scope, expr)
        case c.CanDo(seat=seat, action=action, negated=negated):
            from .heads import head_call  # heads are made of expressions and expressions may ask a head

            text = head_call(scope, action, code(scope, seat))
            return f"(not {text})" if negated else text
        case c.Quantified():
            return domains.quantified(scope, expr)
        case c.CountCards(pattern=pattern, container=container):
            return patterns.count_cards(scope, container, pattern)
        case c.Count(binder=binder):
            total = domains.start(scope, "count", "0")
            with domains.loop(scope, binder):
                scope.writer.line(f"{total} += 1")
            return total
        case c.Sum(value=term, binder=binder) if (parts := domains.spread_sum(scope, term, binder)) is not None:
            return parts
        case c.Sum(value=term, binder=binder):
            total = domains.start(scope, "sum", "0")
            with domains.loop(scope, binder) as bound:
                text = number(bound, term)
                scope.writer.line(f"{total} += {text}")
            return total
        case c.Extreme():
            return domains.extreme(scope, expr)
        case c.AllSuch():
            return domains.all_such(scope, expr)
        case c.TheSuch():
            return domains.the_such(scope, expr)
        case c.MapList(value=term, binder=binder):
            made = domains.start(scope, "list", "[]")
            with domains.loop(scope, binder) as bound:
                text = value(bound, term)
                scope.writer.line(f"{made}.append({text})")
            return made
        case c.RandomSuch(binder=binder):
            found = domains.start(scope, "list", "[]")
            with domains.loop(scope, binder) as bound:
                scope.writer.line(f"{found}.append({bound.names[binder.variable]})")
            none = none_of(binder.variable.type)
            return f"({found}[draw(s, len({found}))] if {found} else {none})"
        case c.FunctionCall():
            from .functions import function_call  # the functions are a table of their own

            return function_call(scope, expr)
        case _:
            raise AssertionError(f"no code for {expr!r}")


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


def _attribute(scope: Scope, expr: c.AttributeOf) -> str:
    module = scope.module
    by_face = module.parts.attribute_table(expr.attribute)
    operand = code(scope, expr.operand)
    if isinstance(bare(expr.operand.type), FaceType):
        return f"{module.constant(expr.attribute, by_face)}[{operand}]"
    if _changing(scope, bare(expr.operand.type)):
        return f"{module.constant(expr.attribute, by_face)}[{patterns.face_of(scope, operand)}]"
    by_piece = (*(by_face[face] for face in module.parts.face_of), by_face[-1])
    return f"{module.constant(expr.attribute, by_piece)}[{operand}]"


def _changing(scope: Scope, kind: Type) -> bool:
    """Whether pieces of a type may change their faces (dice)."""
    if not isinstance(kind, PieceType):
        return False
    return any(decl.word == "die" for decl in scope.module.parts.ranges if decl.name in kind.kinds)


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
        case c.Operator.TIMES if not _small(expr.left.type, expr.right.type):
            return f"whole({left} * {right}, {expr.span.start})"
        case operator:
            return f"({left} {operator.value} {right})"


def _small(left: Type, right: Type) -> bool:
    """Whether a product is known to stay far below 64 bits. Only products can grow fast: terms that square each other."""
    most = 1
    for kind in (left, right):
        if not isinstance(kind, NumberType) or kind.low is None or kind.high is None:
            return False
        most *= max(abs(kind.low), abs(kind.high))
    return most < 1 << 62


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
    if isinstance(expr.left.type, OrNone) and isinstance(
        expr.right.type, OrNone
    ):  # none is not even none, unless asked
        left = simple(scope, left)
        if expr.negated:
            return f"({left} != {right} or {left} == {none_of(expr.left.type)})"
        return f"({left} == {right} and {left} != {none_of(expr.left.type)})"
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
    slot = places.content_slot(scope, expr.operand)
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


def _term(scope: Scope, expr: c.TermRef) -> str:
    term = expr.term
    texts = [
        simple(scope, value(scope, argument, parameter.type), parameter.name)
        for argument, parameter in zip(expr.arguments, term.parameters, strict=True)
    ]
    guards = _absent(expr, texts)
    if guards:
        name = term_function(scope.module, term, scope.still)
        nothing = (
            "[]" if isinstance(term.type, ListType) else "0" if isinstance(term.type, TruthType) else none_of(term.type)
        )
        return f"({name}({', '.join(['s', scope.you, *texts])}) if {' and '.join(guards)} else {nothing})"
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


def _absent(expr: c.TermRef, texts: list[str]) -> list[str]:
    """The conditions under which a term is about something: what belongs to none is none, unless the term itself asks
    whether its parameter is none."""
    from .reads import walk

    asked = {
        side.variable
        for node in walk((expr.term.body, expr.term.cases))
        if isinstance(node, c.Equal) and isinstance(node.right.type, NothingType)
        for side in (node.left,)
        if isinstance(side, c.VariableRef)
    }
    return [
        f"{text} != {none_of(argument.type)}"
        for argument, parameter, text in zip(expr.arguments, expr.term.parameters, texts, strict=True)
        if isinstance(argument.type, OrNone) and not isinstance(parameter.type, OrNone) and parameter not in asked
    ]


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
