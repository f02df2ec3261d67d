"""The control tokens of the starter model, and the order in which a prompt uses them.

A prompt is `SUFFIX right PREFIX left MIDDLE`, and the model answers `middle END`:
the suffix comes first. So small a model hardly looks back past a suffix to the
end of a prefix; this way the middle stands right behind what it continues, and
typing only appends to the prompt.
"""

from __future__ import annotations

END = 0
PREFIX = 1
SUFFIX = 2
MIDDLE = 3

SPELLINGS = ("<|endoftext|>", "<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")
"""The control tokens' texts, by id. They are never matched in source text."""

ORDER_KEY = "quoin.fim.order"
ORDER = "spm"
"""The metadata key, and its value, that tell a reader of the file about the order."""
