"""What the commands ask of the library, and the one door to it.

The library is loaded when a command needs it and not before: `rulewright --help` must not wait for a parser.
The protocols state the public interface as the commands use it, so that a stand-in can be checked too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, TypedDict, cast


class ZoneView(TypedDict):
    """One zone as a seat sees it. `cards`: from the top or front; None is a card it cannot tell."""

    family: str
    title: str
    indexes: Sequence[str]
    grid: Sequence[int] | None
    at: Sequence[int] | None
    owner: int | None
    shape: str
    sight: str
    size: int
    cards: Sequence[str | None]


class NoteView(TypedDict):
    """One note that a seat may read."""

    family: str
    title: str
    indexes: Sequence[str]
    owner: int | None
    value: object


class View(TypedDict):
    """All that one seat may know of a position. Seats are counted from 0."""

    seat: int | None
    players: int
    seats: Sequence[str]
    actors: Sequence[int]
    round: int
    points: Sequence[int] | None
    zones: Sequence[ZoneView]
    notes: Sequence[NoteView]


class Printed(TypedDict):
    """What is printed on a card beside its name: attributes by name, and what its texts say."""

    attributes: Mapping[str, Sequence[str]]
    texts: Sequence[str]


class Choice(Protocol):
    @property
    def text(self) -> str: ...


class SheetLine(Protocol):
    @property
    def title(self) -> str: ...
    @property
    def values(self) -> Sequence[int]: ...


class Outcome(Protocol):
    @property
    def winners(self) -> Sequence[int]: ...
    @property
    def reason(self) -> str: ...
    @property
    def tie_break(self) -> str | None: ...


class Playout(Protocol):
    @property
    def decisions(self) -> int: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def winners(self) -> Sequence[int]: ...


class State(Protocol):
    @property
    def seats(self) -> Sequence[str]: ...
    @property
    def actors(self) -> Sequence[int]: ...
    @property
    def over(self) -> bool: ...
    @property
    def scores(self) -> Sequence[int]: ...
    @property
    def score_sheet(self) -> Sequence[SheetLine]: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def cards(self) -> Mapping[str, Any]: ...
    def choices(self, seat: int, /) -> Sequence[Choice]: ...
    def question(self, seat: int, /) -> str: ...
    def apply(self, choice: int, seat: int | None = None) -> object: ...
    def copy(self) -> State: ...
    def view(self, seat: int, /) -> Mapping[str, Any]: ...
    def log(self, seat: int | None = None) -> Sequence[str]: ...
    def perft(self, depth: int, /) -> tuple[Sequence[int], Sequence[int]]: ...


class Game(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def has_chance(self) -> bool: ...
    @property
    def team_size(self) -> int: ...
    def start(self, *, players: int, seed: int, options: Mapping[str, str]) -> State: ...
    def playout(self, *, players: int, seed: int, options: Mapping[str, str]) -> Playout: ...


class Problem(Protocol):
    @property
    def severity(self) -> str: ...
    def render(self) -> str: ...
    def as_data(self) -> dict[str, object]: ...


class Result(Protocol):
    """What became of one scenario. `status` is passed, failed or error; `line` counts from 1."""

    @property
    def name(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def message(self) -> str | None: ...
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int | None: ...


class Headline(Protocol):
    """What a definition says of itself in its first lines."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def players(self) -> range: ...
    @property
    def summary(self) -> str: ...


class Library(Protocol):
    """The package `rulewright` itself."""

    Error: type[Exception]
    DefinitionError: type[Exception]
    GameFault: type[Exception]
    ScenarioError: type[Exception]

    def load(self, game: str, /) -> Game: ...
    def check(self, path: str, /) -> tuple[Game | None, Sequence[Problem]]: ...
    def bundled(self) -> Sequence[str]: ...
    def headline(self, game: str, /) -> Headline: ...


class Scenarios(Protocol):
    """The module that runs scenario files."""

    def run(self, game: Game, /, *, pattern: str | None) -> Iterable[Result]: ...


class Stages(Protocol):
    """The module that shows the stages between a text and a program."""

    def stage(self, path: str, name: str, /) -> str: ...


def seen_by(state: State, seat: int) -> View:
    """What a seat may know. The library promises these keys in words, not as a type."""
    return cast(View, state.view(seat))


def printed_on(state: State) -> Mapping[str, Printed]:
    """What is printed on cards, by their text."""
    return cast("Mapping[str, Printed]", state.cards)


def library() -> Library:
    return cast(Library, import_module("rulewright"))


def scenarios() -> Scenarios:
    return cast(Scenarios, import_module("rulewright.interpreter.scenario"))


def stages() -> Stages:
    return cast(Stages, import_module("rulewright.interpreter.stages"))
