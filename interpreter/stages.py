"""Every stage between a definition's text and its program, as text for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ..grammar import checked as c
from ..grammar.outline import outline
from ..grammar.parse import tokens
from ..grammar.types import (
    EnumType,
    FaceType,
    ListType,
    NumberType,
    OrNone,
    PieceType,
    Type,
    ZoneType,
)
from .faults import DefinitionError
from .game import Game
from .loading import Definition, read
from .program import AskKind, Program
from .reach import Reach
from .secrets import Secrets


def stage(path: str | Path, name: str) -> str:
    """One of `tokens`, `tree`, `checked`, `program`, `source` of a definition, for its smallest number of seats.

    Raises DefinitionError where the definition's faults leave that stage without anything to show, and ValueError for a
    stage that there is not.
    """
    definition = read(path)
    makers: dict[str, Callable[[Definition], str]] = {
        "tokens": _tokens,
        "tree": _tree,
        "checked": lambda d: _checked(Game(d).checked),
        "program": lambda d: _program(Game(d).program()),
        "source": lambda d: Game(d).program().source,
    }
    if name not in makers:
        raise ValueError(f"there is no stage {name!r}")
    return makers[name](definition)


def _tokens(definition: Definition) -> str:
    return "\n".join(
        f"{line:4}:{column:<4} {kind:14} {text!r}" for kind, text, line, column in tokens(definition.source)
    )


def _tree(definition: Definition) -> str:
    if definition.tree is None:
        raise DefinitionError(definition.problems)
    return outline(definition.tree)


# ---------------------------------------------------------------------------------------------- checked


def type_words(kind: Type) -> str:
    """A type as the language writes it."""
    match kind:
        case OrNone(item=item):
            return f"{type_words(item)} or none"
        case ListType(item=item):
            return f"list of {type_words(item)}"
        case NumberType(low=low, high=high):
            return f"{low} to {high}" if low is not None and high is not None else "number"
        case EnumType(name=name):
            return name
        case PieceType(kinds=kinds):
            return "card " + " or ".join(sorted(kinds))
        case FaceType(kinds=kinds):
            return "kind " + " or ".join(sorted(kinds))
        case ZoneType(families=families):
            return "place in " + " or ".join(sorted(families))
        case _:
            return type(kind).__name__.removesuffix("Type").lower()


def _checked(game: c.CheckedGame) -> str:
    """What was understood: every declaration with its type, where cards can come to lie, and who is told what."""
    return "\n".join(_lines(game))


def _lines(game: c.CheckedGame) -> Iterator[str]:
    yield f"{game.title}: {game.low} to {game.high} players"
    for option in game.options:
        yield f"option {option.name}: {type_words(option.type)}"
    for enum in game.enums:
        yield f"enum {enum.name}: {', '.join(enum.values)}"
    reach = Reach(game)
    for kind in game.kinds:
        given = ", ".join(f"{a.name}: {type_words(a.type)}" for a in kind.attributes)
        places = ", ".join(sorted(zone.name for zone in reach.of[kind.name]))
        yield f"{kind.word} {kind.name}({given}) lies in: {places}"
    for zone in game.zones:
        yield f"zone {zone.name}{_indexes(zone.indexes)}: {zone.sight.value} {zone.shape.value}"
    for note in game.notes:
        yield f"note {note.name}{_indexes(note.indexes)}: {note.sight.value} {type_words(note.type)}, {note.start_when.value}"
    for term in game.terms:
        given = ", ".join(f"{p.name}: {type_words(p.type)}" for p in term.parameters)
        yield f"term {term.name}({given}): {type_words(term.type)}"
    secrets = Secrets(game)
    for action in (*game.actions, *(effect.action for effect in game.effects)):
        yield from _action(secrets, action, action, 0)


def _indexes(indexes: tuple[c.Index, ...]) -> str:
    words = []
    for index in indexes:
        match index:
            case c.PlayerIndex():
                words.append("player")
            case c.EnumIndex(enum=enum):
                words.append(enum.name)
            case c.PieceIndex(kind=kind):
                words.append(kind.name)
            case c.ZoneIndex(zone=zone):
                words.append(zone.name)
            case c.NumberIndex(size=size):
                words.append(str(size.value) if isinstance(size, c.Literal) else "number")
    return f"[{', '.join(words)}]" if words else ""


def _action(secrets: Secrets, whole: c.ActionDecl, action: c.ActionDecl, depth: int) -> Iterator[str]:
    margin = "    " * depth
    told = "" if secrets.touches_open(action) else " (touches nothing open: not told when all decide at once)"
    yield f"{margin}action {action.title!r}{told}"
    for line in action.card.head:
        if isinstance(line, c.Choose):
            kind = line.several.item.type if line.several else line.variable.type
            if isinstance(kind, PieceType) or (isinstance(kind, OrNone) and isinstance(kind.item, PieceType)):
                who = "those who see the card are told which"
            elif secrets.told((whole,), line.variable):
                who = "all are told"
            else:
                who = "nobody else is told"
            yield f"{margin}    choose {line.variable.name}: {type_words(line.variable.type)}; {who}"
    for way in action.card.ways:
        yield from _action(secrets, whole, way, depth + 1)


# ---------------------------------------------------------------------------------------------- program


def _program(program: Program) -> str:
    """The questions of a program and the layout of its state."""
    layout = program.layout
    source = program.setting.game.source
    out = [f"{len(program.blocks)} blocks, {layout.size} numbers in a state, {program.parts.count} pieces"]
    out.extend(f"note {note.name}: from slot {p.first}, {p.count} x {p.width}" for note, p in layout.notes.items())
    out.extend(
        f"zone {zone.name}: {f.count} from slot {layout.content + f.first}" for zone, f in layout.families.items()
    )
    for ask in program.asks:
        if ask is None:
            continue
        line, _ = source.place(ask.at.span.start)
        what = ask.variable.name if ask.variable is not None else ", ".join(entry.title for entry in ask.entries)
        leads = ", ".join(f"{answer} to block {block}" for answer, block in ask.goes.items()) or f"block {ask.then}"
        kind = ask.kind.value if ask.kind is not AskKind.MAY else "may do"
        out.append(f"question {ask.number} (line {line}): {kind} {what}; slot {ask.slot}; {leads}")
    return "\n".join(out)
