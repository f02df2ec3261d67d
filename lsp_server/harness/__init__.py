"""The headless harness: the real server on real files, at seeded cuts, judged by Python's own parser."""
