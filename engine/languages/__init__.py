"""A language is a folder with a grammar and a manifest; these modules turn it into the core's tables."""
