"""Choices as players read them."""

from __future__ import annotations

from dataclasses import dataclass

from ..grammar import checked as c
from ..grammar.types import ListType, NumberType, PieceType, bare
from .components import none_of
from .labels import said_label
from .machine import Machine
from .program import DONE, YES, Ask, AskKind


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a seat.

    `text` is what a player reads and may type; it is unique among the options of one question. `verb` is the action (or the
    words of the phrase) it belongs to. `args` holds the chosen value as a whole number, empty for an action's own name.
    `index` is its place among the options.
    """

    text: str
    verb: str
    args: tuple[int, ...]
    index: int


def answers(machine: Machine, s: list[int], seat: int) -> list[int]:
    """The raw answers, in the order of the choices."""
    return machine.options(s, seat)


def choices(machine: Machine, s: list[int], seat: int) -> list[Choice]:
    """The options of a seat, with texts that tell them apart."""
    ask = machine.ask(s, seat)
    found = machine.options(s, seat)
    texts = [text_of(machine, s, ask, answer) for answer in found]
    seen: dict[str, int] = {}
    out = []
    for index, (answer, text) in enumerate(zip(found, texts, strict=True)):
        if texts.count(text) > 1:
            seen[text] = seen.get(text, 0) + 1
            text = f"{text} #{seen[text]}"
        if ask.kind in (AskKind.MENU, AskKind.MAY):
            verb = text if answer != DONE else "done"
            args: tuple[int, ...] = ()
        else:
            verb = title(ask)
            args = () if answer == DONE else (answer,)
        out.append(Choice(text, verb, args, index))
    return out


def title(ask: Ask) -> str:
    """The action (and way) a question belongs to."""
    return ask.path[-1].title if ask.path and ask.path[-1].title else (ask.action.title if ask.action else "choose")


def text_of(machine: Machine, s: list[int], ask: Ask, answer: int) -> str:
    """One answer as text."""
    program = machine.program
    match ask.kind:
        case AskKind.MAY:
            if answer != YES:
                return "no"
            return "yes"
        case AskKind.MENU:
            if answer == DONE:
                return "done"
            return entry_titles(ask)[answer]
        case _:
            if answer == DONE:
                return "done"
            if ask.labels is not None and answer < 0:
                return "none"
            if ask.labels is not None:
                return ask.labels[answer]
            assert ask.variable is not None
            kind = ask.variable.type
            if (answer == none_of(kind) and isinstance(bare(kind), (PieceType,))) or answer == none_of(kind):
                return "none"
            face = -1
            if program.layout.has_dice and isinstance(bare(kind), PieceType):
                face = s[program.layout.faces + answer]
            return said_label(program.setting, program.parts, program.layout, kind, answer, face)


def entry_titles(ask: Ask) -> tuple[str, ...]:
    """The texts of a menu's answers 0, 1, ..."""
    if ask.menu is None:
        return tuple(entry.title for entry in ask.entries)
    return tuple(_leaves(ask.menu))


def _leaves(menu: c.Menu) -> list[str]:
    out: list[str] = []
    for entry in menu.entries:
        match entry.what:
            case c.ActionRef(action=action):
                out.append(action.title)
            case c.StepRef(step=step):
                out.append(step.title)
            case c.Menu(kind=c.MenuKind.ONE) as inner:
                out.extend(_leaves(inner))
            case c.Menu() as inner:
                out.append(f"{inner.kind.value} {', '.join(_leaves(inner))}")
    return out


def question(machine: Machine, s: list[int], seat: int) -> str:
    """What a seat is asked."""
    ask = machine.ask(s, seat)
    match ask.kind:
        case AskKind.MAY:
            if ask.action is not None:
                return f"{ask.action.title}?"
            if ask.entries:
                return f"{ask.entries[0].title}?"
            piece = s[ask.room] if ask.card is not None else -1
            return f"Use the effect of {machine.program.parts.faces[machine.program.parts.face_of[piece]].title}?"
        case AskKind.MENU:
            if ask.menu is None:
                return f"{title(ask)}: in which way?"
            match ask.menu.kind:
                case c.MenuKind.ONE:
                    return "What do you do?"
                case c.MenuKind.UP_TO | c.MenuKind.UP_TO_DIFFERENT:
                    return "What do you do next, if anything?"
                case _:
                    return "What do you do next?"
        case _:
            assert ask.variable is not None
            name = ask.variable.name.replace("_", " ")
            if isinstance(bare(ask.variable.type), NumberType) and len(name) == 1:
                return f"{title(ask)}: choose a number"  # `n` is for those who read the definition
            if isinstance(bare(ask.variable.type), ListType):
                name = name or "one"
            wanted = f"{'another ' if ask.kind is AskKind.SEVERAL else ''}{name}"
            head = title(ask)
            return f"Choose {wanted}" if head == "choose" else f"{head}: choose {wanted}"
