//! The tokens in which known names stand, by the sets of names that positions share.
//!
//! The scopes around a position have large sets of names, which other positions have as well: those of the same line,
//! and mostly those of the next key. The tokens of such a set are therefore kept.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::names::cursor::Readable;
use crate::names::environment::Names;
use crate::quotient::Quotient;
use crate::vocab::sets::add_all;
use crate::vocab::words::{KnownWords, TokenWords};

/// Number of sets whose tokens are kept, each with one bit for each token of the vocabulary. Beyond it, all are
/// discarded.
const MOST: usize = 48;

/// Number of names up to which the tokens of a set are not kept.
const FEW: usize = 8;

/// Tokens with exactly one word, by sets of names: those whose word is one of the names, or begins one if it ends the
/// token.
#[derive(Default)]
pub struct NamedTokens {
    builtins: Option<Arc<[u64]>>,
    /// By the address of a set of names: the set, so that the address remains its own, and the tokens.
    sets: FxHashMap<usize, (Names, Arc<[u64]>)>,
    /// The same for the names that imports can bind.
    importable: Option<OfImports>,
}

/// The names that imports can bind, and their tokens.
type OfImports = (Arc<[Vec<u8>]>, Arc<[u64]>);

impl NamedTokens {
    /// Returns the tokens of builtin names and of those that may be read.
    pub fn of(&mut self, quotient: &Quotient, words: &TokenWords, readable: &Readable) -> Vec<u64> {
        let mut all = self.builtins(quotient, words).to_vec();
        if !builtins_of(quotient).is_empty() || !readable.is_empty() {
            add_all(&mut all, words.foreign());
        }
        let mut others = Vec::new();
        for names in &readable.sets {
            if names.len() <= FEW {
                others.extend(quotient.texts_of(names));
            } else {
                add_all(&mut all, self.of_set(quotient, words, names));
            }
        }
        if let Some(importable) = &readable.importable {
            add_all(&mut all, self.of_imports(words, importable));
        }
        let mut found = KnownWords::among(words.rests(), all);
        others.iter().chain(&readable.others).for_each(|name| found.add(name));
        found.tokens
    }

    fn of_set(&mut self, quotient: &Quotient, words: &TokenWords, names: &Names) -> &[u64] {
        if self.sets.len() >= MOST {
            self.sets.clear();
        }
        let find = || (Arc::clone(names), tokens_of(words, &quotient.texts_of(names)));
        &self.sets.entry(Arc::as_ptr(names).addr()).or_insert_with(find).1
    }

    fn builtins(&mut self, quotient: &Quotient, words: &TokenWords) -> &[u64] {
        self.builtins.get_or_insert_with(|| tokens_of(words, builtins_of(quotient)))
    }

    fn of_imports(&mut self, words: &TokenWords, names: &Arc<[Vec<u8>]>) -> &[u64] {
        let known = self.importable.take().filter(|(known, _)| Arc::ptr_eq(known, names));
        let found = known.unwrap_or_else(|| (Arc::clone(names), tokens_of(words, names)));
        &self.importable.insert(found).1
    }
}

/// Returns the names that are always bound, in order.
fn builtins_of(quotient: &Quotient) -> &[Vec<u8>] {
    quotient.grammar.name_rules.as_ref().map_or(&[], |rules| &rules.sorted_builtins)
}

/// Returns the tokens of sorted names.
fn tokens_of(words: &TokenWords, names: &[impl AsRef<[u8]>]) -> Arc<[u64]> {
    let mut found = KnownWords::among(words.rests(), vec![0; words.rests().len().div_ceil(64)]);
    for name in names {
        found.add(name.as_ref());
    }
    found.tokens.into()
}
