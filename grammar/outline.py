"""The syntax tree as an indented text, for `rulewright show --stage tree` and for bug reports."""

from __future__ import annotations

from dataclasses import fields

from . import nodes as n


def outline(game: n.Game) -> str:
    """One line a node: its part in the node above, its kind, its words and numbers. Absent parts are left
    out.
    """
    lines: list[str] = []
    _node("", game, 0, lines)
    return "\n".join(lines) + "\n"


def _plain(value: object) -> str | None:
    """A value that fits on the line of its node, or None."""
    match value:
        case n.Ident():
            return value.text
        case n.Text():
            return f'"{value.text}"'
        case n.Cite():
            return f"@{value.clause}"
        case n.Word():
            return value.name.text
        case n.Number():
            return str(value.value)
        case bool() | int():
            return str(value)
        case str():
            return repr(value)
        case tuple() if value:
            items = [_plain(item) for item in value]
            return "[" + ", ".join(str(item) for item in items) + "]" if all(items) else None
        case _:
            return None


def _node(part: str, node: n.Node, depth: int, lines: list[str]) -> None:
    head = [f"{part}: {type(node).__name__}" if part else type(node).__name__]
    below: list[tuple[str, n.Node]] = []
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span" or value in (None, (), "") or value is False:
            continue
        plain = _plain(value)
        if plain is not None:
            head.append(f"{field.name}={plain}")
        elif isinstance(value, tuple):
            below.extend((field.name, item) for item in value)
        else:
            below.append((field.name, value))
    lines.append("  " * depth + " ".join(head))
    for name, child in below:
        _node(name, child, depth + 1, lines)
