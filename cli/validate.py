"""`rulewright validate`: is a definition, with its tables and scenarios, without fault?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from .engine import Problem, library
from .errors import FINE, NO, WRONG, Wrong, describe
from .output import echo, print_json
from .parameters import GameName, json_option


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=GameName())
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], as_json: bool) -> None:
    """Check game files and folders for errors.

    Grammar, names, types, tables and scenarios are checked. A folder that holds no game itself is searched
    for folders that do. The exit code is 1 if there are errors; warnings do not count.

    \b
    Example:
      rulewright validate my_game.game
      rulewright validate games/* --json
    """
    known = library()
    files = 0
    problems: list[Problem] = []
    unreadable = False
    for path in paths:
        try:
            for target in targets(path, alone=len(paths) == 1):
                problems += known.check(target)[1]
                files += 1
        except (known.Error, OSError, Wrong) as error:  # the other paths are still worth checking
            message = f"Error: {error.message}" if isinstance(error, Wrong) else describe(error)
            echo(message, err=True)
            unreadable = True
    errors = sum(problem.severity == "error" for problem in problems)
    if as_json:
        print_json({"files": files, "diagnostics": [problem.as_data() for problem in problems]})
    elif files or not unreadable:
        report(files, problems, errors)
    ctx.exit(WRONG if unreadable else NO if errors else FINE)


def report(files: int, problems: Sequence[Problem], errors: int) -> None:
    for problem in problems:
        echo(problem.render())
        echo()
    counts = (files, "file"), (errors, "error"), (len(problems) - errors, "warning")
    echo(", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counts))


def targets(path: str, alone: bool) -> Iterator[str]:
    """The games that a path stands for: itself, or the folders with a game below a folder that has none.

    `games/*` names helpers and caches too: what begins with `_` or `.` is passed over beside other paths.
    """
    place = Path(path)
    if not alone and place.name.startswith(("_", ".")) and place.suffix != ".game":
        return
    if not place.is_dir():
        yield path
        return
    found = _games(place) or [game for folder in _folders(place) for game in _games(folder)]
    if not found:
        raise Wrong(f"{path}: there is no .game file in this folder.")
    yield from map(str, found)


def _games(folder: Path) -> list[Path]:
    """The folder where it stands for one game; else each of the definitions that lie in it."""
    found = sorted(entry for entry in folder.iterdir() if entry.suffix == ".game")
    own = len(found) == 1 or any(entry.stem == folder.resolve().name for entry in found)
    return [folder] if own else found


def _folders(folder: Path) -> Iterator[Path]:
    """Folders below one, parents first, by name. Links are not followed: they may lead round in a circle."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir() and not entry.is_symlink() and not entry.name.startswith(("_", ".")):
            yield entry
            yield from _folders(entry)
