//! Walks over lexemes, which go over equal chunks at once.

use rustc_hash::FxHashMap;

use crate::base::text::Distance;
use crate::context::right::chunks::Chunks;
use crate::context::right::store::Lexemes;
use crate::context::right::twins::hash;
use crate::layout::place::ModeStack;

/// The version of what is known of a chunk, a place in it, and the state of a walk there.
type Key<S> = (u32, u32, S);

/// A walk in which each step depends on its state and on what is known of the chunk alone. Chunks that share what is
/// known of them lead from the same place and state to the same one.
pub struct Walk<S> {
    /// The number of bytes to the next chunk's first position, and the state there.
    gone: FxHashMap<Key<S>, (u32, S)>,
    /// Where the walk entered the current chunk, and the distance at which that ends.
    here: Option<(Key<S>, Distance, Distance)>,
}

impl<S> Default for Walk<S> {
    fn default() -> Self {
        Self { gone: FxHashMap::default(), here: None }
    }
}

impl<S: Copy + Eq + std::hash::Hash> Walk<S> {
    /// Returns where a walk that comes to a position in a state goes on: there, or after some chunks that it need not
    /// read.
    #[inline]
    pub fn come(&mut self, chunks: &Chunks, at: (Distance, S)) -> (Distance, S) {
        if self.here.as_ref().is_some_and(|here| at.0 > here.2) { at } else { self.enter(chunks, at) }
    }

    fn enter(&mut self, chunks: &Chunks, mut at: (Distance, S)) -> (Distance, S) {
        if let Some((key, from, _)) = self.here.take()
            && key.0 == chunks.at(from).known.version
        {
            self.gone.insert(key, (from - at.0, at.1));
        }
        while at.0 > Distance::END {
            let chunk = chunks.at(at.0);
            let key = (chunk.known.version, chunk.place(at.0), at.1);
            match self.gone.get(&key) {
                Some(&(length, state)) if key.0 != 0 && length <= at.0.0 => at = (at.0 - length, state),
                _ => {
                    self.here = Some((key, at.0, Distance(chunk.low)));
                    break;
                }
            }
        }
        at
    }
}

/// The way over the rest of a chunk, from a place with a stack: where it leads if the same bytes follow.
#[derive(Clone, Copy)]
pub struct Stride {
    /// The distance at which it was first gone, and the number of bytes from there that were looked at.
    from: Distance,
    seen: u32,
    /// The number of bytes to the next chunk's first position, and the stack there.
    length: u32,
    stack: ModeStack,
}

/// The strides that are known, by the bytes up to the chunk's end and the stack.
#[derive(Default)]
pub struct Strides(FxHashMap<(u64, u32, ModeStack), Stride>);

/// A stride that is being gone for the first time.
pub struct Unfinished {
    key: (u64, u32, ModeStack),
    from: Distance,
    low: Distance,
    seen: u32,
}

impl Unfinished {
    /// Returns whether a position lies in the chunk.
    pub fn holds(&self, distance: Distance) -> bool {
        distance > self.low
    }

    /// Records that `seen` bytes from a distance were looked at.
    pub fn look(&mut self, distance: Distance, seen: u32) {
        self.seen = self.seen.max(self.from - distance + seen);
    }
}

impl Strides {
    /// Returns where the known stride from a position leads, and the number of bytes that were looked at for it; or the
    /// stride to be gone.
    pub fn follow(
        &self,
        lexemes: &Lexemes,
        (from, stack): (Distance, ModeStack),
    ) -> Result<((Distance, ModeStack), u32), Unfinished> {
        let low = Distance(lexemes.chunks.at(from).low);
        let key = (hash(lexemes.between(from.0, low.0)), from - low, stack);
        if let Some(stride) = self.0.get(&key) {
            let bytes = |from: Distance| lexemes.between(from.0, from.0 - stride.seen);
            if stride.seen <= from.0 && bytes(from) == bytes(stride.from) {
                return Ok(((from - stride.length, stride.stack), stride.seen));
            }
        }
        Err(Unfinished { key, from, low, seen: 0 })
    }

    /// Keeps a stride that has led to a position.
    pub fn keep(&mut self, going: &Unfinished, (to, stack): (Distance, ModeStack)) {
        let &Unfinished { key, from, seen, .. } = going;
        let length = from - to;
        if seen.max(length) <= from.0 {
            self.0.insert(key, Stride { from, seen: seen.max(length), length, stack });
        }
    }
}
