"""A stand-in for the library: two small games by hand, and one of each kind of trouble.

Run as a script it is the `rulewright` command with this library behind it, for tests that need a process.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from rulewright.cli import engine
from rulewright.cli.engine import NoteView, Printed, State, View, ZoneView
from rulewright.grammar.diagnostics import Note, Problem, Severity
from rulewright.grammar.source import Source, Span


class Error(Exception):
    pass


class DefinitionError(Error):
    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.render() for problem in problems))


class UnknownGame(Error):  # the library's name
    def __init__(self, message: str, suggestion: str | None = None) -> None:
        self.suggestion = suggestion
        super().__init__(message)


class UnreadableFile(Error):  # the library's name
    pass


class PlayersError(Error):
    pass


class OptionError(Error):
    pass


class ScenarioError(Error):
    problems: tuple[Problem, ...] = ()


class GameFault(Error):  # the library's name
    """Like the real one, it does not survive being sent between processes: it needs two arguments."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"broken.game:{line}:1: {message}")


@dataclass(frozen=True)
class Choice:
    text: str


@dataclass(frozen=True)
class Line:
    title: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    winners: tuple[int, ...]
    reason: str
    tie_break: str | None = None


@dataclass(frozen=True)
class Playout:
    decisions: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def zone(
    family: str,
    cards: Sequence[str | None],
    *,
    shape: str = "group",
    sight: str = "open",
    owner: int | None = None,
    indexes: Sequence[str] = (),
    grid: tuple[int, int] | None = None,
    at: tuple[int, int] | None = None,
    title: str | None = None,
) -> ZoneView:
    return ZoneView(
        family=family,
        title=title or family.capitalize(),
        indexes=indexes,
        grid=grid,
        at=at,
        owner=owner,
        shape=shape,
        sight=sight,
        size=len(cards),
        cards=cards,
    )


def view(
    players: int,
    zones: Sequence[ZoneView],
    *,
    seat: int | None = 0,
    points: Sequence[int] | None = None,
    notes: Sequence[NoteView] = (),
    actors: Sequence[int] = (0,),
    round_number: int = 0,
) -> View:
    seats = [f"Seat {number + 1}" for number in range(players)]
    return View(
        seat=seat,
        players=players,
        seats=seats,
        actors=actors,
        round=round_number,
        points=points,
        zones=zones,
        notes=notes,
    )


