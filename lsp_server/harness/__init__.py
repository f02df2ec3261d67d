"""A headless harness: the real server on real files at seeded cuts, judged by the languages' own parsers."""
