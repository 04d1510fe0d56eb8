"""Scenario files: positions, moves by their text, and what must hold, read from YAML into values with lines.

`schemas/scenario.schema.json` says what a file may hold. Nothing here knows a game: names of seats, zones,
cards and choices are still texts, and a runner finds out what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeAlias

from ..grammar.diagnostics import Note, Problem
from ..grammar.documents import (
    MAX_PROBLEMS,
    Data,
    Document,
    Path,
    Wording,
    check_document,
    without_notes,
)
from ..grammar.source import Source, Span
from ..grammar.yaml_text import read_yaml
from ..schemas import schema

MAX_CARDS = 10_000

Plain: TypeAlias = "bool | int | str | tuple[bool | int | str, ...]"


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the file with its place; `line` counts from 1."""

    text: str
    span: Span
    line: int


@dataclass(frozen=True, slots=True)
class Cards:
    """`Sloth x 3`: so many cards of a face. In `Sees` the face `unknown` is a card the seat cannot know."""

    face: Words
    count: int


@dataclass(frozen=True, slots=True)
class ZoneContents:
    """A zone and exactly the cards that lie in it, top first."""

    zone: Words
    cards: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """An option or a note and its value."""

    name: Words
    value: Plain


@dataclass(frozen=True, slots=True)
class RestOfKind:
    """Where the cards of a kind lie that no zone names."""

    kind: Words
    zone: Words


@dataclass(frozen=True, slots=True)
class Position:
    """Where a scenario begins. `rest` None: as they start. `begins` says what `at` None means."""

    at: Words | None
    turn_of: Words | None
    round: int
    zones: tuple[ZoneContents, ...]
    rest: Words | tuple[RestOfKind, ...] | None
    notes: tuple[Setting, ...]

    @property
    def begins(self) -> str:
        """`start`, `play`, `round`, `turn`, `scoring`, or the words of a line of the course of play."""
        if self.at is not None:
            return self.at.text
        given = self.turn_of or self.zones or self.rest or self.notes or self.round > 1
        return "turn" if given else "start"


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens or must hold; `span` and `line` are its place in the file."""

    span: Span
    line: int


@dataclass(frozen=True, slots=True)
class Play(Step):
    """A choice is made. `seat` None: whoever must decide; the text may begin with a seat (`split_seat`)."""

    seat: Words | None
    choice: Words


@dataclass(frozen=True, slots=True)
class RandomPlay(Step):
    """So many choices are drawn from the seed; None: until the game is over."""

    count: int | None


@dataclass(frozen=True, slots=True)
class Refuses(Step):
    """A choice must not be open; where `clause` is given, the refusal must cite it."""

    choice: Words
    clause: str | None


@dataclass(frozen=True, slots=True)
class Offers(Step):
    """These choices must be open; with `only`, no others."""

    choices: tuple[Words, ...]
    only: bool


@dataclass(frozen=True, slots=True)
class Fact(Step):
    """An expression that must be yes. It may begin with the seat that is `you` (`split_seat`)."""

    fact: Words


@dataclass(frozen=True, slots=True)
class Decides(Step):
    """Exactly these seats must decide."""

    seats: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Sees(Step):
    """A seat sees exactly this in a zone, top first."""

    seat: Words
    zone: Words
    cards: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Scores(Step):
    """Points by seat; `title` is a line of the score sheet, or None for the points of the seat."""

    title: Words | None
    points: tuple[tuple[Words, int], ...]


@dataclass(frozen=True, slots=True)
class Winners(Step):
    """Exactly these seats have won."""

    seats: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Over(Step):
    """The game is over, or is not."""

    over: bool


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario. `players` is their number, their names, or None (the lowest number the game allows).
    `game` is the name or path that the file gives. The checks that must hold at the end are the last `steps`.
    """

    name: Words
    clauses: tuple[str, ...]
    game: Words | None
    players: int | tuple[str, ...] | None
    seed: int
    options: tuple[Setting, ...]
    position: Position
    steps: tuple[Step, ...]


def read_scenarios(source: Source) -> tuple[tuple[Scenario, ...], tuple[Problem, ...]]:
    """The scenarios of a file and what is wrong with it. Scenarios without a fault of their own are given
    even where another has one; none are if the fault is in what they share.
    """
    document, problems = read_yaml(source)
    if document is None:
        return (), problems
    wording = Wording("scenario", "field", without_notes)
    found = [*problems, *check_document(document, schema("scenario"), wording)]
    reader = _Reader(document)
    wrong_cards = chain.from_iterable(map(reader.card_problems, reader.card_texts()))
    found.extend(islice(chain(reader.doubled_names(), wrong_cards), MAX_PROBLEMS))
    found.sort(key=lambda problem: problem.span.start)
    spans = [document.at(("scenarios", number)) for number in range(reader.size)]
    faulty: set[int] = set()
    for problem in found:
        inside = [n for n, span in enumerate(spans) if span.start <= problem.span.start < span.end]
        if not inside:
            return (), tuple(found)
        faulty.update(inside)
    scenarios = tuple(reader.scenario(number) for number in range(reader.size) if number not in faulty)
    return scenarios, tuple(found)


