"""What the writers of generated code share: one program's tables, and the names that can be seen at one place of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..grammar import checked as c
from ..grammar.types import Type, ZoneType, bare
from .components import Components
from .geometry import Geometry
from .layout import Layout
from .setting import Setting
from .writer import Names, Writer


@dataclass
class Module:
    """The program being written: constants, functions, and what is already there."""

    setting: Setting
    parts: Components
    layout: Layout
    geometry: Geometry
    traced: bool
    names: Names = field(default_factory=Names)
    constants: dict[str, object] = field(default_factory=dict)
    functions: list[tuple[str, Writer]] = field(default_factory=list)
    terms: dict[tuple[c.TermDecl, bool], str] = field(default_factory=dict)
    heads: dict[tuple[int, int], str] = field(default_factory=dict)
    ways: dict[int, tuple[c.ActionDecl, ...]] = field(default_factory=dict)
    worth: dict[bool, str] = field(default_factory=dict)
    _constant_names: dict[object, str] = field(default_factory=dict)

    def constant(self, stem: str, value: object) -> str:
        """The name of a table with this value."""
        key = (type(value), value)
        if key not in self._constant_names:
            name = self.names.fresh(stem.upper())
            self._constant_names[key] = name
            self.constants[name] = value
        return self._constant_names[key]

    def function(self, head: str, writer: Writer) -> None:
        self.functions.append((head, writer))


@dataclass(frozen=True)
class Scope:
    """One place in a generated function: where to write, what variables are called, who `you` is.

    `still`: nothing changes while this is worked out (scoring), so that a term's value is worked out once for the same
    arguments.
    """

    module: Module
    writer: Writer
    names: Mapping[c.Variable, str]
    you: str
    still: bool = False

    def bind(self, variable: c.Variable, name: str) -> Scope:
        return replace(self, names={**self.names, variable: name})

    def fresh(self, stem: str) -> str:
        return self.module.names.fresh(stem)

    def scratch(self, depth: int | None = None) -> Scope:
        """The same place, writing into a buffer of its own."""
        writer = Writer(self.writer.depth if depth is None else depth)
        writer.span = self.writer.span
        return replace(self, writer=writer)

    def shape(self, expr: c.Expr) -> c.Shape | None:
        """The shape of a zone where it can be told from its type."""
        return self.shape_of(expr.type)

    def shape_of(self, kind: Type) -> c.Shape | None:
        """The shape that all zones of a type have, if they have one."""
        kind = bare(kind)
        if not isinstance(kind, ZoneType):
            return None
        shapes = {f.shape for f in self.module.layout.families if f.name in kind.families}
        return shapes.pop() if len(shapes) == 1 else None
