"""Blocks being written: where play goes on after a decision, and the slots of what must outlive one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..grammar import checked as c
from ..grammar.source import Span
from ..grammar.types import ListType, PieceType, bare
from .program import WAIT, Ask
from .scope import Module, Scope
from .writer import Writer

Names = dict[c.Variable, str]  # the code of the value of each variable that can be seen


class Label(int):
    """The number of a block. In generated text it stands between `@`, so that it can be found again."""

    def __format__(self, spec: str) -> str:
        return f"@{int(self)}@"


@dataclass
class Heading:
    """The block of a heading that is used from several places; `back` holds where to return."""

    entry: Label
    back: int


@dataclass
class Trigger:
    decl: c.TriggerDecl
    known: int  # slot: for whom it held at the last check, one bit each
    waiting: int  # slot: who still fires
    mask: str  # function: for whom it holds now
    order: str | None  # function: the list that gives the order, for `one of`


class Blocks:
    """The blocks and questions of one program. At any time one block is being written (`writer`), or none: then what would
    be written is never reached."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.texts: dict[int, Writer] = {}
        self.asks: list[Ask | None] = [None, None]  # OVER and AT_ONCE
        self._next = 0
        self.writer: Writer | None = None
        self._holding: list[tuple[int, int]] = []  # slots in use that hold cards: the first, and how many (a list: 0)
        self._floor = module.layout.variables_from
        self._top = self._floor

    # -------------------------------------------------------------------------------- blocks

    def new(self) -> Label:
        """A block to be written later."""
        self._next += 1
        return Label(self._next - 1)

    def place(self, number: int, span: Span) -> None:
        """Go on by writing this block. What was written before leads here if it has not gone elsewhere."""
        if self.writer is not None:
            self.writer.line(f"return {number}")
        self.writer = self.texts[number] = Writer()
        self.writer.span = span

    def jump(self, number: int | str) -> None:
        """End the block: play goes on elsewhere."""
        if self.writer is not None:
            self.writer.line(f"return {number}")
        self.writer = None

    def stop(self) -> None:
        """What follows here is never reached."""
        self.writer = None

    def reached(self) -> bool:
        """Whether what is written now can be reached."""
        return self.writer is not None

    def here(self, span: Span) -> Label:
        """A fresh block that begins here."""
        number = self.new()
        self.place(number, span)
        return number

    def scope(self, names: dict[c.Variable, str], you: str = "you") -> Scope:
        """The scope of the block being written; a scratch one where nothing is reached."""
        return Scope(self.module, self.writer or Writer(), names, you)

    def ask(self, ask: Ask) -> None:
        """End the block with a question."""
        if self.writer is not None:
            self.writer.line(f"s[0] = {ask.number}")
            self.writer.line(f"return {WAIT}")
        self.writer = None

    def question(self, ask: Ask) -> Ask:
        """Add a question; its number is filled in."""
        holding = tuple((first, count) for first, count in self._holding if first != ask.slot)
        numbered = replace(ask, number=len(self.asks), holding=holding)
        self.asks.append(numbered)
        return numbered

    # -------------------------------------------------------------------------------- slots

    def mark(self) -> int:
        return self._top

    def slot(self, count: int = 1) -> int:
        """Slots for something that outlives a decision, until `free`."""
        first = self._top
        self._top += count
        self.module.layout.size = max(self.module.layout.size, self._top)
        return first

    def free(self, mark: int, clear: bool = True) -> None:
        """Give back what was taken since the mark; what is cleared makes equal positions equal states."""
        mark = max(mark, self._floor)
        count = self._top - mark
        if clear and count and self.writer is not None:
            if count <= 3:
                self.writer.line(" = ".join(f"s[{mark + i}]" for i in range(count)) + " = 0")
            else:
                self.writer.line(f"s[{mark} : {self._top}] = {self.module.constant('zeros', (0,) * count)}")
        self._top = mark
        self._holding = [held for held in self._holding if held[0] < mark]

    def keep(self) -> None:
        """What has been taken so far is never given back: a part used from several places lives above it."""
        self._floor = self._top = max(self._top, self.module.layout.size)

    def variable(self, variable: c.Variable, per_seat: bool = False) -> tuple[int, str]:
        """Slots for a variable: the first one, and the code of its value."""
        seats = self.module.setting.players if per_seat else 1
        if isinstance(variable.type, ListType):
            width = 1 + self.module.layout.capacity(variable.type.item)
            first = self.slot(width * seats)
            if isinstance(bare(variable.type.item), PieceType):
                self._holding.extend((first + seat * width, 0) for seat in range(seats))
            base = f"{first} + you * {width}" if per_seat else str(first)
            return first, f"s[{base} + 1 : {base} + 1 + s[{base}]]"
        first = self.slot(seats)
        if isinstance(bare(variable.type), PieceType):
            self._holding.append((first, seats))
        return first, f"s[{first} + you]" if per_seat else f"s[{first}]"
