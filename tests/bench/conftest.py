"""Make `bench` importable without putting the root, and with it the other rooms, on the import path."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

if "bench" not in sys.modules:
    _folder = Path(__file__).parents[2] / "bench"
    _spec = importlib.util.spec_from_file_location(
        "bench", _folder / "__init__.py", submodule_search_locations=[str(_folder)]
    )
    assert _spec is not None
    assert _spec.loader is not None
    _bench = importlib.util.module_from_spec(_spec)
    sys.modules["bench"] = _bench
    _spec.loader.exec_module(_bench)
