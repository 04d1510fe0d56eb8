"""What a name may mean: the problems found so far, the scope of variables, the declared names, plurals and
singulars.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from . import nodes
from .checked import (
    ActionDecl,
    At,
    EnumDecl,
    KindDecl,
    NoteDecl,
    NumberIndex,
    OptionDecl,
    Shape,
    StepDecl,
    TermDecl,
    Variable,
    ZoneDecl,
)
from .diagnostics import Note, Problem, Severity, nearest
from .source import Source, Span
from .types import (
    DIRECTION,
    NUMBER,
    PLAYER,
    TRUTH,
    EnumType,
    FaceType,
    PieceType,
    Type,
    ZoneType,
)

MOST_PROBLEMS = 50


class EnoughError(Exception):
    """As many errors as are told have been found: the rest of the text need not be looked at."""


class Report:
    """Gathers the problems of one text. The same fault at the same place is told once."""

    def __init__(self, source: Source, declared_in: Source | None = None) -> None:
        self.source = source
        self.declared_in = declared_in or source  # of what is declared, where it is not the text that is checked
        self._found: dict[tuple[str, str, Span], Problem] = {}
        self._errors = 0

    def add(self, *problems: Problem) -> None:
        """Raises EnoughError once there are as many errors as are told."""
        for problem in problems:
            key = (problem.code, problem.source.name, problem.span)
            if key not in self._found:
                self._found[key] = problem
                self._errors += problem.severity is Severity.ERROR
        if self._errors >= MOST_PROBLEMS:
            raise EnoughError

    def error(self, code: str, message: str, span: Span, *notes: Note, help: str | None = None) -> None:  # noqa: A002
        self.add(Problem(code, message, self.source, span, notes, help))

    def warning(self, code: str, message: str, span: Span, *notes: Note, help: str | None = None) -> None:  # noqa: A002
        self.add(Problem(code, message, self.source, span, notes, help, Severity.WARNING))

    def note(self, message: str, at: At | Span) -> Note:
        return Note(message, self.source, at.span if isinstance(at, At) else at)

    def declared(self, at: At) -> tuple[Note, ...]:
        """The note `declared here`; none for what is built in."""
        return (Note("declared here", self.declared_in, at.span),) if at.span.end else ()

    def first_line(self, at: At) -> Span:
        """The first line of something that may have a block below it."""
        end = self.source.text.find("\n", at.span.start)
        return Span(at.span.start, at.span.end if end < 0 else min(at.span.end, end))

    @property
    def failed(self) -> bool:
        return self._errors > 0

    def problems(self) -> tuple[Problem, ...]:
        """At most fifty, errors kept before warnings, in the order of the text."""
        worst_first = sorted(self._found.values(), key=lambda p: p.severity is not Severity.ERROR)
        return tuple(
            sorted(worst_first[:MOST_PROBLEMS], key=lambda p: (p.source.name != self.source.name, p.span.start))
        )


MANY_NAMES = 500


def guess_of(word: str, known: Iterable[str]) -> str | None:
    """What a misspelt word stands for perhaps. Among very many names only some that begin alike are
    looked at.
    """
    known = list(known)
    if len(known) > MANY_NAMES:
        known = [name for name in known if name[:1] == word[:1] and abs(len(name) - len(word)) < 3]
    return nearest(word, known[:MANY_NAMES])


# ------------------------------------------------------------------------------- the form of words

_IRREGULAR = {
    "men": "man",
    "women": "woman",
    "people": "person",
    "children": "child",
    "dice": "die",
    "mice": "mouse",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "oxen": "ox",
    "heroes": "hero",
    "echoes": "echo",
    "lives": "life",
    "knives": "knife",
    "wolves": "wolf",
    "leaves": "leaf",
    "shelves": "shelf",
}


def singulars(word: str) -> tuple[str, ...]:
    """The singulars a plural may have, likeliest first; empty where the word is no plural. Only the last part
    of `green_men` changes.
    """
    head, joint, last = word.rpartition("_")
    if last in _IRREGULAR:
        found = [_IRREGULAR[last]]
    elif len(last) < 3 or not last.endswith("s") or last.endswith(("ss", "us", "is")):
        found = []
    elif last.endswith("ies") and len(last) > 4:
        found = [last[:-3] + "y", last[:-1]]
    elif last.endswith(("sses", "xes", "ches", "shes", "zes")):
        found = [last[:-2], last[:-1]]
    elif last.endswith(("oes", "ses")):
        found = [last[:-1], last[:-2]]
    else:
        found = [last[:-1]]
    return tuple(head + joint + one for one in found)


def plural(word: str) -> str:
    """The plural that `singulars` leads back from."""
    head, joint, last = word.rpartition("_")
    for many, one in _IRREGULAR.items():
        if one == last:
            return head + joint + many
    if last.endswith("y") and not last.endswith(("ay", "ey", "oy", "uy")):
        last = last[:-1] + "ies"
    elif last.endswith(("s", "x", "ch", "sh", "z")):
        last += "es"
    else:
        last += "s"
    return head + joint + last


def lower_name(name: str) -> str:
    """`EternalFlame` as a variable is called: `eternal_flame`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def title_of(name: str) -> str:
    """`FullHouse` as players read it: `Full House`; `head_keepers`: `head keepers`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name)


def at_of(line: nodes.Line) -> At:
    return At(line.span, clauses(line.cites))


def clauses(cites: nodes.Cites) -> tuple[str, ...]:
    return tuple(cite.clause for cite in cites)


# ------------------------------------------------------------------------------------------ scopes


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that can be read at a place, and whether a seat is `you` there. Scopes are never
    changed.
    """

    variables: Mapping[str, Variable] = field(default_factory=dict)
    you: bool = True

    def having(self, *variables: Variable) -> Scope:
        return replace(self, variables={**self.variables, **{variable.name: variable for variable in variables}})

    def calling(self, name: str, variable: Variable) -> Scope:
        """A second name for a variable: `columns` for `column` in `at least 4 columns are empty`."""
        return replace(self, variables={**self.variables, name: variable})


