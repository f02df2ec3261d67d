"""Contexts of rules: a grammar with marks against one that has a copy of each rule for each context."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quoin
from tests.engine.core.property.context_grammars import CONTEXTS, WRITTEN, grammars
from tests.engine.core.property.terminal_grammars import LETTERS
from tests.engine.core.property.test_terminals import Oracle, check, contexts
from tests.support.effort import examples
from tests.support.small_language import small_language

texts = st.text(LETTERS, max_size=4)


@pytest.mark.parametrize("grammar", WRITTEN.values(), ids=WRITTEN)
def test_all_texts_of_written_grammars(grammar: str) -> None:
    language = small_language(grammar, contexts=CONTEXTS)
    assert sum(check(language, left, right, 3) for left, right in contexts(4)) > 0


@examples(150)
@given(grammars(), texts, texts)
def test_random_grammars(grammar: str, left: str, right: str) -> None:
    language = small_language(grammar, contexts=CONTEXTS)
    if Oracle(language).viable("", ""):
        check(language, left, right, 4)
    else:
        with pytest.raises(quoin.LanguageError, match="derives no text"):
            language.quotient(left, right, spare="nothing")
