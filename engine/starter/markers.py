"""The control tokens of the starter model, and the order in which a prompt uses them.

A prompt is `SUFFIX right PREFIX left MIDDLE`, and the model answers `middle END`.
The suffix is first, since so small a model hardly attends across a suffix to the
end of a prefix. In this order the middle directly follows the text that it
continues, and typing only appends to the prompt.
"""

from __future__ import annotations

END = 0
PREFIX = 1
SUFFIX = 2
MIDDLE = 3

SPELLINGS = ("<|endoftext|>", "<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")
"""The control tokens' texts, by id. They are never recognised in source text."""

ORDER_KEY = "quoin.fim.order"
ORDER = "spm"
"""The value of the metadata key `ORDER_KEY`, which names the order for readers of the file."""
