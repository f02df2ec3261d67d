"""A language's folder is made from the grammar that a tree-sitter package contains.

What tree-sitter's parser generator knows beyond the set of texts (fields, aliases, precedences, conflicts)
means nothing to a recogniser. What its scanner in C finds is reported by name, and can be written by hand
beside the imported part: see "From a tree-sitter package" in `grammars/README.md`.
"""

from quoin.engine.grammar_import.folder import Imported, import_package
from quoin.engine.grammar_import.report import Report

__all__ = ["Imported", "Report", "import_package"]
