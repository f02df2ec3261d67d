//! A document's two contexts, kept from one request to the next.

use std::sync::Arc;

use crate::grammar::Grammar;
use crate::left::Left;
use crate::limits::MAX_CONTEXT_BYTES;
use crate::quotient::Quotient;
use crate::right::Right;
use crate::sets::TermSet;

/// Which context is at fault when no middle fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
    /// Each could stand with something, but not with the other.
    Both,
}

/// Why no middle fits.
#[derive(Clone, Debug)]
pub struct Problem {
    pub side: Side,
    /// Byte offset into that side; the length of the left context for [`Side::Both`].
    pub offset: usize,
    pub message: String,
    pub expected: TermSet,
}

pub struct Session {
    grammar: Arc<Grammar>,
    left: Left,
    right: Right,
}

impl Session {
    pub fn new(grammar: &Arc<Grammar>) -> Self {
        Self { grammar: Arc::clone(grammar), left: Left::new(grammar), right: Right::new(grammar) }
    }

    /// The quotient by two contexts, in bytes; what they share with the last ones is not read
    /// again. A problem says why no middle fits.
    pub fn quotient(&mut self, left: &[u8], right: &[u8]) -> Result<Quotient, Problem> {
        for (side, bytes) in [(Side::Left, left), (Side::Right, right)] {
            if bytes.len() > MAX_CONTEXT_BYTES {
                let message = format!("the context has more than {MAX_CONTEXT_BYTES} bytes");
                return Err(Problem { side, offset: 0, message, expected: TermSet::default() });
            }
        }
        self.left.update(&self.grammar, left);
        self.right.update(&self.grammar, right);
        let pending = self.left.pending().map_err(|error| Problem {
            side: Side::Left,
            offset: error.offset,
            message: error.message,
            expected: error.expected,
        })?;
        let quotient = Quotient::new(&self.grammar, &self.left, &pending, &mut self.right);
        if quotient.start().is_some() {
            return Ok(quotient);
        }
        Err(self.explain(&quotient))
    }

    fn explain(&mut self, quotient: &Quotient) -> Problem {
        let enterable = !quotient.exits.list.is_empty();
        let expected = TermSet::default();
        match self.right.broken_at() {
            Some(offset) if !enterable => Problem {
                side: Side::Right,
                offset,
                message: "the text behind the cursor is not the end of any program".to_owned(),
                expected,
            },
            _ => Problem {
                side: Side::Both,
                offset: self.left.bytes().len(),
                message: "the texts before and behind the cursor belong to no one program".to_owned(),
                expected,
            },
        }
    }
}
