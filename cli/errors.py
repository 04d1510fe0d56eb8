"""The one place that turns whatever ends a command into a message and an exit code.

0 fine, 1 the answer is no, 2 wrong usage or unreadable input, 130 interrupted.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable

import click

from .output import echo

FINE = 0
NO = 1
WRONG = 2
INTERRUPTED = 130
MOST_LETTERS = 1000  # of a message about an argument


class Wrong(click.ClickException):
    """Input that cannot be used; the message says which and what would be right."""

    exit_code = WRONG


class ReaderLeft(Exception):  # nobody has made an error
    """Whoever read the output has closed the pipe."""


class Broken(click.ClickException):
    """The answer is no: what was asked for came to a bad end, though the question was right."""

    exit_code = NO


def guarded(command: Callable[[], object]) -> int:
    """Run a command to its end and give the exit code; messages go to stderr, none as a traceback."""
    try:
        _lenient_streams()
        result = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        told = io.StringIO()
        error.show(told)
        echo(shortened(told.getvalue()), err=True, end=False)
        return NO if isinstance(error, Broken) else WRONG
    except (click.Abort, KeyboardInterrupt):
        echo("Interrupted.", err=True)
        return INTERRUPTED
    except (ReaderLeft, BrokenPipeError):
        # Whoever read the output has seen enough: no fault of anybody.
        _silence_output()
        return FINE
    except OSError as error:
        try:
            sys.stdout.flush()
        except (OSError, ValueError, AttributeError):
            _silence_output()  # a full disk, perhaps: what is left cannot be written
        echo(describe(error), err=True)
        return WRONG
    except RecursionError:
        echo("Error: the input is nested too deeply.", err=True)
        return WRONG
    except MemoryError:
        echo("Error: there is not enough memory for that.", err=True)
        return WRONG
    except Exception as error:
        code = exit_code(error)
        if code is None:
            raise
        echo(describe(error), err=True)
        return code
    return result if isinstance(result, int) and not isinstance(result, bool) else FINE


def shortened(message: str) -> str:
    """A message without the better part of a value of thousands of letters that it repeats."""
    return message if len(message) <= MOST_LETTERS else f"{message[:500]} ... {message[-200:]}"


def exit_code(error: Exception) -> int | None:
    """The exit code for an error of the library, or None if the library did not raise it on purpose."""
    from .engine import library

    known = library()
    if not isinstance(error, known.Error):
        return None
    return NO if isinstance(error, (known.DefinitionError, known.GameFault, known.ScenarioError)) else WRONG


def describe(error: Exception) -> str:
    """The message of an error: rendered problems as they are, anything else as one line."""
    match error:
        case OSError(filename=name, strerror=str() as why) if name is not None:
            return f"Error: {os.fsdecode(name) if isinstance(name, bytes) else name}: {why}"
        case OSError():
            return f"Error: {error.strerror or str(error) or type(error).__name__}"
    problems = getattr(error, "problems", ())
    if problems:
        return str(error)
    message = str(error) or type(error).__name__
    suggestion = getattr(error, "suggestion", None)
    if suggestion and str(suggestion) not in message:
        message = f"{message.rstrip('.')}. Did you mean {suggestion}?"
    return f"Error: {message}"


def _lenient_streams() -> None:
    """A letter that the terminal lacks is shown as `?`; a byte that is no text fits no choice."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(OSError, ValueError):
                reconfigure(errors="replace")


def _silence_output() -> None:
    """Send what is still buffered nowhere, or the interpreter would complain about the pipe once more."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
