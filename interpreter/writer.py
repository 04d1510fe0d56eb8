"""Python text that remembers which line of the definition each of its lines comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..grammar.source import NOWHERE, Span


class Writer:
    """Lines of one generated function. `depth` is the current indentation, in levels."""

    def __init__(self, depth: int = 1) -> None:
        self.lines: list[tuple[str, Span]] = []
        self.depth = depth
        self.span = NOWHERE

    def line(self, text: str) -> None:
        self.lines.append(("    " * self.depth + text, self.span))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """`head` (ending in a colon) and what is written inside, one level deeper."""
        self.line(head)
        before = len(self.lines)
        self.depth += 1
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def at(self, span: Span) -> Iterator[None]:
        """Lines written inside come from this stretch of the definition."""
        outer, self.span = self.span, span
        yield
        self.span = outer


class Names:
    """Fresh names for the generated text."""

    def __init__(self) -> None:
        self._count = 0

    def fresh(self, stem: str) -> str:
        self._count += 1
        clean = "".join(char if char.isalnum() else "_" for char in stem)
        return f"{clean}_{self._count}"
