"""Speed measurements, run by hand with `python -m bench`. None of them is a test.

From a checkout: `PYTHONPATH=src python -m bench [ROW...]`.
"""
