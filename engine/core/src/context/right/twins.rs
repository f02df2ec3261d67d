//! Equal chunks share what is known of them, so that a long run of the same text is read once.
//!
//! A *twin* of a chunk has the same bytes, and the bytes after it that were looked at are the same. If all its
//! look-ups in later chunks have the same results for the chunk, so has everything that is known of the twin: this is
//! the verifying trace by which chunks are checked after an edit (see [`chunks`](crate::context::right::chunks)), in
//! another place of the text.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::base::text::Distance;
use crate::context::right::chunk::{Chunk, Known};
use crate::context::right::chunk_table::PlaceKey;
use crate::context::right::chunks::CHUNK;
use crate::context::right::store::Lexemes;
use crate::layout::place::ModeStack;
use crate::limits::MAX_TIMES_AT_ONCE;

/// Number of chunks with the same bytes that are tried: their first lexemes may begin at different places.
const MAX_TWINS: usize = 8;

/// Number of chunks among which equal ones are searched to find out whether a text repeats itself.
const COMPARED: usize = 64;

/// The result of [`Lexemes::share`].
pub enum Shared {
    /// The chunk knows what its twin knows.
    All,
    /// The chunk has no twin.
    Nothing,
    /// It is not known whether it has one, since these lexemes and nodes after it are not known.
    Unknown { lexemes: Vec<(Distance, ModeStack)>, nodes: Vec<(Distance, PlaceKey)> },
}

/// Returns a hash of some bytes.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    bytes.hash(&mut hasher);
    hasher.finish()
}

impl Lexemes {
    /// Returns whether so many lexemes or positions are under way, the last one at a distance, that the text is read
    /// chunk by chunk from there on. This costs time where no chunks are equal.
    pub fn are_too_many(&self, count: usize, distance: Distance) -> bool {
        count > self.max_at_once
            && (count > self.max_at_once * MAX_TIMES_AT_ONCE
                || (count.is_multiple_of(self.max_at_once) && self.repeats_itself(distance)))
    }

    /// Returns whether the bytes after a position occur again a few chunks later.
    fn repeats_itself(&self, distance: Distance) -> bool {
        let (text, size) = (self.from(distance), CHUNK as usize);
        let first = text.get(..size);
        (1..COMPARED)
            .map_while(|number| text.get(number * size..))
            .any(|later| first.is_some_and(|first| later.starts_with(first)))
    }

    /// Returns the bytes from one distance to a smaller one.
    pub fn between(&self, from: u32, to: u32) -> &[u8] {
        let end = self.text.len();
        &self.text[end - from as usize..end - to as usize]
    }

    /// Records that the chunk of a position was read, so that others can share what is known of it.
    pub fn note_twin(&mut self, distance: Distance) {
        let Chunk { low, high, .. } = *self.chunks.at(distance);
        if low > 0 {
            let hash = hash(self.between(high, low));
            let known = self.twins.by_bytes.entry(hash).or_default();
            known.retain(|&mut end| end != Distance(low));
            if known.len() == MAX_TWINS {
                known.remove(0);
            }
            known.push(Distance(low));
        }
    }

    /// Has the chunk of a position share what is known of its twin, if it has one of which what `is_wanted` at that place
    /// is known.
    pub fn share(&mut self, distance: Distance, is_wanted: impl Fn(&Known, u32) -> bool) -> Shared {
        if self.twins.by_bytes.is_empty() {
            return Shared::Nothing;
        }
        let chunk = self.chunks.at(distance);
        if !is_unchanged(chunk) {
            return Shared::Nothing;
        }
        let found = self.twins.by_bytes.get(&hash(self.between(chunk.high, chunk.low)));
        let is_twin =
            |twin: &&Chunk| is_wanted(&twin.known, chunk.place(distance)) && self.are_twins(chunk, twin);
        let mut twins = found.into_iter().flatten().rev().map(|&end| self.chunks.after(end));
        let Some(twin) = twins.find(is_twin) else { return Shared::Nothing };
        let shared = self.compare(chunk, &twin.known);
        if let Shared::All = shared {
            let known = Arc::clone(&twin.known);
            self.chunks.set_known(distance, known);
        }
        shared
    }

    /// Returns whether what is known of the chunk `twin` also holds for another one if the look-ups have the same
    /// results, and whether nothing more is known of that.
    fn are_twins(&self, chunk: &Chunk, twin: &Chunk) -> bool {
        let known = &*twin.known;
        let bytes = |chunk: &Chunk| self.between(chunk.high, chunk.low - known.reach);
        let quotes = |distance| self.last_quotes.from(Distance(distance));
        chunk.high - chunk.low == twin.high - twin.low
            && chunk.low > twin.low
            && known.reach <= twin.low
            && known.span <= twin.low
            && !known.is_broken
            && (chunk.known.version == 0 || known.former.contains(&chunk.known.version))
            && quotes(twin.low + 1) == quotes(chunk.high)
            && bytes(chunk) == bytes(twin)
    }

    /// Compares the results of look-ups with those for a chunk.
    fn compare(&self, chunk: &Chunk, known: &Known) -> Shared {
        let (mut lexemes, mut nodes) = (Vec::new(), Vec::new());
        for (&(after, open, is_about_what), facts) in &known.looked {
            let distance = Distance(chunk.low - after);
            match self.known(distance, open) {
                Some(lexeme) if lexeme.facts(is_about_what) != *facts => return Shared::Nothing,
                Some(_) => {}
                None => lexemes.push((distance, open)),
            }
        }
        for (&(after, key), node) in &known.looked_nodes {
            let distance = Distance(chunk.low - after);
            match self.chunks.node(distance, key) {
                Some(found) if found != *node => return Shared::Nothing,
                Some(_) => {}
                None => nodes.push((distance, key)),
            }
        }
        if lexemes.is_empty() && nodes.is_empty() { Shared::All } else { Shared::Unknown { lexemes, nodes } }
    }
}

/// Returns whether what is known of a chunk was known when it last shared it: what only this chunk knows may be more
/// than its version says.
fn is_unchanged(chunk: &Chunk) -> bool {
    chunk.known.version == 0 || Arc::strong_count(&chunk.known) > 1
}
