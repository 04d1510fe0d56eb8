"""Speed measurements, run by hand with `python -m bench.NAME`. None of them is a test."""
