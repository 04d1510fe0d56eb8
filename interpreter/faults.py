"""What can go wrong while a game is played, and the errors the library raises."""

from __future__ import annotations

from ..grammar.diagnostics import Problem


class Error(Exception):
    """The base of everything that this library raises on purpose."""


class DefinitionError(Error):
    """A definition, or a table beside it, has faults. `problems` holds them all, in the order of the text."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.render() for problem in problems) or "the definition has faults")


class UnknownGame(Error):
    """There is no such game. `suggestion` is a bundled name that may have been meant, or None."""

    def __init__(self, message: str, suggestion: str | None = None) -> None:
        self.suggestion = suggestion
        super().__init__(message)


class UnreadableFile(Error):
    """A file or folder cannot be read as text."""


class PlayersError(Error):
    """The game is not for that many players, or there is no such seat."""


class OptionError(Error):
    """An unknown option, or a value that it does not take."""


class IllegalChoice(Error):
    """That choice is not offered. `reason` says why where it is known, `clause` and `line` name the line that forbids it;
    `clauses` are all that this line cites, `clause` the first of them.
    """

    def __init__(
        self,
        message: str,
        reason: str | None = None,
        clause: str | None = None,
        line: int | None = None,
        clauses: tuple[str, ...] = (),
    ) -> None:
        self.reason = reason
        self.clause = clause
        self.line = line
        self.clauses = clauses
        super().__init__(message)


class RecordError(Error):
    """A record of a game cannot be played again."""


class ScenarioError(Error):
    """A scenario or a described position does not fit its game. `about` is what of it: a zone, a note, a card's text."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = (), about: str | None = None) -> None:
        self.problems = problems
        self.about = about
        super().__init__(message)


class GameFault(Error):
    """The definition broke down in play: a duty without an option, a loop without an end. The state is as it was before.

    `line` and `column` are places in the definition `file`, from 1.
    """

    def __init__(self, message: str, file: str, line: int, column: int) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        super().__init__(f"{file}:{line}:{column}: {message}")


class Breakdown(Exception):
    """Raised by generated code; the machine turns it into a GameFault with the place."""

    def __init__(self, message: str, offset: int) -> None:
        self.offset = offset
        super().__init__(message)
