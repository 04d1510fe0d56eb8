"""Runs scenario files: from a position through moves, holding every check against the game."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from ..grammar.diagnostics import Problem
from ..grammar.source import Source
from . import scenario_checks as checks
from .faults import Error, IllegalChoice, ScenarioError
from .game import Game
from .loading import read_text
from .rng import below, seeded
from .scenario_file import (
    Cards,
    Play,
    Position,
    RandomPlay,
    Scenario,
    Step,
    Words,
    read_scenarios,
    split_seat,
)
from .spoken import meant
from .state import State

FOLDER = "scenarios"
MAX_RANDOM = 100_000


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one scenario.

    `status` is `passed`, `failed` (something does not hold) or `error` (the scenario does not fit its game, or the game broke
    down in it). `message` is None if it passed. `line` counts from 1 in `file`: what failed, else the scenario's name.
    """

    name: str
    status: str
    message: str | None
    file: str
    line: int
    clauses: tuple[str, ...]


def run(game: Game, source: Source | None = None, *, pattern: str | None = None) -> tuple[Result, ...]:
    """Run the scenarios of a file, or (source None) all those beside the definition: `scenarios/*.yaml` in its folder.

    `pattern`: only those whose name fits it, `*` and `?` standing for letters; a pattern without such fits any part of a
    name. A file that is no scenario file gives one result per fault, with status `error`.
    """
    if source is None:
        return run_folder(game, scenario_folder(game), pattern=pattern)
    scenarios, problems = read_scenarios(source)
    out = [Result(_first_line(p.message), "error", _told(p), source.name, p.line, ()) for p in problems]
    out.extend(run_one(game, source, scenario) for scenario in scenarios if fits(scenario.name.text, pattern))
    return tuple(out)


def run_folder(game: Game, folder: Path, *, pattern: str | None = None) -> tuple[Result, ...]:
    """Run all scenario files of a folder, in the order of their names. Raises UnreadableFile."""
    return tuple(result for path in scenario_files(folder) for result in run(game, read_file(path), pattern=pattern))


def scenario_folder(game: Game) -> Path:
    """Where the scenarios of a game lie: in the folder of its definition."""
    return game.definition.path.parent / FOLDER


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a folder, by name; none if there is no such folder."""
    return sorted(path for path in folder.glob("*.yaml") if path.is_file())


def read_file(path: Path) -> Source:
    """A scenario file as text. Raises UnreadableFile."""
    return Source(str(path), read_text(path, 1024 * 1024))


def fits(name: str, pattern: str | None) -> bool:
    """Whether a scenario's name fits a pattern, in any case of letters."""
    if pattern is None:
        return True
    name, pattern = name.casefold(), pattern.casefold()
    return fnmatchcase(name, pattern) if any(char in pattern for char in "*?[") else pattern in name


def _told(problem: Problem) -> str:
    return f"{problem.message} {problem.help}" if problem.help else problem.message


def _first_line(text: str) -> str:
    return text.splitlines()[0] if text else text


# ---------------------------------------------------------------------------------------------- one scenario


def run_one(game: Game, source: Source, scenario: Scenario) -> Result:
    """Run one scenario. Whatever a scenario or a definition holds ends in the result."""
    line = scenario.name.line

    def result(status: str, message: str | None, line: int) -> Result:
        return Result(scenario.name.text, status, message, source.name, line, scenario.clauses)

    begun = False
    try:
        state = begin(game, scenario)
        begun = True
        for step in scenario.steps:
            line = step.line
            take(state, step, scenario)
    except checks.Failure as failure:
        return result("failed", str(failure), line)
    except IllegalChoice as refusal:
        return result("failed", str(refusal), line)
    except ScenarioError as error:
        place = None if begun else _place(scenario, error.about)
        return result("error", str(error), place or line)
    except Error as error:
        return result("error", str(error), line)
    return result("passed", None, scenario.name.line)


def _place(scenario: Scenario, about: str | None) -> int | None:
    """The line of what a fault of the beginning is about."""
    position = scenario.position
    parts: list[Words] = [part for part in (position.at, position.turn_of) if part]
    for contents in position.zones:
        parts += [contents.zone, *(cards.face for cards in contents.cards)]
    match position.rest:
        case None:
            pass
        case Words() as zone:
            parts.append(zone)
        case kinds:
            parts += [part for each in kinds for part in (each.kind, each.zone)]
    parts += [note.name for note in position.notes]
    return next((part.line for part in parts if about and about in (part.text, part.text.split(" x ")[0])), None)


def begin(game: Game, scenario: Scenario) -> State:
    """The state in which a scenario begins. Raises ScenarioError, PlayersError, OptionError, GameFault."""
    return game.position(described(scenario))


def described(scenario: Scenario) -> dict[str, Any]:
    """A scenario's beginning as `Game.position` takes it."""
    position = scenario.position
    players = scenario.players
    return {
        "players": list(players) if isinstance(players, tuple) else players,
        "seed": scenario.seed,
        "options": {setting.name.text: setting.value for setting in scenario.options},
        "at": position.begins,
        "turn_of": position.turn_of.text if position.turn_of else None,
        "round": position.round,
        "zones": {contents.zone.text: [_card(cards) for cards in contents.cards] for contents in position.zones},
        "rest": _rest(position),
        "notes": {
            note.name.text: list(note.value) if isinstance(note.value, tuple) else note.value for note in position.notes
        },
    }


def _card(cards: Cards) -> str:
    return cards.face.text if cards.count == 1 else f"{cards.face.text} x {cards.count}"


def _rest(position: Position) -> str | dict[str, str] | None:
    match position.rest:
        case None:
            return None
        case Words(text=text):
            return text
        case kinds:
            return {each.kind.text: each.zone.text for each in kinds}


def take(state: State, step: Step, scenario: Scenario) -> None:
    """Carry out a step, or see whether it holds.

    Raises Failure where it does not, IllegalChoice for a move that is not offered, ScenarioError.
    """
    match step:
        case Play(seat=seat, choice=choice):
            name: str | None = seat.text if seat else None
            if name is None:
                name, choice = split_seat(choice, state.seats)
            number = checks.actor(state, name)
            state.apply(chosen(state, number, choice.text), number)
        case RandomPlay(count=count):
            _play_on(state, count, scenario.seed)
        case _:
            checks.hold(state, step)


def chosen(state: State, seat: int, text: str) -> int:
    """The place of the choice that a typed text means. Raises IllegalChoice, which says what is offered."""
    offered = state.choices(seat)
    found = meant(offered, text)
    if len(found) == 1:
        return found[0].index
    if found:
        raise IllegalChoice(f"{text!r} may mean {checks.listed([choice.text for choice in found])}")
    refusal = state.refusal(text, seat)
    told = f"{state.question(seat)} {state.seats[seat]} is offered {checks.listed([c.text for c in offered])}"
    raise IllegalChoice(f"{refusal}\n{told}", refusal.reason, refusal.clause, refusal.line, refusal.clauses)


def _play_on(state: State, count: int | None, seed: int) -> None:
    """Make choices drawn from the seed: so many, or until the game is over."""
    chance = seeded(seed ^ 0x5CE7A410)
    for done in range(MAX_RANDOM if count is None else count):
        actors = state.actors
        if not actors:
            if count is None:
                return
            raise checks.Failure(f"the game is over after {done} of {count} random choices")
        chance, which = below(chance, len(actors))
        chance, index = below(chance, state.options(actors[which]))
        state.apply(index, actors[which])
    if count is None and state.actors:
        raise checks.Failure(f"the game is not over after {MAX_RANDOM:,} random choices")
