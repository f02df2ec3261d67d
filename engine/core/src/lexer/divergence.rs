//! Divergence of two lexemes: the second begins in the tail of the first, and is a lexeme if the first has to
//! back up.
//!
//! As long as the first lexeme could still become a whole one over the text of both, the second is none.
//! Therefore the search is for a text on which the first lexeme ends and the second one counts. Its result
//! depends only on the pair of lexer states of the two, so it is kept for each pair and serves all positions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::sets::TermSet;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// Maximum number of pairs of states whose results are kept. When it is exceeded, all of them are dropped.
const MAX_PAIRS: usize = 1 << 12;

/// Number of answers about pairs that are kept without a lock.
const RECALLED: usize = 1 << 13;

/// The states of the lexer in two lexemes over one text.
type Pair = (LexState, LexState);

/// The ways in which two lexemes over one text can diverge.
#[derive(Default)]
pub struct Divergence {
    /// The terminals that the second lexeme can match, then or later, where the first has ended.
    pub terms: TermSet,
    /// The live states of the second lexeme where the first has ended.
    pub going: Vec<LexState>,
    /// The pairs of states of both lexemes while the first continues and has not been a whole lexeme.
    pub together: Vec<Pair>,
}

impl Divergence {
    fn find(lexer: (&Lexer, &[u8]), first: LexState, second: LexState) -> Self {
        let mut found = Self::default();
        let (terms, going) = (&mut found.terms, &mut found.going);
        found.together = follow(lexer, (first, second), |met, own| {
            terms.union_with(met);
            going.extend(Some(own).filter(|&own| own != DEAD));
            false
        });
        found.going.sort_unstable();
        found.going.dedup();
        found.going.shrink_to_fit();
        found.together.shrink_to_fit();
        found
    }
}

/// Follows two lexemes over one text, with one byte of each class of bytes, and returns the pairs of states of both while the first continues and has not been a
/// whole lexeme. Where the first one ends, `each` is called with the terminals that the second one can match there or later,
/// and its state if it goes on, else the dead one; it returns whether that is enough.
fn follow(
    (lexer, bytes): (&Lexer, &[u8]),
    pair: Pair,
    mut each: impl FnMut(&TermSet, LexState) -> bool,
) -> Vec<Pair> {
    let mut together = vec![pair];
    let mut met: FxHashSet<Pair> = FxHashSet::default();
    let mut next = 0;
    while let Some(&(first, second)) = together.get(next) {
        next += 1;
        for &byte in bytes {
            // Whether the first lexeme is a whole one before the byte.
            let is_whole = lexer.accept_before(first, byte) != NO_SET;
            match (lexer.step(first, byte), lexer.step(second, byte)) {
                (DEAD, _) if is_whole => {}
                (DEAD, _) => {
                    let (terms, own) = ended(lexer, second, byte);
                    if each(terms, own) {
                        return together;
                    }
                }
                // Lexemes in equal states never diverge.
                (first, own) => {
                    let is_open = own != DEAD && own != first && !is_whole && lexer.accept(first) == NO_SET;
                    if is_open && met.insert((first, own)) {
                        together.push((first, own));
                    }
                }
            }
        }
    }
    together
}

/// Returns what a lexeme can match with a byte or later, and its state if it goes on, else the dead one.
fn ended(lexer: &Lexer, state: LexState, byte: u8) -> (&TermSet, LexState) {
    let own = lexer.step(state, byte);
    let terms = if own == DEAD { lexer.set(lexer.accept_with(state, byte)) } else { lexer.reachable(own) };
    (terms, own)
}

/// Returns the terminals that the second of two lexemes can match, then or later, where a single byte ends the first one.
fn at_once(lexer: &Lexer, bytes: &[u8], pair: Pair) -> TermSet {
    let mut met = TermSet::default();
    for &byte in bytes {
        if lexer.step(pair.0, byte) == DEAD && lexer.accept_before(pair.0, byte) == NO_SET {
            met.union_with(ended(lexer, pair.1, byte).0);
        }
    }
    met
}

