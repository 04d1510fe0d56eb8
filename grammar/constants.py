"""Expressions whose value is known before play."""

from __future__ import annotations

from collections.abc import Mapping

from .checked import (
    Arithmetic,
    BuiltIn,
    BuiltInRef,
    Equal,
    Expr,
    Function,
    FunctionCall,
    Literal,
    Negative,
    Operator,
    OptionDecl,
    OptionRef,
    Table,
    TermRef,
    VariableRef,
)


def is_constant(expr: Expr) -> bool:
    """Whether the value is fixed when a table is set up: numbers, options, `players`, and tables over them.
    The variables in it stand for attributes of a face or indexes of a zone.
    """
    match expr:
        case Literal() | OptionRef() | VariableRef():
            return True
        case BuiltInRef(_, _, name):
            return name is BuiltIn.PLAYERS
        case Negative(_, _, operand):
            return is_constant(operand)
        case Arithmetic(_, _, _, left, right):
            return is_constant(left) and is_constant(right)
        case Table(_, _, key, cases, otherwise):
            parts = [key, *(part for case in cases for part in (case.key, case.value))]
            return all(map(is_constant, parts)) and (otherwise is None or is_constant(otherwise))
        case TermRef(_, _, term, ()):
            return term.body is not None and is_constant(term.body)
    return False


def value_of(
    expr: Expr, players: int, options: Mapping[OptionDecl, int], names: Mapping[str, int] | None = None
) -> int | None:
    """The value for so many players, or None where it cannot be known. `names`: attributes of a face."""
    match expr:
        case Literal(_, _, value):
            return value
        case VariableRef(_, _, variable):
            return None if names is None else names.get(variable.name)
        case OptionRef(_, _, option):
            return options.get(option)
        case BuiltInRef(_, _, name):
            return players if name is BuiltIn.PLAYERS else None
        case Negative(_, _, operand):
            inner = value_of(operand, players, options, names)
            return None if inner is None else -inner
        case Arithmetic(_, _, operator, left, right):
            one, two = value_of(left, players, options, names), value_of(right, players, options, names)
            return None if one is None or two is None else _worked_out(operator, one, two)
        case Table(_, _, key, cases, otherwise):
            wanted = value_of(key, players, options, names)
            if wanted is None:
                return None
            for case in cases:
                if value_of(case.key, players, options, names) == wanted:
                    return value_of(case.value, players, options, names)
            return None if otherwise is None else value_of(otherwise, players, options, names)
        case TermRef(_, _, term, ()):
            return None if term.body is None else value_of(term.body, players, options, names)
        case FunctionCall(_, _, Function.SMALLER | Function.LARGER as function, (left, right)):
            one, two = value_of(left, players, options, names), value_of(right, players, options, names)
            if one is None or two is None:
                return None
            return min(one, two) if function is Function.SMALLER else max(one, two)
        case FunctionCall(_, _, Function.POSITION, (operand,)):
            inner = value_of(operand, players, options, names)
            return None if inner is None else inner + 1
        case Equal(_, _, left, right, negated):
            one, two = value_of(left, players, options, names), value_of(right, players, options, names)
            return None if one is None or two is None else int((one == two) != negated)
    return None


def _worked_out(operator: Operator, left: int, right: int) -> int | None:
    match operator:
        case Operator.PLUS:
            return left + right
        case Operator.MINUS:
            return left - right
        case Operator.TIMES:
            return left * right
        case Operator.DIVIDED:
            return None if right == 0 else left // right
        case Operator.MODULO:
            return None if right == 0 else left % right
