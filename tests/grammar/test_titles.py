"""What players read where a definition gives no title."""

from __future__ import annotations

import pytest

from rulewright.grammar.titles import title_of


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Herald", "Herald"),
        ("FuneralRites", "Funeral Rites"),
        ("DeusExMachina", "Deus Ex Machina"),
        ("UFOLanding", "UFO Landing"),
        ("Act2", "Act 2"),
        ("Act2Scene3", "Act 2 Scene 3"),
        ("R2D2", "R2D2"),
        ("main_deck", "Main deck"),
        ("X", "X"),
        ("", ""),
    ],
)
def test_a_name_is_divided_into_its_words(name: str, title: str) -> None:
    assert title_of(name) == title