/// Returns a pair of states as a number of which the lowest bit is free. The second state is not dead, so that none is 0.
fn recalled_key((first, second): Pair) -> u64 {
    u64::from(u32::from(first)) << 32 | u64::from(u32::from(second)) << 1
}

/// What is known of a pair of states.
#[derive(Default)]
struct Known {
    /// Some of the terminals that the second lexeme can match where the first has ended.
    met: TermSet,
    all: Option<Arc<Divergence>>,
}

/// A cache of divergences by pair of states.
#[derive(Default)]
pub struct DivergenceCache {
    known: Mutex<FxHashMap<Pair, Known>>,
    /// One byte of each class of the lexer's bytes.
    bytes: OnceLock<Vec<u8>>,
    /// The latest answers of [`Self::recall`], each at a place that its pair determines.
    recalled: OnceLock<Vec<AtomicU64>>,
}

impl DivergenceCache {
    /// Returns whether the first of two lexemes can end while the second one can match one of some terminals, then or later.
    /// The search ends at the first such text, which is mostly a short one; what it has met is kept.
    pub fn can_match(&self, lexer: &Lexer, pair: Pair, wanted: &TermSet) -> bool {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > MAX_PAIRS {
            all.clear();
        }
        let bytes = self.bytes(lexer);
        let known = all.entry(pair).or_insert_with(|| Known { met: at_once(lexer, bytes, pair), all: None });
        if known.met.intersects(wanted) {
            return true;
        }
        if let Some(all) = &known.all {
            return all.terms.intersects(wanted);
        }
        let mut is_met = false;
        follow((lexer, bytes), pair, |terms, _| {
            known.met.union_with(terms);
            is_met = terms.intersects(wanted);
            is_met
        });
        is_met
    }

    /// Returns whether something holds of a pair of states, always the same: `ask` gives the pairs of which it then holds
    /// too, this one among them, or none if it does not hold. The latest answers are kept. Plans ask for few pairs in many
    /// tokens.
    pub fn recall(&self, pair: Pair, ask: impl FnOnce() -> Option<Vec<Pair>>) -> bool {
        let key = recalled_key(pair);
        let all = self.recalled.get_or_init(|| (0..RECALLED).map(|_| AtomicU64::new(0)).collect());
        let place = |key: u64| &all[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % RECALLED];
        let known = place(key).load(Ordering::Relaxed);
        if known & !1 == key {
            return known & 1 == 1;
        }
        let found = ask();
        for other in found.iter().flatten().map(|&other| recalled_key(other)) {
            // An answer that was asked for is worth more than one that may be.
            let _ = place(other).compare_exchange(0, other | 1, Ordering::Relaxed, Ordering::Relaxed);
        }
        place(key).store(key | u64::from(found.is_some()), Ordering::Relaxed);
        found.is_some()
    }

    /// Returns the pairs of states of two lexemes while the first continues, if the second can match nothing where that ends,
    /// then or later; none if it can. The search ends at the first text on which it can.
    pub fn never_apart(&self, lexer: &Lexer, pair: Pair) -> Option<Vec<Pair>> {
        let mut is_apart = false;
        let together = follow((lexer, self.bytes(lexer)), pair, |terms, own| {
            is_apart = !terms.is_empty() || own != DEAD;
            is_apart
        });
        (!is_apart).then_some(together)
    }

    fn bytes(&self, lexer: &Lexer) -> &[u8] {
        self.bytes.get_or_init(|| lexer.plain_bytes())
    }

    /// Returns how lexemes in two states diverge.
    pub fn get(&self, lexer: &Lexer, first: LexState, second: LexState) -> Arc<Divergence> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_PAIRS {
            known.clear();
        }
        let find = || Arc::new(Divergence::find((lexer, self.bytes(lexer)), first, second));
        Arc::clone(known.entry((first, second)).or_default().all.get_or_insert_with(find))
    }
}
