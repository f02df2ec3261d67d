"""What once went wrong: one numbered file each, input only, replayed by `test_regressions.py`."""
