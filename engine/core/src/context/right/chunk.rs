//! A chunk of the right context, and what is known of its positions.
//!
//! What is known contains no distances from the text's end but only from the chunk's, so that equal chunks can share
//! it (see [`twins`](crate::context::right::twins)).

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::ids::niche_id_type;
use crate::base::text::Distance;
use crate::charts::shared::SharedChart;
use crate::context::right::chunk_table::{PlaceKey, Places};
use crate::context::right::lexeme::Facts;
use crate::layout::place::{ModeStack, ROOT};

niche_id_type! {
    /// A lexeme, among all different ones; the first one stands for all from which the text's end cannot be
    /// reached.
    LexemeId
}

/// The chart of a position, or none where no program continues from it to the end of the text.
pub type Node = Option<SharedChart>;

/// What is known of the positions of a chunk, by their *places*: the number of bytes from the place to the chunk's end.
#[derive(Clone, Default)]
pub struct Known {
    /// The number of this version among all, or 0 if nothing was ever known; and those of its former versions, which
    /// know no more.
    pub version: u32,
    pub former: Vec<u32>,
    /// By place: the lexeme that begins there with nothing open.
    pub at: Vec<Option<LexemeId>>,
    /// By place and stack: the other lexemes, in `at_open` if all open frames are known, and in `guessed` if
    /// not, since there are many guesses.
    pub at_open: Places<LexemeId>,
    pub guessed: FxHashMap<(u32, ModeStack), LexemeId>,
    /// The nodes, by place and key.
    pub nodes: Places<Node>,
    /// What was looked up, by the number of bytes after the chunk's end.
    pub looked: FxHashMap<(u32, ModeStack, bool), Facts>,
    pub looked_nodes: FxHashMap<(u32, PlaceKey), Node>,
    /// The number of bytes after the chunk's end that were looked at, and the greatest number at which
    /// something was looked up.
    pub reach: u32,
    pub span: u32,
    /// Whether the parse failed somewhere in the chunk.
    pub is_broken: bool,
}

impl Known {
    /// Returns whether something was looked up or looked at.
    pub fn is_known(&self) -> bool {
        self.reach > 0 || !self.looked.is_empty() || !self.looked_nodes.is_empty()
    }

    /// Returns the lexeme that begins at a place with `stack` open, if it is known.
    #[inline]
    pub fn lexeme(&self, place: u32, stack: ModeStack, is_guess: bool) -> Option<LexemeId> {
        if stack == ROOT {
            return self.at.get(place as usize).copied().flatten();
        }
        if is_guess {
            self.guessed.get(&(place, stack)).copied()
        } else {
            self.at_open.get(place, PlaceKey { open: stack, context: 0 })
        }
    }

    /// Adds the lexeme that begins at a place with `stack` open.
    pub fn add_lexeme(&mut self, place: u32, stack: ModeStack, is_guess: bool, lexeme: LexemeId) {
        if is_guess {
            self.guessed.insert((place, stack), lexeme);
        } else if stack == ROOT {
            let place = place as usize;
            if place >= self.at.len() {
                self.at.resize(place + 1, None);
            }
            self.at[place] = Some(lexeme);
        } else {
            self.at_open.insert(place, PlaceKey { open: stack, context: 0 }, lexeme);
        }
    }

    /// Keeps what is known of the places up to one.
    pub fn keep(&mut self, place: u32) {
        self.at.truncate(place as usize + 1);
        self.at_open.keep(place);
        self.guessed.retain(|&(at, _), _| at <= place);
        self.nodes.keep(place);
    }

    fn size(&self) -> usize {
        size_of::<Self>()
            + self.former.capacity() * size_of::<u32>()
            + self.at.capacity() * size_of::<Option<LexemeId>>()
            + self.at_open.size()
            + self.guessed.capacity() * size_of::<(u32, u32, u32)>()
            + self.nodes.size()
            + self.looked.capacity() * size_of::<((u32, ModeStack, bool), Facts)>()
            + self.looked_nodes.capacity() * size_of::<((u32, PlaceKey), Node)>()
    }
}

/// A chunk of the text, by distances from the text's end: its positions lie beyond `low`, up to `high`.
pub struct Chunk {
    pub low: u32,
    pub high: u32,
    pub is_unchecked: bool,
    pub known: Arc<Known>,
    /// What an edit asks of every chunk, as in `known`: an edit then reads no more than this list.
    pub reach: u32,
    pub span: u32,
    pub has_looked: bool,
}

impl Chunk {
    /// Returns the chunk of some distances, of which what is `known` is known.
    pub fn between(low: u32, high: u32, known: &Arc<Known>) -> Self {
        let known = Arc::clone(known);
        let mut chunk = Self { low, high, is_unchecked: false, known, reach: 0, span: 0, has_looked: false };
        chunk.summarize();
        chunk
    }

    /// Takes over what an edit asks from what is known.
    pub fn summarize(&mut self) {
        (self.reach, self.span, self.has_looked) = (self.known.reach, self.known.span, self.known.is_known());
    }

    /// Returns the place of a position.
    pub fn place(&self, distance: Distance) -> u32 {
        distance.0 - self.low
    }

    /// Returns the memory taken, in bytes; what is shared is divided among those that share it.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.known.size() / Arc::strong_count(&self.known)
    }
}

/// The chunks that were read, by their bytes.
#[derive(Default)]
pub struct Twins {
    /// By a hash of the bytes: the distances at which the chunks end that were read last.
    pub by_bytes: FxHashMap<u64, SmallVec<[Distance; 2]>>,
}
