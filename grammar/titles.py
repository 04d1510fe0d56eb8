"""What players read where a definition gives no title."""

from __future__ import annotations

import re

_SEAM = re.compile(
    r"(?<=[a-z])(?=[A-Z0-9])"  # Funeral|Rites, Act|2
    r"|(?<=[A-Z])(?=[A-Z][a-z])"  # UFO|Landing
    r"|(?<=[0-9])(?=[A-Z][a-z])"  # 2|Scene
)


def title_of(name: str) -> str:
    """A name as players read it: `FuneralRites` is "Funeral Rites", `main_deck` is "Main deck"."""
    words = " ".join(_SEAM.sub(" ", name).replace("_", " ").split())
    return words[:1].upper() + words[1:]
