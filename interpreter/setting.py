"""What is fixed before play: the number of seats and the options. Constant expressions are worked out here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..grammar import checked as c
from ..grammar.constants import value_of


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
        return value_of(expr, self.players, self.options, names)

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
