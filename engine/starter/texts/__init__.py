"""Texts for training in several languages, read from archives of published packages.

`python -m quoin.engine.starter.texts ARCHIVES OUT` reads the packages in the lists
(`packages/*.txt`) from a folder filled with the registries' own clients, and writes shards of
texts for training, texts held out for measurements, and a summary. No archive is unpacked to
disk, and nothing in it is run.

| module | subject |
| --- | --- |
| `lists` | the packages in the lists, their licences, and what is held out |
| `archives` | finding a package's archive, and reading its files |
| `licensing` | the licences of single files in Debian's source packages |
| `languages` | the language of a file |
| `paths` | which files to learn from, by their paths |
| `filters` | which files to learn from, by their contents |
| `chance` | choices by hash, so that they do not depend on what other packages exist |
| `reading` | the texts of one package, or of the interpreter's library |
| `duplicates` | texts that are copies of others |
| `corpus` | the texts for training under limits, and those held out |
| `shards` | the files of texts |
"""