class Noughts:
    """Tic-tac-toe."""

    seats = ("Seat 1", "Seat 2")
    score_sheet: Sequence[Line] = ()
    cards: Mapping[str, Printed] = {}

    def __init__(self) -> None:
        self.board: list[int | None] = [None] * 9
        self.moves: list[str] = []

    def winner(self) -> int | None:
        for line in ("012", "345", "678", "036", "147", "258", "048", "246"):
            a, b, c = (self.board[int(place)] for place in line)
            if a is not None and a == b == c:
                return a
        return None

    @property
    def over(self) -> bool:
        return self.winner() is not None or None not in self.board

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.over else (len(self.moves) % 2,)

    @property
    def scores(self) -> tuple[int, ...]:
        return (0, 0)

    @property
    def outcome(self) -> Outcome:
        won = self.winner()
        return Outcome(() if won is None else (won,), "the board is full" if won is None else "a line is complete")

    def choices(self, seat: int, /) -> list[Choice]:
        assert seat in self.actors
        return [Choice(_square(at)) for at in range(9) if self.board[at] is None]

    def question(self, seat: int, /) -> str:
        return "Mark a square: choose square"

    def apply(self, choice: int, seat: int | None = None) -> None:
        at = [place for place in range(9) if self.board[place] is None][choice]
        self.board[at] = len(self.moves) % 2
        self.moves.append(f"Seat {len(self.moves) % 2 + 1}: {_square(at)}")

    def copy(self) -> State:
        return deepcopy(self)

    def view(self, seat: int, /) -> View:
        zones = [
            zone(
                "board",
                [] if mark is None else ["XO"[mark]],
                shape="space",
                indexes=[str(at // 3 + 1), str(at % 3 + 1)],
                grid=(3, 3),
                at=(at // 3, at % 3),
            )
            for at, mark in enumerate(self.board)
        ]
        return view(2, zones, seat=seat, actors=self.actors)

    def log(self, seat: int | None = None) -> list[str]:
        return list(self.moves)

    def perft(self, depth: int, /) -> tuple[list[int], list[int]]:
        counts, finished = [0] * (depth + 1), [0] * (depth + 1)

        def walk(state: State, ply: int) -> None:
            counts[ply] += 1
            finished[ply] += state.over
            if ply < depth and not state.over:
                for index, _ in enumerate(state.choices(state.actors[0])):
                    after = state.copy()
                    after.apply(index)
                    walk(after, ply + 1)

        walk(self, 0)
        return counts, finished


def _square(at: int) -> str:
    return f"row {at // 3 + 1} column {at % 3 + 1}"


class Showdown:
    """Each seat has three secret numbers; three times all show one at once, and the highest alone scores."""

    cards: Mapping[str, Printed] = {}

    def __init__(self, players: int, seed: int) -> None:
        chance = random.Random(seed)
        self.seats = tuple(f"Seat {seat + 1}" for seat in range(players))
        self.hands = [sorted(chance.choices(range(1, 7), k=3)) for _ in self.seats]
        self.chosen: dict[int, int] = {}
        self.points = [0] * players
        self.rounds = 1
        self.told: list[str] = []

    @property
    def over(self) -> bool:
        return self.rounds > 3

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.over else tuple(seat for seat in range(len(self.seats)) if seat not in self.chosen)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    @property
    def score_sheet(self) -> list[Line]:
        return [Line("Rounds won", tuple(self.points)), Line("Flame", tuple(0 for _ in self.points))]

    @property
    def outcome(self) -> Outcome:
        best = tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))
        return Outcome(best, "three rounds have been played", "nobody holds the flame" if len(best) > 1 else None)

    def choices(self, seat: int, /) -> list[Choice]:
        assert seat in self.actors
        return [Choice(str(number)) for number in sorted(set(self.hands[seat]))]

    def question(self, seat: int, /) -> str:
        return "Choose a number"

    def apply(self, choice: int, seat: int | None = None) -> None:
        assert seat is not None
        self.chosen[seat] = sorted(set(self.hands[seat]))[choice]
        if len(self.chosen) < len(self.seats):
            return
        for who, number in sorted(self.chosen.items()):
            self.hands[who].remove(number)
            self.told.append(f"Seat {who + 1} shows {number}")
        best = max(self.chosen.values())
        winners = [who for who, number in self.chosen.items() if number == best]
        if len(winners) == 1:
            self.points[winners[0]] += 1
        self.chosen = {}
        self.rounds += 1

    def copy(self) -> State:
        return deepcopy(self)

    def view(self, seat: int, /) -> View:
        zones = [
            zone(
                "hand",
                [str(number) if who == seat else None for number in hand],
                sight="private",
                owner=who,
                indexes=[self.seats[who]],
            )
            for who, hand in enumerate(self.hands)
        ]
        return view(
            len(self.seats),
            zones,
            seat=seat,
            points=self.points,
            actors=self.actors,
            round_number=self.rounds,
        )

    def log(self, seat: int | None = None) -> list[str]:
        return list(self.told)

    def perft(self, depth: int, /) -> tuple[list[int], list[int]]:
        raise AssertionError("nobody should count a game of chance")


class Stuck(Noughts):
    """Breaks down after the second choice."""

    def choices(self, seat: int, /) -> list[Choice]:
        if len(self.moves) == 2:
            raise GameFault("nothing can be done here", 7)
        return super().choices(seat)


@dataclass(frozen=True)
class Game:
    name: str
    title: str
    summary: str
    players: range
    has_chance: bool
    team_size: int = 1
    options: Mapping[str, str] = field(default_factory=dict)

    def start(self, *, players: int, seed: int, options: Mapping[str, str]) -> State:
        if players not in self.players:
            raise PlayersError(f"{self.title} is not for {players} players.")
        for name in options:
            if name != "stop_at":
                raise OptionError(f"There is no option {name}.")
        if self.name == "broken":
            return Stuck()
        return Noughts() if self.name == "tic_tac_toe" else Showdown(players, seed)

    def playout(self, *, players: int, seed: int, options: Mapping[str, str]) -> Playout:
        state = self.start(players=players, seed=seed, options=options)
        chance = random.Random(seed)
        decisions = 0
        while state.actors:
            seat = state.actors[0]
            state.apply(chance.randrange(len(state.choices(seat))), seat)
            decisions += 1
        assert state.outcome is not None
        return Playout(decisions, tuple(state.scores), tuple(state.outcome.winners))


GAMES = {
    game.name: game
    for game in (
        Game("showdown", "Showdown", "Show the highest number, alone.", range(2, 5), True),
        Game("tic_tac_toe", "Tic-tac-toe", "Three in a line.", range(2, 3), False),
    )
}
BROKEN = Game("broken", "Broken", "Breaks down.", range(2, 3), False)


def problems(path: str) -> tuple[Problem, ...]:
    source = Source(path, 'game "Faulty"\nplayers 2\nmove 1 Crad\n')
    return (
        Problem(
            "name/unknown",
            "There is no kind called Crad.",
            source,
            Span(31, 35),
            notes=(Note("Card is declared here", source, Span(0, 4)),),
            help="Did you mean Card?",
        ),
        Problem("name/unused", "Nothing uses Card.", source, Span(0, 4), severity=Severity.WARNING),
    )


class Library:
    Error: type[Exception] = Error
    DefinitionError: type[Exception] = DefinitionError
    GameFault: type[Exception] = GameFault
    ScenarioError: type[Exception] = ScenarioError

    def load(self, game: str, /) -> engine.Game:
        name = game.rpartition("/")[2].removesuffix(".game")
        match name:
            case "broken":
                return BROKEN
            case "faulty":
                raise DefinitionError(problems(game))
            case "binary":
                raise UnreadableFile(f"{game} is no text in UTF-8.")
        if name not in GAMES:
            raise UnknownGame(f"There is no game called {game}", "showdown" if name == "shodown" else None)
        return GAMES[name]

    def check(self, path: str, /) -> tuple[engine.Game | None, Sequence[Problem]]:
        try:
            return self.load(path), ()
        except DefinitionError as error:
            return None, error.problems

    def bundled(self) -> Sequence[str]:
        return sorted(GAMES)

    def headline(self, game: str, /) -> engine.Headline:
        return self.load(game)


@dataclass(frozen=True)
class Result:
    name: str
    status: str
    message: str | None
    file: str
    line: int | None


class Scenarios:
    def run(self, game: engine.Game, /, *, pattern: str | None) -> Iterable[Result]:
        results = [Result("A line wins", "passed", None, f"{game.name}/a.yaml", 1)]
        if game.name == "showdown":
            results.append(Result("The highest wins", "failed", "points is 1, not 2\nhand is []", "b.yaml", 12))
        return [result for result in results if pattern is None or pattern in result.name]


class Stages:
    def stage(self, path: str, name: str, /) -> str:
        return f"{name} of {path}\n"


def modules() -> dict[str, object]:
    """What the commands import late, by the names under which they ask for it."""
    return {
        "rulewright": Library(),
        "rulewright.interpreter.scenario": Scenarios(),
        "rulewright.interpreter.stages": Stages(),
    }


if __name__ == "__main__":
    from rulewright.cli import main

    vars(engine)["import_module"] = modules().__getitem__
    main(prog_name="rulewright")
