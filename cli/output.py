"""Where everything that the commands say goes."""

from __future__ import annotations

import json
import sys

import click


def echo(text: str = "", *, err: bool = False, end: bool = True) -> None:
    """A line to stdout or stderr, without colour where that is no terminal.

    The stream is named because Click would take an ASCII terminal for a mistake and send it UTF-8.
    """
    click.echo(text, file=sys.stderr if err else sys.stdout, nl=end)


def print_json(document: object) -> None:
    """One JSON document on stdout; letters that the terminal lacks are escaped, so that it stays true."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    echo(json.dumps(document, indent=2, ensure_ascii=encoding != "utf8"))
