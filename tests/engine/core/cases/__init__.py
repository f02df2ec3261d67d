"""Middles in their contexts by subject, with the verdict on each: see `test_cases.py`."""
