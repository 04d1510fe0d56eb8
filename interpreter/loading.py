"""Definitions from files: bundled games by name, `.game` files and folders, with the tables beside them.

Definitions come from strangers: a table is only ever read from the definition's own folder, files are limited in size, and
what is no text is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..grammar import nodes
from ..grammar.check import check
from ..grammar.checked import CheckedGame
from ..grammar.diagnostics import Problem, Severity, nearest
from ..grammar.parse import parse
from ..grammar.source import Source
from .faults import DefinitionError, UnknownGame, UnreadableFile

MAX_BYTES = 8 * 1024 * 1024
SUFFIX = ".game"


def games_folder() -> Path:
    """Where the bundled games are."""
    return Path(str(files("rulewright") / "games"))


@cache
def bundled() -> tuple[str, ...]:
    """The names of the bundled games, in alphabetical order: the folders there that hold a definition."""
    root = games_folder()
    return tuple(sorted(path.name for path in root.iterdir() if (path / f"{path.name}{SUFFIX}").is_file()))


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition as read: its text, its tables by name, and what is understood of it."""

    name: str
    path: Path
    source: Source
    tables: dict[str, Source | str]
    tree: nodes.Game | None
    checked: CheckedGame | None
    problems: tuple[Problem, ...]


def find(name: str | Path) -> Path:
    """The `.game` file that a bundled name, a file or a folder means.

    Raises UnknownGame (with a suggestion) or UnreadableFile.
    """
    text = str(name)
    if text in bundled():
        return games_folder() / text / f"{text}{SUFFIX}"
    path = Path(text)
    try:
        if path.is_dir():
            return _in_folder(path)
        if path.is_file():
            return path
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"{_shown(text)} cannot be read: {_reason(error)}") from None
    if exists:
        raise UnreadableFile(f"{_shown(text)} is neither a file nor a folder")
    if path.suffix or "/" in text or "\\" in text:
        raise UnknownGame(f"there is no file {_shown(text)}")
    close = nearest(text, bundled())
    hint = f"; did you mean {close}?" if close else ""
    raise UnknownGame(f"there is no game {_shown(text)}{hint}", close)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 100 else text[:100] + "...")


def _in_folder(path: Path) -> Path:
    own = path / f"{path.resolve().name}{SUFFIX}"
    if own.is_file():
        return own
    found = sorted(each for each in path.glob(f"*{SUFFIX}") if each.is_file())
    if len(found) == 1:
        return found[0]
    if not found:
        raise UnknownGame(f"the folder {_shown(str(path))} holds no {SUFFIX} file")
    names = ", ".join(each.name for each in found[:5])
    raise UnknownGame(f"the folder {_shown(str(path))} holds several definitions ({names}): name one of them")


def read_text(path: Path, limit: int = MAX_BYTES) -> str:
    """The text of a file, UTF-8 with or without a mark. Raises UnreadableFile with the reason."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(limit + 1)
    except OSError as error:
        raise UnreadableFile(f"{path} cannot be read: {_reason(error)}") from None
    if len(raw) > limit:
        raise UnreadableFile(f"{path} is too large: more than {limit // (1024 * 1024)} MB")
    if b"\0" in raw:
        raise UnreadableFile(f"{path} is no text: it holds zero bytes")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UnreadableFile(f"{path} is not written in UTF-8 (line {line})") from None


def _reason(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def read(name: str | Path) -> Definition:
    """Read, parse and check a definition. Its faults are in `problems`; raises only for what cannot be read at all."""
    path = find(name)
    source = Source(str(path), read_text(path))
    tree, problems = parse(source)
    if tree is None or any(problem.severity is Severity.ERROR for problem in problems):
        return Definition(path.stem, path, source, {}, tree, None, problems)
    named = [part.file.text for part in tree.components if isinstance(part, nodes.Kind) and part.file is not None]
    tables = {name: _table(path.parent, name) for name in named}
    checked, more = check(tree, source, tables)
    return Definition(path.stem, path, source, tables, tree, checked, (*problems, *more))


def _table(folder: Path, name: str) -> Source | str:
    """A table beside a definition, or why it cannot be read."""
    try:
        path = folder / name
        if Path(name).is_absolute() or path.resolve().parent != folder.resolve():
            return "a table must lie in the folder of its definition"
        if not path.is_file():
            return "there is no such file beside the definition"
        return Source(str(path), read_text(path, 1024 * 1024))
    except RuntimeError:  # so Python 3.11 says it
        return "it is a link that leads back to itself"
    except (UnreadableFile, OSError, ValueError) as error:
        return str(error)


@dataclass(frozen=True, slots=True)
class Headline:
    """What a definition says of itself in its first lines."""

    name: str
    title: str
    players: range
    summary: str


def headline(name: str | Path) -> Headline:
    """Title, players and summary of a definition, without checking the rest of it: enough for a list, and quick.

    Raises UnknownGame, UnreadableFile, and DefinitionError where the text cannot even be read.
    """
    path = find(name)
    source = Source(str(path), read_text(path))
    tree, problems = parse(source)
    if tree is None:
        raise DefinitionError(tuple(p for p in problems if p.severity is Severity.ERROR) or problems)
    return Headline(path.stem, tree.title.text, range(tree.players.low, tree.players.high + 1), tree.summary)


def require(definition: Definition) -> CheckedGame:
    """The checked game. Raises DefinitionError if the definition has faults."""
    if definition.checked is None:
        errors = tuple(p for p in definition.problems if p.severity is Severity.ERROR)
        raise DefinitionError(errors or definition.problems)
    return definition.checked
