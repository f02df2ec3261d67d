//! What is known of the right context's declarations.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::text::Distance;
use crate::layout::declared::Role;
use crate::layout::declared::frames::Scope;
use crate::layout::declared::levels::Levels;
use crate::layout::declared::numbers::{ScopeId, Scopes};
use crate::layout::place::ModeStack;

/// Number of scopes that are kept. When it is exceeded, all of them are dropped.
const MAX_SCOPES: usize = 1 << 16;

/// A position and the mode in which it is read.
pub type Place = (Distance, ModeStack);

/// What follows where the right context is entered.
#[derive(Debug, Default)]
pub struct Tail {
    pub lexemes: Vec<TailLexeme>,
    pub stops: Vec<Stop>,
}

/// A lexeme of a [`Tail`].
#[derive(Debug)]
pub struct TailLexeme {
    pub role: Role,
    /// Its text, if it is a name.
    pub word: Box<[u8]>,
    /// Whether it was read as the end of a hole that was opened before, if it closes braces.
    pub is_hole: Option<bool>,
}

/// A place in a [`Tail`] from which on it is known what is declared in which level.
#[derive(Debug)]
pub struct Stop {
    /// Number of lexemes before it.
    pub at: usize,
    pub levels: Arc<Levels>,
    /// Whether a declaration follows, whatever stands before, or the text ends. If not, a statement may begin here.
    pub is_last: bool,
}

/// What is known of a right context's declarations.
pub struct Declared {
    pub scopes: Scopes,
    /// A scope of which nothing is known.
    pub unknown: ScopeId,
    /// What follows declares, where a statement begins outside of all that was opened before.
    pub known: FxHashMap<Place, Arc<Levels>>,
    pub tails: FxHashMap<Place, Arc<Tail>>,
}

impl Default for Declared {
    fn default() -> Self {
        let mut scopes = Scopes::of_part();
        let unknown = scopes.number(&Scope::unknown());
        let (known, tails) = Default::default();
        Self { scopes, unknown, known, tails }
    }
}

impl Declared {
    /// Keeps what is known of the last `kept` bytes.
    pub fn keep(&mut self, kept: u32) {
        if self.scopes.count() > MAX_SCOPES {
            *self = Self::default();
        }
        self.known.retain(|&(distance, _), _| distance.0 <= kept);
        self.tails.clear();
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        self.scopes.size() + self.known.capacity() * (size_of::<Place>() + size_of::<Levels>())
    }
}
