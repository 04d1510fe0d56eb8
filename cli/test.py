"""`rulewright test`: the scenarios of games."""

from __future__ import annotations

import click

from .engine import Result, library, scenarios
from .errors import FINE, NO, WRONG, Wrong, describe, exit_code
from .output import echo, print_json
from .parameters import GameName, json_option


@click.command("test")
@click.argument("games", nargs=-1, metavar="[GAME...]", type=GameName())
@click.option("--pattern", metavar="TEXT", help="Only scenarios whose name fits it; * stands for any letters.")
@json_option
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], pattern: str | None, as_json: bool) -> None:
    """Run the scenarios of games.

    Those of all bundled games if none is named. The exit code is 1 if a scenario fails.

    \b
    Example:
      rulewright test satanimals
      rulewright test satanimals --pattern '*Keeper*'
    """
    known = library()
    results: list[tuple[str, Result]] = []
    code = FINE
    for name in games or known.bundled():
        try:
            game = known.load(name)
            results += [(game.name, result) for result in scenarios().run(game, pattern=pattern)]
        except known.Error as error:  # the other games are still worth testing
            echo(describe(error), err=True)
            code = max(code, exit_code(error) or WRONG)
    if pattern is not None and not results and code == FINE:
        raise Wrong(f"no scenario fits the pattern {pattern!r}.")
    passed = sum(result.status == "passed" for _, result in results)
    failed = len(results) - passed
    if as_json:
        print_json(
            {
                "scenarios": [as_data(game, result) for game, result in results],
                "passed": passed,
                "failed": failed,
            }
        )
    else:
        report(results)
        echo(f"{passed} passed, {failed} failed")
    ctx.exit(max(code, NO if failed else FINE))


def as_data(game: str, result: Result) -> dict[str, object]:
    return {
        "game": game,
        "file": result.file,
        "name": result.name,
        "status": result.status,
        "message": result.message or None,
        "line": result.line or 1,
    }


def report(results: list[tuple[str, Result]]) -> None:
    """A line for each game, and every scenario that did not pass with its place and reason."""
    counts: dict[str, list[int]] = {}
    for game, result in results:
        count = counts.setdefault(game, [0, 0])
        count[result.status != "passed"] += 1
        if result.status != "passed":
            echo(f"{result.file}:{result.line or 1}: {result.status}: {result.name}")
            for line in (result.message or "").splitlines():
                echo(f"    {line}")
    width = max(map(len, counts), default=0)
    for game, (passed, failed) in counts.items():
        echo(f"{game.ljust(width)}  {passed} passed, {failed} failed")
