"""A headless harness that judges the real server, at seeded cuts of real files, by the languages' parsers."""
