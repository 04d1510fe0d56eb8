"""Which choice a person means: by its label, its text, or the beginning of its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import count


@dataclass(frozen=True, slots=True)
class Picked:
    """Exactly one choice is meant; `index` counts from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class NotPicked:
    """No choice or several; `message` says what would be right."""

    message: str


def labels(texts: Sequence[str]) -> list[str]:
    """A number for each choice. A choice that is a number keeps it, so that no number can mean two things."""
    own = {text for text in texts if _is_number(text)}
    if len(own) < sum(_is_number(text) for text in texts):
        own = set()
    free = (str(number) for number in count(1) if str(number) not in own)
    return [text if text in own else next(free) for text in texts]


def pick(entry: str, texts: Sequence[str]) -> Picked | NotPicked:
    """Match an entry with the choices' texts: label, then whole text, then beginning, letter case aside."""
    entry = " ".join(entry.split())
    numbers = labels(texts)
    if entry in numbers:
        return Picked(numbers.index(entry))
    wanted = entry.casefold()
    folded = [" ".join(text.split()).casefold() for text in texts]
    whole = [index for index, text in enumerate(folded) if text == wanted]
    fitting = whole or [index for index, text in enumerate(folded) if wanted and text.startswith(wanted)]
    if len(fitting) == 1:
        return Picked(fitting[0])
    shown = entry if len(entry) <= 60 else entry[:60] + " ..."
    if fitting:
        listed = ", ".join(f"{texts[index]} ({numbers[index]})" for index in fitting[:6])
        more = f" and {len(fitting) - 6} more" if len(fitting) > 6 else ""
        return NotPicked(f'"{shown}" fits several choices: {listed}{more}. Enter more of it, or its number.')
    close = get_close_matches(wanted[:200], folded, n=1)
    meant = ""
    if close:
        at = folded.index(close[0])
        meant = f' Did you mean "{texts[at]}" ({numbers[at]})?'
    return NotPicked(f'"{shown}" is none of the choices.{meant} Enter {_what_is_right(texts, numbers)}.')


def _what_is_right(texts: Sequence[str], numbers: Sequence[str]) -> str:
    by_text = "" if list(texts) == list(numbers) else ", or a choice's text or its beginning"
    ordered = sorted(numbers, key=int)
    if len(ordered) == 1:
        return f"{ordered[0]}{by_text}"
    if len(ordered) == int(ordered[-1]) - int(ordered[0]) + 1:
        return f"a number from {ordered[0]} to {ordered[-1]}{by_text}"
    return f"one of the numbers before the choices{by_text}"


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and str(int(text)) == text if len(text) < 20 else False
