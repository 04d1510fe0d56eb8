"""JSON Schemas of every file format that Rulewright reads and every JSON document that it prints."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

_ENDING = ".schema.json"


def names() -> list[str]:
    """The names of all schemas, such as `scenario` or `simulate`, in the order of the alphabet."""
    listed = (entry.name for entry in files(__name__).iterdir())
    return sorted(name.removesuffix(_ENDING) for name in listed if name.endswith(_ENDING))


@cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) called `name`. It is shared: copy it before changing it.

    Raises KeyError for a name that is not among `names()`.
    """
    if name not in names():
        raise KeyError(name)
    loaded = json.loads(files(__name__).joinpath(name + _ENDING).read_text(encoding="utf-8"))
    if not isinstance(loaded, dict):
        raise TypeError(f"{name}{_ENDING} is no object")
    return loaded
