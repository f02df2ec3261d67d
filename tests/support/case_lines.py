"""Lines of cases; see `quoin.lsp_server.grammar_test.case_lines`."""

from __future__ import annotations

from quoin.lsp_server.grammar_test.case_lines import Parts, parse_parts, parse_text, read_lines, write_text

__all__ = ["Parts", "parse_parts", "parse_text", "read_lines", "write_text"]
