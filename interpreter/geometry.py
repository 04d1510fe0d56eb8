"""Grids: rows, columns, straight lines, steps and neighbours of zone families with two number indexes."""

from __future__ import annotations

from functools import cached_property

from ..grammar import checked as c
from .components import NO_NUMBER
from .layout import Family, Layout

# North, NorthEast, East ... NorthWest as (row, column); rows count from the top.
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
DIRECTION_NAMES = ("North", "NorthEast", "East", "SouthEast", "South", "SouthWest", "West", "NorthWest")


class Geometry:
    """What lies where, for the families of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def is_grid(self, family: Family) -> bool:
        kinds = family.decl.indexes
        return len(kinds) == 2 and all(isinstance(index, c.NumberIndex) for index in kinds)

    def rows(self, family: Family) -> tuple[tuple[int, ...], ...]:
        height, width = family.sizes
        return tuple(tuple(family.first + r * width + k for k in range(width)) for r in range(height))

    def columns(self, family: Family) -> tuple[tuple[int, ...], ...]:
        return tuple(zip(*self.rows(family), strict=True))

    def lines(self, family: Family, length: int) -> tuple[tuple[int, ...], ...]:
        """Straight runs of so many zones: along rows, columns and both diagonals."""
        height, width = family.sizes
        runs = []
        ways = ((0, 1), (1, 0), (1, 1), (1, -1))
        for down, across in ways if length > 1 else ways[:length] if length == 1 else ():
            for r in range(height):
                for k in range(width):
                    end_r, end_k = r + down * (length - 1), k + across * (length - 1)
                    if 0 <= end_r < height and 0 <= end_k < width:
                        runs.append(
                            tuple(family.first + (r + down * i) * width + k + across * i for i in range(length))
                        )
        return tuple(runs)

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """For each direction the neighbour of every zone there, or -1; a last -1 for no zone."""
        table = []
        for down, across in DIRECTIONS:
            to = [-1] * (self._layout.zones + 1)
            for family in self._layout.families.values():
                if self.is_grid(family):
                    height, width = family.sizes
                    for r in range(height):
                        for k in range(width):
                            if 0 <= r + down < height and 0 <= k + across < width:
                                to[family.first + r * width + k] = family.first + (r + down) * width + k + across
            table.append(tuple(to))
        return tuple(table)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every zone of a grid those beside it in the four main directions; a last () for no zone."""
        return (
            *tuple(
                tuple(step[zone] for step in self.steps[::2] if step[zone] >= 0) for zone in range(self._layout.zones)
            ),
            (),
        )

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        return (*tuple(self._coordinate(zone, 0) for zone in range(self._layout.zones)), NO_NUMBER)

    @cached_property
    def column_of(self) -> tuple[int, ...]:
        return (*tuple(self._coordinate(zone, 1) for zone in range(self._layout.zones)), NO_NUMBER)

    def _coordinate(self, zone: int, axis: int) -> int:
        family = self._layout.family_of[zone]
        return family.indexes(zone)[axis] + 1 if self.is_grid(family) else NO_NUMBER
