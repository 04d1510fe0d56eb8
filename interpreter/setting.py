"""What is fixed before play: the number of seats and the options. Constant expressions are worked out here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..grammar import checked as c


@dataclass(frozen=True)
class Setting:
    """`options` holds the value of every option except those drawn at random, which live in the state. `names` are what the
    seats are called at this table; () for the names that the game gives.
    """

    game: c.CheckedGame
    players: int
    options: Mapping[c.OptionDecl, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()

    def constant(self, expr: c.Expr, names: Mapping[str, int] | None = None) -> int | None:
        """The value of an expression that does not change during a game, else None. `names` gives variables a value."""
        match expr:
            case c.Literal(value=value):
                return value
            case c.BuiltInRef(name=c.BuiltIn.PLAYERS):
                return self.players
            case c.OptionRef(option=option):
                return self.options.get(option)
            case c.VariableRef(variable=variable):
                return names.get(variable.name) if names else None
            case c.Negative(operand=operand):
                value_of = self.constant(operand, names)
                return None if value_of is None else -value_of
            case c.Arithmetic(operator=operator, left=left, right=right):
                a, b = self.constant(left, names), self.constant(right, names)
                return None if a is None or b is None else calculate(operator, a, b)
            case c.FunctionCall(function=c.Function.SMALLER | c.Function.LARGER as function, arguments=(left, right)):
                a, b = self.constant(left, names), self.constant(right, names)
                if a is None or b is None:
                    return None
                return min(a, b) if function is c.Function.SMALLER else max(a, b)
            case c.FunctionCall(function=c.Function.POSITION, arguments=(left,)):
                a = self.constant(left, names)
                return None if a is None else a + 1
            case c.Equal(left=left, right=right, negated=negated):
                a, b = self.constant(left, names), self.constant(right, names)
                return None if a is None or b is None else int((a == b) != negated)
            case c.Table(key=key, cases=cases, otherwise=otherwise):
                wanted = self.constant(key, names)
                if wanted is None:
                    return None
                for case in cases:
                    if self.constant(case.key, names) == wanted:
                        return self.constant(case.value, names)
                return None if otherwise is None else self.constant(otherwise, names)
            case _:
                return None

    def size(self, index: c.Index) -> int:
        """How many values an index has; 0 for the pieces of a kind, which only the components know."""
        match index:
            case c.PlayerIndex():
                return self.players
            case c.EnumIndex(enum=enum):
                return len(enum.values)
            case c.NumberIndex(size=size):
                return self.constant(size) or 0
            case c.PieceIndex() | c.ZoneIndex():
                return 0

    def enum(self, name: str) -> c.EnumDecl:
        return next(enum for enum in self.game.enums if enum.name == name)

    def seat_name(self, seat: int) -> str:
        names = self.names or self.game.seat_names
        return names[seat] if names and seat < len(names) else f"Seat {seat + 1}"


def calculate(operator: c.Operator, a: int, b: int) -> int | None:
    """Whole-number arithmetic; None for a division by nothing."""
    match operator:
        case c.Operator.PLUS:
            return a + b
        case c.Operator.MINUS:
            return a - b
        case c.Operator.TIMES:
            return a * b
        case c.Operator.DIVIDED:
            return a // b if b else None
        case c.Operator.MODULO:
            return a % b if b else None
