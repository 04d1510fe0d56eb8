"""Every form of expression, and what terms mean. A term is checked where it is first used, so that its
parameters can take their types from there; one that leads back to itself is reported with the way it took.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import nodes
from .checked import (
    AllSuch,
    Arithmetic,
    Best,
    Both,
    Count,
    CountCards,
    Either,
    Expr,
    Extreme,
    ListOf,
    Literal,
    MapList,
    Negative,
    Not,
    Operator,
    Sum,
    Table,
    TableCase,
    TermRef,
    TheSuch,
    Variable,
)
from .checked import CaseOf as CheckedCase
from .fitting import describe, fits, joined
from .lookups import missing_keys
from .names import Report, Scope, Symbols, TermEntry, at_of, singulars
from .resolve import bad, is_bad
from .source import Span
from .truths import Truths
from .types import (
    NOTHING,
    NUMBER,
    TRUTH,
    UNKNOWN,
    EnumType,
    ListType,
    NumberType,
    OrNone,
    Type,
    UnknownType,
    bare,
    carries_none,
    or_none,
)

MAX_NUMBER = 2**63 - 1
MOST_TERMS = 30  # that lead into each other


class Expressions(Truths):
    def __init__(self, symbols: Symbols, report: Report) -> None:
        super().__init__(symbols, report)
        self._open: list[tuple[TermEntry, Span]] = []

    def expr(self, node: nodes.Expr, scope: Scope, want: Type | None = None) -> Expr:
        match node:
            case nodes.Number(span, value):
                return self.number_literal(value, span)
            case nodes.No(span):
                return Literal(span, TRUTH, 0)
            case nodes.Word():
                return self.word(node, scope, want)
            case nodes.Const():
                return self.const(node, scope, want)
            case nodes.Item():
                return self.item(node, scope)
            case nodes.Call():
                return self.call(node, scope)
            case nodes.Of():
                return self.of(node, scope)
            case nodes.Your():
                return self.your(node, scope)
            case nodes.ListOf():
                return self.list_of(node, scope, want)
            case nodes.By():
                return self.by(node, scope, want)
            case nodes.Negative(span, operand):
                inner = self.number(operand, scope)
                return bad(span) if is_bad(inner) else Negative(span, NUMBER, inner)
            case nodes.Arithmetic():
                return self.arithmetic(node, scope)
            case nodes.Not(span, operand):
                inner = self.truth(operand, scope)
                return bad(span) if is_bad(inner) else Not(span, TRUTH, inner)
            case nodes.Logic(span, operator, left, right):
                one, two = self.truth(left, scope), self.truth(right, scope)
                if is_bad(one) or is_bad(two):
                    return bad(span)
                return (Both if operator == "and" else Either)(span, TRUTH, one, two)
            case nodes.Compare():
                return self.compare(node, scope)
            case nodes.Has():
                return self.has(node, scope)
            case nodes.Can():
                return self.can(node, scope)
            case _:
                return self.ranging(node, scope)

    def ranging(self, node: nodes.Expr, scope: Scope) -> Expr:
        """The forms that bind a variable."""
        span = node.span
        match node:
            case nodes.Quantified():
                return self.quantified(node, scope)
            case nodes.CountOf(_, pattern, container):
                what, where = self.pattern(pattern, scope), self.cards_in(container, scope)
                return bad(span) if what is None or where is None else CountCards(span, NUMBER, what, where)
            case nodes.NumberOf(_, binder):
                found, _ = self.binder(binder, scope, several=binder.domain is None or _plural(binder))
                return bad(span) if found is None else Count(span, NUMBER, found)
            case nodes.SumOf(_, value, binder):
                found, inner = self.binder(binder, scope)
                number = self.number(value, inner)
                return bad(span) if found is None or is_bad(number) else Sum(span, NUMBER, number, found)
            case nodes.Extreme(_, highest, value, binder):
                found, inner = self.binder(binder, scope)
                number = self.number(value, inner)
                return bad(span) if found is None or is_bad(number) else Extreme(span, NUMBER, highest, number, found)
            case nodes.AllOf(_, binder, best):
                found, inner = self.binder(binder, scope, several=True)
                most = self.best(best, inner)
                if found is None:
                    return bad(span)
                return AllSuch(span, ListType(found.variable.type), found, most)
            case nodes.TheOf(_, binder, best):
                found, inner = self.binder(binder, scope)
                most = self.best(best, inner)
                if found is None:
                    return bad(span)
                kind = found.variable.type
                return TheSuch(span, kind if isinstance(kind, ListType) else or_none(kind), found, most)
            case nodes.ListFor(_, value, binder):
                found, inner = self.binder(binder, scope)
                item = self.expr(value, inner)
                return bad(span) if found is None or is_bad(item) else MapList(span, ListType(item.type), item, found)
            case nodes.RandomOf():
                message = "`random` stands only behind `set ... to` and `remember ... as`"
            case nodes.Range():
                message = "a range stands only behind `in` and `from`"
            case _:
                message = "this is no expression"
        self.report.error("place/expression", message, span)
        return bad(span)

    def number_literal(self, value: int, span: Span) -> Expr:
        if value > MAX_NUMBER:
            self.report.error("number/too-large", "numbers have 64 bits; this one is larger", span)
            return bad(span)
        return Literal(span, NumberType(value, value), value)

    def best(self, node: nodes.Best | None, scope: Scope) -> Best | None:
        if node is None:
            return None
        value = self.expr(node.value, scope)
        if is_bad(value):
            return None
        kind = bare(value.type)
        inner = bare(kind.item) if isinstance(kind, ListType) else kind
        if not isinstance(inner, (NumberType, EnumType, UnknownType)):
            self.report.error(
                "type/wrong",
                f"this is {describe(value.type)}, but only numbers, enum values and lists of them can be highest",
                value.span,
            )
            return None
        return Best(node.highest, value)

    # ---------------------------------------------------------------------------- lists and tables

    def list_of(self, node: nodes.ListOf, scope: Scope, want: Type | None) -> Expr:
        wanted = bare(want).item if want is not None and isinstance(bare(want), ListType) else None  # type: ignore[attr-defined]
        items = tuple(self.expr(item, scope, wanted) for item in node.items)
        if any(map(is_bad, items)):
            return bad(node.span)
        kind: Type = NOTHING
        for place, item in enumerate(items):
            both = item.type if place == 0 else joined(kind, item.type)
            if both is None:
                self.report.error(
                    "type/mixed",
                    f"a list holds one sort of thing: this is {describe(item.type)}, the first is "
                    f"{describe(items[0].type)}",
                    item.span,
                )
                return bad(node.span)
            kind = both
        return ListOf(node.span, ListType(kind), items)

    def by(self, node: nodes.By, scope: Scope, want: Type | None) -> Expr:
        key = self.expr(node.key, scope)
        cases = []
        kind: Type | None = None
        failed = is_bad(key)
        results = [case.value for case in node.cases] + ([node.otherwise] if node.otherwise is not None else [])
        values = []
        for result in results:
            value = self.expr(result, scope, want)
            values.append(value)
            if is_bad(value):
                failed = True
                continue
            both = value.type if kind is None else joined(kind, value.type)
            if both is None:
                self.report.error(
                    "type/mixed",
                    f"this case gives {describe(value.type)}, another {describe(kind or NOTHING)}",
                    value.span,
                )
                failed = True
                continue
            kind = both
        for case, value in zip(node.cases, values, strict=False):
            found = self.fitted(case.key, scope, key.type, "as a case")
            failed = failed or is_bad(found)
            cases.append(TableCase(found, value))
        if failed or kind is None:
            return bad(node.span)
        missing_keys(self.symbols, self.report, node, key, cases)
        return Table(node.span, kind, key, tuple(cases), values[-1] if node.otherwise is not None else None)

    def cases(
        self, cases: Sequence[nodes.Case], scope: Scope, at: Span, open_end: bool
    ) -> tuple[tuple[CheckedCase, ...], Type]:
        """Cases with `if` and a last `otherwise` (which may be missing where `open_end`), and their common
        type.
        """
        out: list[CheckedCase] = []
        kind: Type | None = None
        for place, case in enumerate(cases):
            value = self.expr(case.value, scope, kind)
            condition = self.truth(case.condition, scope) if case.condition is not None else None
            both = value.type if kind is None else joined(kind, value.type)
            if both is None:
                self.report.error(
                    "type/mixed",
                    f"this case gives {describe(value.type)}, another {describe(kind or NOTHING)}",
                    value.span,
                )
                both = UNKNOWN
            kind = both
            if condition is None and place < len(cases) - 1:
                self.report.error(
                    "cases/unreachable",
                    "`otherwise` takes all that is left; the cases below it are never reached",
                    case.span,
                )
            out.append(CheckedCase(value, condition, at_of(case)))
        if cases and cases[-1].condition is not None and not open_end:
            self.report.error(
                "cases/no-otherwise",
                "the last case must be `otherwise`, so that there always is a value",
                at,
                help="end with `VALUE otherwise`",
            )
        return tuple(out), kind if kind is not None else UNKNOWN

    # ------------------------------------------------------------------------ arithmetic

    def arithmetic(self, node: nodes.Arithmetic, scope: Scope) -> Expr:
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if is_bad(left) or is_bad(right):
            return bad(node.span)
        operator = Operator(node.operator)
        if operator is Operator.PLUS and (isinstance(left.type, ListType) or isinstance(right.type, ListType)):
            both = joined(left.type, right.type)
            if both is None:
                self.report.error(
                    "type/wrong",
                    f"`+` joins two lists or adds two numbers; this is {describe(left.type)} and "
                    f"{describe(right.type)}",
                    node.span,
                )
                return bad(node.span)
            return Arithmetic(node.span, both, operator, left, right)
        left, right = (
            self.fit(left, NUMBER, f"with `{node.operator}`"),
            self.fit(right, NUMBER, f"with `{node.operator}`"),
        )
        if is_bad(left) or is_bad(right):
            return bad(node.span)
        if operator in (Operator.DIVIDED, Operator.MODULO) and isinstance(right, Literal) and right.value == 0:
            self.report.error("number/by-zero", "nothing can be divided by 0", right.span)
            return bad(node.span)
        return Arithmetic(node.span, NUMBER, operator, left, right)

    # --------------------------------------------------------------------------------------- terms

    def term(self, entry: TermEntry, arguments: Sequence[Expr], span: Span) -> Expr:
        decl = entry.decl
        given: list[Expr] = []
        if len(arguments) != len(decl.parameters):
            return self.arity(decl.name, decl.at.span, self.usage(entry), span)
        for parameter, argument in zip(decl.parameters, arguments, strict=True):
            given.append(self.card_or(argument, parameter.type))
        if entry.node is not None and not entry.busy:
            decl.parameters = tuple(
                Variable(p.name, _general(argument.type), p.at) if isinstance(p.type, UnknownType) else p
                for p, argument in zip(decl.parameters, given, strict=True)
            )
        for parameter, argument in zip(decl.parameters, given, strict=True):
            if not fits(argument.type, parameter.type):
                named = self.symbols.type_named(parameter.name) is not None
                why = "by its name" if named else "by another use"
                self.report.error(
                    "type/wrong",
                    f"`{self.usage(entry)}`: {parameter.name} is {describe(parameter.type)} {why}, but "
                    f"this is {describe(argument.type)}",
                    argument.span,
                    *self.report.declared(decl.at),
                )
                return bad(span)
        if entry.busy:
            return self.circle(entry, span)
        if entry.node is not None and len(self._open) >= MOST_TERMS:
            self.report.error("term/too-deep", f"more than {MOST_TERMS} terms lead into each other", span)
            return bad(span)
        if entry.node is not None:
            self.open_term(entry, span)
        absent = [
            argument.type
            for parameter, argument in zip(decl.parameters, given, strict=True)
            if not isinstance(parameter.type, OrNone)
        ]
        return TermRef(span, carries_none(decl.type, *absent), decl, tuple(given))

    def circle(self, entry: TermEntry, span: Span) -> Expr:
        first = next(i for i, (open_entry, _) in enumerate(self._open) if open_entry is entry)
        way = self._open[first:]
        names = [open_entry.decl.name for open_entry, _ in way]
        notes = [self.report.note(f"`{e.decl.name}` is declared here", e.decl.at) for e, _ in way[:6]]
        self.report.error(
            "term/circle",
            f"`{entry.decl.name}` leads back to itself: {' -> '.join([*names, names[0]])}",
            span,
            *notes,
        )
        return bad(span)

    def open_term(self, entry: TermEntry, span: Span) -> None:
        """Work out what a term means."""
        node, decl = entry.node, entry.decl
        assert node is not None
        entry.busy = True
        self._open.append((entry, span))
        scope = Scope().having(*decl.parameters)
        if node.body is not None:
            body = self.expr(node.body, scope, TRUTH if decl.form == "is" else None)
            decl.body, decl.type = body, body.type
        else:
            decl.cases, decl.type = self.cases(node.cases, scope, decl.at.span, open_end=False)
        if decl.form == "is" and not fits(decl.type, TRUTH):
            self.report.error(
                "term/adjective",
                f"`{self.usage(entry)}` must be yes or no, but this is {describe(decl.type)}",
                node.span,
                help=f"a value is named with `of`: `{decl.name} of ... means ...`",
            )
            decl.type = TRUTH
        if isinstance(decl.type, NumberType):
            decl.type = NUMBER
        self._open.pop()
        entry.busy, entry.node = False, None


def _general(kind: Type) -> Type:
    """The type of a parameter that takes its type from a use: none and bounds are of that use only."""
    kind = bare(kind)
    return NUMBER if isinstance(kind, NumberType) else kind


def _plural(binder: nodes.Binder) -> bool:
    return bool(singulars(binder.name.text)) and len(binder.name.text) > 3  # `men` and `dice` are several, too
