"""A language is held against what decides about its texts: by cuts of real files, mutants and completions.

`quoin grammar test` does so for any folder that names a judge. The tests of the languages that ship use the
same modules, with mutants that know the language.
"""