def split_seat(words: Words, seats: Sequence[str]) -> tuple[str | None, Words]:
    """The seat before a colon and the rest of the text: "Anna: draw" is Anna's "draw". None where the text
    does not begin with one of `seats`.
    """
    seat, colon, rest = words.text.partition(":")
    if colon and seat.strip() in seats:
        return seat.strip(), Words(rest.strip(), words.span, words.line)
    return None, words


# ---------------------------------------------------------------------------------------------- cards

_COUNTED = re.compile(r"(.*\S)\s+x\s*([0-9]{1,9})")


def _parts(text: str) -> list[str]:
    """The parts of a text that commas divide, but for commas in brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == "," and depth <= 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _counted(part: str) -> tuple[str, int]:
    part = part.strip()
    match = _COUNTED.fullmatch(part)
    return (match[1], int(match[2])) if match else (part, 1)


# ---------------------------------------------------------------------------------------------- reading


class _Reader:
    """Reads values out of a document that fits the schema; what does not fit is left out."""

    def __init__(self, document: Document) -> None:
        self.document = document
        data = document.data
        self.data: dict[str, Data] = data if isinstance(data, dict) else {}
        listed = self.data.get("scenarios")
        self.listed: list[Data] = listed if isinstance(listed, list) else []
        self.size = len(self.listed)

    # -- places

    def words(self, path: Path) -> Words:
        """The text at a path; of a number or truth, what is written there."""
        value = self.get(path)
        return self._placed(value if isinstance(value, str) else self.document.text(path), self.document.at(path))

    def key(self, path: Path) -> Words:
        """The key that leads to a path."""
        return self._placed(str(path[-1]), self.document.key(path))

    def _placed(self, text: str, span: Span) -> Words:
        return Words(text, span, self.document.source.place(span.start)[0])

    def get(self, path: Path) -> Data:
        """The value at a path; None where there is none."""
        value: Data = self.data
        for step in path:
            match value, step:
                case dict(), str():
                    value = value.get(step)
                case list(), int() if step < len(value):
                    value = value[step]
                case _:
                    return None
        return value

    def children(self, path: Path) -> list[Path]:
        """The paths of what a mapping or list holds; of a single value, its own."""
        match self.get(path):
            case None:
                return []
            case dict() as mapping:
                return [(*path, name) for name in mapping]
            case list() as items:
                return [(*path, number) for number in range(len(items))]
            case _:
                return [path]

    # -- checks that a schema cannot make

    def doubled_names(self) -> Iterator[Problem]:
        """Two scenarios with one name could not be told apart in a report."""
        first: dict[str, Span] = {}
        for number in range(self.size):
            path: Path = ("scenarios", number, "name")
            if not isinstance(name := self.get(path), str):
                continue
            span = self.document.at(path)
            if name in first:
                note = Note("the first stands here", self.document.source, first[name])
                message = "There is already a scenario with this name."
                yield Problem("scenario/duplicate", message, self.document.source, span, (note,))
            first.setdefault(name, span)

    def card_texts(self) -> Iterator[Path]:
        """The paths of all texts that name cards."""
        starts: list[Path] = [("common",)]
        for number in range(self.size):
            scenario: Path = ("scenarios", number)
            starts.append(scenario)
            moves = self.get((*scenario, "moves"))
            starts.extend(self.children((*scenario, "moves")) if isinstance(moves, list) else ())
        for start in starts:
            if not isinstance(self.get(start), dict):
                continue
            zones = [(*start, "zones")]
            if isinstance(self.get((*start, "sees")), dict):
                zones.extend(self.children((*start, "sees")))
            for family in zones:
                if isinstance(self.get(family), dict):
                    for zone in self.children(family):
                        yield from self.children(zone)

    def card_problems(self, path: Path) -> Iterator[Problem]:
        """What is wrong with a text that names cards."""
        text = self.get(path)
        if not isinstance(text, str) or len(text) > 1000 or self.document.is_faulty(path):
            return
        source, span = self.document.source, self.document.at(path)
        for part in _parts(text):
            face, count = _counted(part)
            if not face:
                yield Problem("scenario/cards", "A card is missing beside a comma.", source, span)
            elif face.count("(") != face.count(")"):
                advice = 'In a list in brackets, a card with a comma needs quotes: ["Card(Red, 3)"].'
                yield Problem("scenario/cards", f"A bracket of {face} has no partner.", source, span, (), advice)
            elif not 1 <= count <= MAX_CARDS:
                message = f"There can be 1 to {MAX_CARDS:,} of a card, not {count}."
                yield Problem("scenario/cards", message, source, span)

    # -- a scenario

    def scenario(self, number: int) -> Scenario:
        path: Path = ("scenarios", number)
        players = self._own(path, "players")
        value = self.get(players)
        named = tuple(str(name) for name in value) if isinstance(value, list) else None
        checks = tuple(step for name in self._names(path) for step in self._check((*path, name)))
        moves = tuple(step for move in self.children((*path, "moves")) for step in self._move(move))
        return Scenario(
            self.words((*path, "name")),
            tuple(self.words(clause).text for clause in self.children((*path, "clauses"))),
            self._words(("game",)),
            named or (value if isinstance(value, int) else None),
            self._number(self._own(path, "seed")),
            self._settings(path, "options"),
            self._position(path),
            moves + checks,
        )

    def _names(self, path: Path) -> list[str]:
        value = self.get(path)
        return list(value) if isinstance(value, dict) else []

    def _own(self, scenario: Path, name: str) -> Path:
        """The path of a scenario's own field, or of the one that the scenarios of the file share."""
        return (*scenario, name) if self.get((*scenario, name)) is not None else ("common", name)

    def _joined(self, scenario: Path, name: str) -> list[Path]:
        """What a scenario has in a mapping together with what the file's scenarios share."""
        shared = {path[-1]: path for path in self.children(("common", name))}
        own = {path[-1]: path for path in self.children((*scenario, name))}
        return list((shared | own).values())

    def _words(self, path: Path) -> Words | None:
        return None if self.get(path) is None else self.words(path)

    def _number(self, path: Path) -> int:
        value = self.get(path)
        return value if isinstance(value, int) else 1

    def _settings(self, scenario: Path, name: str) -> tuple[Setting, ...]:
        return tuple(Setting(self.key(path), self._plain(path)) for path in self._joined(scenario, name))

    def _plain(self, path: Path) -> Plain:
        match self.get(path):
            case list() as items:
                return tuple(item for item in items if isinstance(item, bool | int | str))
            case bool() | int() | str() as value:
                return value
            case _:
                return ()

    def _position(self, scenario: Path) -> Position:
        rest = self._own(scenario, "rest")
        spread: Words | tuple[RestOfKind, ...] | None = self._words(rest)
        if isinstance(self.get(rest), dict):
            spread = tuple(RestOfKind(self.key(path), self.words(path)) for path in self.children(rest))
        return Position(
            self._words(self._own(scenario, "at")),
            self._words(self._own(scenario, "turn_of")),
            self._number(self._own(scenario, "round")),
            tuple(ZoneContents(self.key(path), self._cards(path)) for path in self._joined(scenario, "zones")),
            spread,
            self._settings(scenario, "notes"),
        )

    def _cards(self, path: Path) -> tuple[Cards, ...]:
        return tuple(
            Cards(Words(face, words.span, words.line), count)
            for words in map(self.words, self.children(path))
            for face, count in map(_counted, _parts(words.text))
        )

    def _several(self, path: Path) -> tuple[Words, ...]:
        return tuple(map(self.words, self.children(path)))

    # -- steps

    def _move(self, path: Path) -> Iterator[Step]:
        if not isinstance(self.get(path), dict):
            words = self.words(path)
            yield Play(words.span, words.line, None, words)
            return
        for child in self.children(path):
            name = str(child[-1])
            if name[:1].isupper():
                seat = self.key(child)
                yield Play(seat.span, seat.line, seat, self.words(child))
            else:
                yield from self._check(child)

    def _check(self, path: Path) -> Iterator[Step]:
        """The steps that a field means; none for a field that is not about a moment of the game."""
        key = self.key(path)
        span, line = key.span, key.line
        match path[-1]:
            case "random":
                count = self.get(path)
                yield RandomPlay(span, line, count if isinstance(count, int) else None)
            case "refuse":
                clause = self._words((*path[:-1], "clause"))
                yield Refuses(span, line, self.words(path), clause.text if clause else None)
            case "refuses":
                for item in self.children(path):
                    if isinstance(self.get(item), dict):
                        yield from self._check((*item, "refuse"))
                    else:
                        words = self.words(item)
                        yield Refuses(words.span, words.line, words, None)
            case "fact" | "facts":
                for words in self._several(path):
                    yield Fact(words.span, words.line, words)
            case "offers" | "only":
                yield Offers(span, line, self._several(path), path[-1] == "only")
            case "decides":
                yield Decides(span, line, self._several(path))
            case "winners":
                yield Winners(span, line, self._several(path))
            case "over":
                yield Over(span, line, self.get(path) is True)
            case "scores":
                yield Scores(span, line, None, self._points(path))
            case "sheet":
                for child in self.children(path):
                    title = self.key(child)
                    yield Scores(title.span, title.line, title, self._points(child))
            case "sees":
                for seat in self.children(path):
                    for zone in self.children(seat):
                        place = self.key(zone)
                        yield Sees(place.span, place.line, self.key(seat), place, self._cards(zone))

    def _points(self, path: Path) -> tuple[tuple[Words, int], ...]:
        return tuple((self.key(child), self._number(child)) for child in self.children(path))
