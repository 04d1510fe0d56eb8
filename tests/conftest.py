"""Settings that every test shares."""

from __future__ import annotations

from hypothesis import settings

# Machines differ in speed and run tests side by side: a slow example is no fault.
settings.register_profile("rulewright", deadline=None)
settings.load_profile("rulewright")
