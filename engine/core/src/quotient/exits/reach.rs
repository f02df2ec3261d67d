//! The exits that some continuation of a pending lexeme takes, found for a state of the lexer when it is asked for.
//!
//! A state within a lexeme leads to few others, and the first state of a mode to all of them. A key in a middle asks for a
//! few states; a table of all states would cost more than all else that is made of the exits.

use std::sync::OnceLock;

use crate::lexer::Lexer;
use crate::lexer::ids::LexState;

/// Rows of exits, one for each component of the lexer's states.
pub struct Reach {
    rows: Vec<OnceLock<Box<[u64]>>>,
}

impl Reach {
    /// Returns the rows of a lexer's components, of which none is known.
    pub fn new(lexer: &Lexer) -> Self {
        let mut rows = Vec::new();
        rows.resize_with(lexer.components.len(), OnceLock::new);
        Self { rows }
    }

    /// Returns the row of a live state, of `words` words; `bits` are the exits that are taken where a lexeme ends in a state.
    #[inline]
    pub fn row<'a>(
        &'a self,
        lexer: &Lexer,
        state: LexState,
        words: usize,
        bits: impl Fn(LexState) -> Option<&'a [u64]>,
    ) -> &'a [u64] {
        let component = lexer.component_of(state);
        self.rows[component].get_or_init(|| self.find(lexer, component, words, bits))
    }

    /// Finds the row of a component. Each component follows its successors, so that those that it leads to are met in
    /// descending order, each once.
    fn find<'a>(
        &self,
        lexer: &Lexer,
        component: usize,
        words: usize,
        bits: impl Fn(LexState) -> Option<&'a [u64]>,
    ) -> Box<[u64]> {
        let mut row = vec![0; words].into_boxed_slice();
        let mut add = |other: &[u64]| row.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        let mut met = vec![0_u64; component / 64 + 1];
        met[component / 64] |= 1 << (component % 64);
        for word in (0..met.len()).rev() {
            while met[word] != 0 {
                let bit = met[word].ilog2();
                met[word] ^= 1 << bit;
                let number = word * 64 + bit as usize;
                if let Some(known) = self.rows[number].get() {
                    add(known);
                    continue;
                }
                let found = &lexer.components[number];
                found.states.iter().filter_map(|&state| bits(state)).for_each(&mut add);
                for &successor in &found.successors {
                    met[successor as usize / 64] |= 1 << (successor % 64);
                }
            }
        }
        row
    }
}
