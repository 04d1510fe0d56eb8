"""What is wrong with the scenario files beside a definition, found without playing: fields, names, expressions, clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ..grammar import checked as c
from ..grammar.diagnostics import Problem, nearest
from ..grammar.digest import parse_digest
from ..grammar.source import NOWHERE, Source
from ..grammar.types import ListType, TruthType, ZoneType, bare
from . import facts
from .faults import ScenarioError, UnreadableFile
from .loading import games_folder, read_text
from .scenario_file import Fact, Scenario, Sees, Words, read_scenarios, split_seat

MAX_PROBLEMS = 50


def digest_of(name: str) -> Mapping[str, int] | None:
    """The clauses that a bundled game may cite, with their lines in its digest; None where there is no digest at hand."""
    path = games_folder().resolve().parent / "seeds" / f"{name}.md"
    if not path.is_file():
        return None
    digest, _ = parse_digest(read_text(path))
    return {clause.id: clause.line for clause in digest.clauses.values()}


def folder_problems(game: c.CheckedGame, name: str, definition: Path) -> tuple[Problem, ...]:
    """The faults of every `scenarios/*.yaml` beside a definition. `name` is the game's, `definition` its file."""
    folder = definition.parent / "scenarios"
    files = sorted(path for path in folder.glob("*.yaml") if path.is_file())
    bundled = definition.resolve().parent.parent == games_folder().resolve()
    clauses = digest_of(name) if files and bundled else None
    out: list[Problem] = []
    for path in files:
        try:
            source = Source(str(path), read_text(path, 1024 * 1024))
        except UnreadableFile as error:
            empty = Source(str(path), "")
            out.append(Problem("scenario/unreadable", f"{error}.", empty, NOWHERE))
            continue
        out.extend(file_problems(game, source, clauses))
    return tuple(out)


def file_problems(game: c.CheckedGame, source: Source, clauses: Mapping[str, int] | None) -> tuple[Problem, ...]:
    """The faults of one scenario file. `clauses`: those that there are, None if nobody knows."""
    scenarios, problems = read_scenarios(source)
    found = [*problems]
    seen: set[tuple[int, str]] = {(problem.span.start, problem.code) for problem in problems}
    for scenario in scenarios:
        for problem in (*_expressions(game, source, scenario), *_clauses(source, scenario, clauses)):
            key = problem.span.start, problem.code
            if key not in seen and len(found) < MAX_PROBLEMS:  # what scenarios share is told once
                seen.add(key)
                found.append(problem)
    return tuple(sorted(found, key=lambda problem: problem.span.start))


def _clauses(source: Source, scenario: Scenario, known: Mapping[str, int] | None) -> Iterator[Problem]:
    for clause in scenario.clauses:
        if known is not None and clause not in known:
            message = f"The digest has no clause @{clause}."
            yield Problem("scenario/clause", message, source, scenario.name.span)


def _expressions(game: c.CheckedGame, source: Source, scenario: Scenario) -> Iterator[Problem]:
    count = scenario.players
    names = count if isinstance(count, tuple) else ()
    number = len(names) if names else count if isinstance(count, int) else game.low
    if not game.low <= number <= game.high:
        message = f"{game.title} is for {game.low} to {game.high} players, not {number}."
        yield Problem("scenario/players", message, source, scenario.name.span)
        return
    seats = names or game.seat_names or tuple(f"Seat {seat + 1}" for seat in range(number))
    options = {option.name for option in game.options}
    for setting in scenario.options:
        if setting.name.text not in options:
            close = nearest(setting.name.text, options)
            message = f"{game.title} has no option {setting.name.text}."
            yield Problem(
                "scenario/option", message, source, setting.name.span, (), f"Did you mean {close}?" if close else None
            )
    position = scenario.position
    for contents in position.zones:
        yield from _zone(game, source, contents.zone, names)
    for note in position.notes:
        yield from _judge(game, source, note.name, note.name.text, names, "a note")
    for step in scenario.steps:
        match step:
            case Fact(fact=fact):
                _, rest = split_seat(fact, seats)
                yield from _judge(game, source, fact, rest.text, names, "yes or no")
            case Sees(zone=zone):
                yield from _zone(game, source, zone, names)
            case _:
                pass


def _zone(game: c.CheckedGame, source: Source, words: Words, names: tuple[str, ...]) -> Iterator[Problem]:
    yield from _judge(game, source, words, words.text, names, "a zone")


def _judge(
    game: c.CheckedGame, source: Source, words: Words, text: str, names: tuple[str, ...], wanted: str
) -> Iterator[Problem]:
    """What is wrong with an expression that should be `wanted`."""
    try:
        expr = facts.read(game, text, names)
    except ScenarioError as error:
        first = error.problems[0] if error.problems else None
        message = f"`{text}`: {str(error)[:300]}"
        code = first.code if first else "scenario/expression"
        yield Problem(code, message, source, words.span, (), first.help if first else None)
        return
    if isinstance(expr, c.Content) and wanted == "a zone":
        expr = expr.zone
    single = not isinstance(expr.type, ListType)
    right = {
        "a zone": single and isinstance(bare(expr.type), ZoneType),
        "a note": isinstance(expr, c.NoteRef),
        "yes or no": single and isinstance(bare(expr.type), TruthType),
    }
    if not right[wanted]:
        yield Problem("scenario/type", f"`{text}` is not {wanted}.", source, words.span)
