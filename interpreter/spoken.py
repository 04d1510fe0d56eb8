"""Choices as a player types them: in any case, shortened, a face without its kind, a place as in the language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .choices import Choice

_PARTS = re.compile(r"[^\W_]+", re.UNICODE)
_NUMBERED = re.compile(r" #\d+$")
_IN_BRACKETS = re.compile(r"^[^()]+\((.+)\)$")
_LEFT_OUT = frozenset({"of", "the", "a", "an"})


def folded(text: str) -> tuple[str, ...]:
    """What counts in a text: its words and numbers in small letters. `zoo[Anna, Sloth]` is `zoo of Anna, Sloth`."""
    words = tuple(word.casefold() for word in _PARTS.findall(text))
    return tuple(word for word in words if word not in _LEFT_OUT) or words


def meant(offered: Sequence[Choice], text: str) -> list[Choice]:
    """The choices that a typed text may mean: one if it is clear, several if it is not, none if there is no such choice.

    The first of these that fits any choice decides: the very text; the same words; the words without the kind of a card or
    the family of a place; words that begin so. Choices that differ only by a number behind `#` are one.
    """
    exact = [choice for choice in offered if choice.text == text.strip()]
    if exact:
        return exact[:1]
    wanted = folded(text)
    if not wanted:
        return []
    plain = [(choice, _NUMBERED.sub("", choice.text)) for choice in offered]
    found = [choice for choice, shown in plain if folded(shown) == wanted or folded(choice.text) == wanted]
    if not found:
        found = [choice for choice, shown in plain if wanted in _short_forms(shown)]
    if not found:
        found = [choice for choice, shown in plain if _begins(folded(shown), wanted)]
    texts = {_NUMBERED.sub("", choice.text) for choice in found}
    return found[:1] if len(texts) == 1 else found


def matches(shown: str, text: str) -> bool:
    """Whether a typed text may mean what is shown to players as `shown`."""
    return bool(meant([Choice(_NUMBERED.sub("", shown), "", (), 0)], text))


def _short_forms(shown: str) -> list[tuple[str, ...]]:
    """A text without its beginning: `Sloth` for `Satanimal (Sloth)`, `Anna, Sloth` or `Sloth` for `zoo of Anna, Sloth`."""
    inside = _IN_BRACKETS.match(shown)
    words = folded(shown)
    return [folded(inside[1])] if inside else [words[at:] for at in range(1, len(words))]


def _begins(words: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return (
        words[: len(wanted) - 1] == wanted[:-1]
        and len(words) >= len(wanted)
        and words[len(wanted) - 1].startswith(wanted[-1])
    )
