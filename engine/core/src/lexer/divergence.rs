//! What becomes of a lexeme that begins in the tail of another one, when the other has to back up.
//!
//! While the first could still become a whole lexeme over both, the second does not begin. So what is
//! looked for is a text on which the first ends and the second counts. The pairs of states that the two
//! come through say that for all places at once, and are kept.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::sets::TermSet;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// Pairs of states to keep this for; then all are found anew.
const MAX_PAIRS: usize = 1 << 12;

/// How two lexemes over the same text can grow apart.
#[derive(Default)]
pub struct Divergence {
    /// What the second can be or become where the first has ended.
    pub terms: TermSet,
    /// Its states there.
    pub going: Vec<LexState>,
    /// The states of both, while the first goes on without having been a whole one.
    pub together: Vec<(LexState, LexState)>,
}

impl Divergence {
    fn find(lexer: &Lexer, first: LexState, second: LexState) -> Self {
        let bytes = lexer.plain_bytes();
        let mut found = Self { together: vec![(first, second)], ..Self::default() };
        let mut met: FxHashSet<(LexState, LexState)> = FxHashSet::default();
        let mut next = 0;
        while let Some(&(first, second)) = found.together.get(next) {
            next += 1;
            for &byte in &bytes {
                match (lexer.step(first, byte), lexer.step(second, byte)) {
                    (DEAD, DEAD) => found.terms.union_with(lexer.set(lexer.accept(second))),
                    (DEAD, own) => {
                        found.terms.union_with(lexer.reachable(own));
                        found.going.push(own);
                    }
                    // Equal states never grow apart.
                    (first, own) => {
                        let is_open = own != DEAD && own != first && lexer.accept(first) == NO_SET;
                        if is_open && met.insert((first, own)) {
                            found.together.push((first, own));
                        }
                    }
                }
            }
        }
        found.going.sort_unstable();
        found.going.dedup();
        found
    }
}

/// What has been found out for pairs of states.
#[derive(Default)]
pub struct DivergenceCache(Mutex<FxHashMap<(LexState, LexState), Arc<Divergence>>>);

impl DivergenceCache {
    /// How the lexemes in two states grow apart.
    pub fn get(&self, lexer: &Lexer, first: LexState, second: LexState) -> Arc<Divergence> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_PAIRS {
            known.clear();
        }
        let found =
            known.entry((first, second)).or_insert_with(|| Arc::new(Divergence::find(lexer, first, second)));
        Arc::clone(found)
    }
}
