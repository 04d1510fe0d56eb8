"""The guides: their games are without fault, commands print what is shown, Python examples and links hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright

from .consoles import consoles, fits
from .pages import DOCS, ROOT, blocks

PAGES = sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", ["tutorial.md", "playing.md"])
def test_commands_print_what_a_guide_shows(page: str, tmp_path: Path) -> None:
    found = consoles(DOCS / page, tmp_path)
    assert found
    for block, printed in found:
        assert fits(block.text, printed), f"{page}, line {block.line}:\n{printed}"


def test_every_step_of_the_tutorial_but_the_mistake_is_a_game_that_plays(tmp_path: Path) -> None:
    steps = [block for block in blocks(DOCS / "tutorial.md") if block.kind == "game"]
    faulty = 0
    for step in steps:
        file = tmp_path / "step.game"
        file.write_text(step.text, encoding="utf-8")
        game, problems = rulewright.check(file)
        if game is None:
            faulty += 1
            continue
        assert not problems
        for seed in range(5):
            game.playout(players=3, seed=seed)
    assert (len(steps), faulty) == (5, 1)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_the_documentation_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        name, _, part = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name}: {target}"
        if part:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert part in anchors, f"{page.name}: {target}"
