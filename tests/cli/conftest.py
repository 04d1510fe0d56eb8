"""The commands with a small library behind them, so that each test knows what the games do."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from rulewright.cli import engine, main

_PATH = Path(__file__).with_name("fake.py")


def _load() -> ModuleType:
    """Tests are no package: the stand-in is imported from its file, once."""
    if "rulewright_fake" not in sys.modules:
        spec = importlib.util.spec_from_file_location("rulewright_fake", _PATH)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["rulewright_fake"] = module
        spec.loader.exec_module(module)
    return sys.modules["rulewright_fake"]


Run = Callable[..., Result]


@pytest.fixture
def fake() -> ModuleType:
    return _load()


@pytest.fixture
def fake_script() -> Path:
    """A file that is the `rulewright` command with the small library behind it."""
    return _PATH


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, fake: ModuleType) -> Run:
    """`run("play", "tic_tac_toe", entries="...")`; `.stdout` and `.stderr` are apart."""
    monkeypatch.setitem(vars(engine), "import_module", fake.modules().__getitem__)

    def invoke(*arguments: str, entries: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, list(arguments), input=entries, prog_name="rulewright")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def document() -> Callable[[Result, str], Any]:
    """The JSON document that a command printed, held against the schema of its name."""

    def parsed(result: Result, name: str) -> Any:
        found = json.loads(result.stdout)
        schema = resources.files("rulewright.schemas") / f"{name}.schema.json"
        if schema.is_file():
            Draft202012Validator(json.loads(schema.read_text("utf-8"))).validate(found)
        return found

    return parsed
