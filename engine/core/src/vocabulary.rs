//! A model's vocabulary, and the mask over it.

use std::sync::{Arc, Mutex, PoisonError};

use crate::classes::Tables;
use crate::grammar::Grammar;
use crate::limits::MAX_CLASSES_ROOM;
use crate::masks::Pass;
use crate::quotient::{Quotient, State};
use crate::token_trie::TokenTrie;

/// The byte strings of a model's tokens.
pub struct Vocabulary {
    trie: TokenTrie,
    /// By language, the one used last behind the others.
    tables: Mutex<Vec<Tables>>,
}

/// Languages whose tables are kept.
const LANGUAGES: usize = 2;

impl Vocabulary {
    /// Tokens in the order of their numbers: their bytes one behind another, and the length of each. Empty
    /// ones are never in a mask.
    pub fn new(text: Vec<u8>, lengths: impl IntoIterator<Item = usize>) -> Self {
        Self { trie: TokenTrie::new(text, lengths), tables: Mutex::new(Vec::new()) }
    }

    /// How many tokens there are, empty ones included.
    pub fn len(&self) -> usize {
        self.trie.len()
    }

    pub fn is_empty(&self) -> bool {
        self.trie.is_empty()
    }

    /// Make now what the first masks in a language would make.
    pub fn prepare(&self, grammar: &Arc<Grammar>) {
        self.with_tables(grammar, |tables| tables.prepare(&self.trie));
    }

    fn with_tables<T>(&self, grammar: &Arc<Grammar>, call: impl FnOnce(&mut Tables) -> T) -> T {
        let mut all = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|tables| Arc::ptr_eq(&tables.grammar, grammar));
        let known = at.map(|at| all.remove(at)).filter(|tables| tables.room() < MAX_CLASSES_ROOM);
        let mut tables = known.unwrap_or_else(|| Tables::new(grammar));
        let result = call(&mut tables);
        all.push(tables);
        if all.len() > LANGUAGES {
            all.remove(0);
        }
        result
    }

    /// The tokens after which the state is still viable: bit `n % 8` of byte `n / 8` for token `n`.
    pub fn mask(&self, quotient: &mut Quotient, state: &State) -> Vec<u8> {
        let grammar = Arc::clone(&quotient.grammar);
        let mask = self.with_tables(&grammar, |tables| {
            let size = quotient.texts.size();
            let mask = Pass { trie: &self.trie, tables, quotient, grammar: Arc::clone(&grammar) }.mask(state);
            quotient.texts.truncate(size);
            mask
        });
        let mut bytes: Vec<u8> = mask.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(self.len().div_ceil(8));
        bytes
    }
}
