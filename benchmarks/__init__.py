"""Speed, as counts and ratios in one run; `python -m benchmarks.contexts` and `.tokens`."""
