"""Rulewright: a language for card and board games, and an interpreter that plays what it describes."""

from __future__ import annotations

__version__ = "0.1.0"

__all__ = ["__version__"]
