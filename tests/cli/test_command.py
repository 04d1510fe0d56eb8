"""The `rulewright` command as a whole."""

from __future__ import annotations

from click.testing import CliRunner

import rulewright
from rulewright.cli import main


def test_version_is_that_of_the_package() -> None:
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert result.output == f"rulewright, version {rulewright.__version__}\n"


def test_help_names_the_command() -> None:
    result = CliRunner().invoke(main, ["--help"], prog_name="rulewright")
    assert result.exit_code == 0
    assert result.output.startswith("Usage: rulewright ")
