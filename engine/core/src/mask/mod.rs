//! A model's vocabulary, and the masks over it.

mod by_condition;
mod by_key;
pub mod by_name;
mod classes;
pub mod codec;
pub mod compute;
pub mod diff;
mod named_part;
mod named_tokens;
pub mod plan;
pub mod planner;
pub mod reach;
mod recent;
pub mod tables;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::grammar::costs::Wording;
use crate::language::Language;
use crate::limits::MAX_CLASSES_ROOM;
use crate::mask::compute::{MaskCache, MaskPass};
use crate::mask::recent::Asked;
use crate::mask::tables::PlanTables;
use crate::quotient::state::NamesRead;
use crate::quotient::{Quotient, State};
use crate::vocab::bytes::TokenBytes;
use crate::vocab::ended_words::EndedWords;
use crate::vocab::trie::TokenTrie;
use crate::vocab::words::TokenWords;

/// The tokens of a model, and the tables of the languages they were used with.
pub struct Vocabulary {
    texts: Arc<TokenBytes>,
    /// The trie of the tokens, and the words in them, built on first use.
    trie: OnceLock<TokenTrie>,
    words: OnceLock<TokenWords>,
    ended: OnceLock<EndedWords>,
    /// The tables of the languages, last used last.
    tables: Mutex<Vec<PlanTables>>,
}

/// Number of languages whose tables are kept.
const LANGUAGES: usize = 4;

impl Vocabulary {
    /// Builds a vocabulary from tokens in the order of their numbers: their concatenated bytes, and the
    /// length of each. Empty tokens are never in a mask.
    pub fn new(text: Vec<u8>, lengths: impl IntoIterator<Item = usize>) -> Self {
        let texts = Arc::new(TokenBytes::new(text, lengths));
        let (trie, words, ended, tables) = Default::default();
        Self { texts, trie, words, ended, tables }
    }

    /// Returns the bytes of the tokens.
    pub fn texts(&self) -> &TokenBytes {
        &self.texts
    }

    fn trie(&self) -> &TokenTrie {
        self.trie.get_or_init(|| TokenTrie::new(&self.texts))
    }

    /// Builds what the masks in a language need, and returns it as bytes that can be stored.
    pub fn prepare(&self, grammar: &Arc<Language>) -> Vec<u8> {
        let mut tables = PlanTables::new(grammar);
        tables.prepare(self.trie());
        let bytes = tables.to_bytes(self.trie());
        self.find_words(&mut tables);
        self.keep(tables);
        bytes
    }

    /// Restores what [`Self::prepare`] returned for an equal vocabulary and language. Returns false and
    /// changes nothing if the bytes are invalid.
    pub fn restore(&self, grammar: &Arc<Language>, bytes: &[u8]) -> bool {
        let tables = PlanTables::from_bytes(grammar, &self.texts, &self.trie, bytes);
        let Some(mut tables) = tables else { return false };
        self.find_words(&mut tables);
        self.keep(tables);
        true
    }

    /// Finds what is not stored with the tables, and the first key or mask would otherwise find.
    fn find_words(&self, tables: &mut PlanTables) {
        let (grammar, trie) = (Arc::clone(&tables.grammar), self.trie());
        grammar.characters();
        if grammar.layout.modes.has_fields() {
            // A key that opens code in a text asks how it can be closed.
            grammar.costs(Wording::Readable);
        }
        if grammar.name_rules.is_some() {
            self.words.get_or_init(|| TokenWords::new(trie));
        }
        if compares(&grammar) {
            self.ended.get_or_init(|| EndedWords::new(trie));
        }
        if grammar.layout.declared.is_some() {
            tables.declaring(trie);
        }
        if grammar.layout.conditions.tags.is_some() {
            tables.closing(trie, false);
        }
    }

    /// Returns whether a language was prepared or restored, and its tables are still kept.
    pub fn is_prepared(&self, grammar: &Arc<Language>) -> bool {
        let all = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().any(|tables| tables.is_prepared && Arc::ptr_eq(&tables.grammar, grammar))
    }

    fn keep(&self, mut tables: PlanTables) {
        tables.is_prepared = true;
        let mut all = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| !Arc::ptr_eq(&other.grammar, &tables.grammar));
        all.push(tables);
        if all.len() > LANGUAGES {
            all.remove(0);
        }
    }

    fn with_tables<T>(&self, grammar: &Arc<Language>, call: impl FnOnce(&mut PlanTables) -> T) -> T {
        let mut all = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|tables| Arc::ptr_eq(&tables.grammar, grammar));
        let known = at.map(|at| all.remove(at)).filter(|tables| tables.room() < MAX_CLASSES_ROOM);
        let mut tables = known.unwrap_or_else(|| PlanTables::new(grammar));
        let result = call(&mut tables);
        all.push(tables);
        if all.len() > LANGUAGES {
            all.remove(0);
        }
        result
    }

    /// Returns the tokens after which the state is still viable: bit `n % 8` of byte `n / 8` for token `n`.
    /// `known` keeps masks of positions.
    pub fn mask(&self, quotient: &mut Quotient, known: &mut MaskCache, state: &State) -> Vec<u8> {
        let grammar = Arc::clone(&quotient.grammar);
        let trie = self.trie();
        let mask = self.with_tables(&grammar, |tables| {
            let asked = Asked::of(quotient, tables.number, state);
            if let Some(mask) = known.recent.find(&asked) {
                return mask;
            }
            let size = quotient.texts.size();
            let words = quotient.filters_names().then(|| self.words.get_or_init(|| TokenWords::new(trie)));
            let ended = compares(&grammar).then(|| self.ended.get_or_init(|| EndedWords::new(trie)));
            let names = NamesRead::default();
            let own = &mut *known;
            let mask = MaskPass {
                trie,
                tables,
                quotient,
                known: own,
                grammar: &grammar,
                words,
                ended,
                names,
                ignores_quotes: false,
            }
            .mask(state);
            quotient.texts.truncate(size);
            known.recent.keep(asked, &mask);
            mask
        });
        let mut bytes = vec![0; mask.len() * 8];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(mask.iter()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes.truncate(self.texts.len().div_ceil(8));
        bytes
    }
}

/// Returns whether the masks of a language depend on the words that end in tokens.
fn compares(grammar: &Language) -> bool {
    grammar.layout.conditions.check.compares_texts() || grammar.layout.declared.is_some()
}