# ---------------------------------------------------------------------------------- declared names


@dataclass(slots=True)
class TermEntry:
    """A term and, until it has been checked, its text. `busy` while its meaning is being worked out."""

    decl: TermDecl
    node: nodes.Term | None
    busy: bool = False


Declared = ZoneDecl | NoteDecl | OptionDecl | TermEntry

WORD_SHAPES = {"pile": Shape.PILE, "row": Shape.ROW, "group": Shape.GROUP, "space": Shape.SPACE}
PIECE_WORDS = ("card", "piece", "token", "die")


class Symbols:
    """Every name a definition declares. Filled by `declarations.py`, read by all else."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        self.seats: tuple[str, ...] = ()
        self.guests: tuple[str, ...] = ()  # further names of the seats, which a scenario gives
        self.seats_at = At(Span(0, 0))
        self.enums: dict[str, EnumDecl] = {}
        self.values: dict[str, list[tuple[EnumDecl, int]]] = {}
        self.kinds: dict[str, KindDecl] = {}
        self.rows: dict[str, tuple[KindDecl, int]] = {}
        self.zones: dict[str, ZoneDecl] = {}
        self.notes: dict[str, NoteDecl] = {}
        self.options: dict[str, OptionDecl] = {}
        self.terms: dict[str, TermEntry] = {}
        self.actions: dict[str, ActionDecl | StepDecl] = {}
        self.worth_kinds: set[str] = set()
        self.effect_kinds: set[str] = set()
        self.used: set[str] = set()
        self._types: dict[str, Type | None] = {}  # by name, for as many declarations as there were
        self._types_of = (0, 0, 0)
        self.broken: set[str] = set()  # families whose indexes are reported: their uses say nothing more

    def declared(self, name: str) -> Declared | None:
        """What a lower-case name was declared as."""
        return self.zones.get(name) or self.notes.get(name) or self.terms.get(name) or self.options.get(name)

    def seat_called(self, name: str) -> int | None:
        """The seat of that name, from 0."""
        for names in (self.guests, self.seats):
            if name in names:
                return names.index(name)
        return None

    def families_and_notes(self) -> list[ZoneDecl | NoteDecl]:
        return [*self.zones.values(), *self.notes.values()]

    def lower_names(self) -> list[str]:
        return [*self.zones, *self.notes, *self.terms, *self.options]

    def upper_names(self) -> list[str]:
        return [*self.kinds, *self.rows, *self.values, *self.seats, *self.enums]

    @property
    def all_cards(self) -> PieceType:
        return PieceType(frozenset(self.kinds))

    def kinds_with(self, attribute: str) -> Iterable[KindDecl]:
        return (kind for kind in self.kinds.values() if any(a.name == attribute for a in kind.attributes))

    def zone_called(self, singular: str) -> ZoneDecl | None:
        """The zone family of several zones that is `singular` for each of its zones (`column` for
        `columns`).
        """
        for zone in self.zones.values():
            if zone.indexes and zone.singular == singular:
                return zone
        own = self.zones.get(singular)
        return own if own is not None and own.indexes and not singulars(singular) else None

    def is_grid(self, family: str) -> bool:
        """Whether a family is a board of rows and columns."""
        indexes = self.zones[family].indexes
        return len(indexes) == 2 and all(isinstance(index, NumberIndex) for index in indexes)

    def families(self, shape: Shape) -> ZoneType:
        return ZoneType(frozenset(zone.name for zone in self.zones.values() if zone.shape is shape))

    def all_space(self, zone: ZoneType) -> bool:
        return bool(zone.families) and all(self.zones[name].shape is Shape.SPACE for name in zone.families)

    def type_named(self, name: str) -> Type | None:
        """The type that a variable of this name has without being told: `player`, `animal`, `pile`,
        `column`.
        """
        if name in ("player", "number", "truth", "direction", "kind"):
            faces = FaceType(frozenset(self.kinds))
            simple: dict[str, Type] = {
                "player": PLAYER,
                "number": NUMBER,
                "truth": TRUTH,
                "direction": DIRECTION,
                "kind": faces,
            }
            return simple[name]
        if name == "card":
            return self.all_cards
        for enum in self.enums:
            if lower_name(enum) == name:
                return EnumType(enum)
        for kind in self.kinds:
            if lower_name(kind) == name:
                return PieceType(frozenset((kind,)))
        if name in PIECE_WORDS:
            return PieceType(frozenset(kind.name for kind in self.kinds.values() if kind.word == name))
        zone = self.zone_called(name)
        if zone is not None:
            return ZoneType(frozenset((zone.name,)))
        return self.families(WORD_SHAPES[name]) if name in WORD_SHAPES else None
