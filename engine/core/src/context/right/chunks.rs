//! What is known of the positions of a text that is read from its end, in chunks, so that an edit invalidates
//! few of them.
//!
//! What is known of a position follows from the text after it. Each chunk has a verifying trace: what it
//! looked up in later chunks, and how far it looked into their bytes. After an edit the later chunks are
//! unchanged. An earlier chunk is *checked* before it is used again, the last one first: its look-ups are
//! repeated, and only if one has another result is the chunk dropped; the chunks that looked into it are then
//! checked in turn. This stops as soon as all look-ups have their former results. (Mokhov, Mitchell and
//! Peyton Jones 2018, *Build systems à la carte*, section 4.2.2, describe verifying traces of build systems.)

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use crate::base::interner::Interner;
use crate::base::text::{Distance, Edit};
use crate::context::right::chunk::{Chunk, Known, LexemeId, Node};
use crate::context::right::chunk_table::PlaceKey;
use crate::context::right::lexeme::{Facts, Lexeme};
use crate::layout::place::ModeStack;

/// Size of a new chunk and of the largest chunk, in bytes.
pub const CHUNK: u32 = 512;
const MAX_CHUNK: u32 = 1024;

/// Number of different lexemes that are kept, besides one for this number of bytes of the text. When it is exceeded,
/// all chunks are dropped.
const MAX_LEXEMES: usize = 1 << 16;
const BYTES_A_LEXEME: usize = 8;

/// A question about a lexeme.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub distance: Distance,
    /// The frames that are open at the lexeme.
    pub open: ModeStack,
    /// Whether its terminals and its length matter.
    pub is_about_what: bool,
}

/// The look-ups of a chunk in later chunks, by distance from the text's end.
pub struct Looked {
    pub lexemes: Vec<(Question, Facts)>,
    pub nodes: Vec<LookedNode>,
}

/// A node that was looked up.
pub struct LookedNode {
    pub distance: Distance,
    pub key: PlaceKey,
    pub node: Node,
}

/// The chunks of a text.
pub struct Chunks {
    /// The chunks, last one of the text first.
    list: Vec<Chunk>,
    /// The number of the chunk that was used last.
    last: Cell<usize>,
    /// All different lexemes; the first one is dead.
    lexemes: Interner<Lexeme>,
    /// What is known of chunks of which nothing is known.
    nothing: Arc<Known>,
    /// The number of versions of what is known of chunks.
    versions: u32,
}

impl Default for Chunks {
    fn default() -> Self {
        let nothing = Arc::default();
        Self {
            list: vec![Chunk::between(0, 0, &nothing)],
            last: Cell::default(),
            lexemes: Interner::of(&[Lexeme::default()]),
            nothing,
            versions: 0,
        }
    }
}

impl Chunks {
    /// Returns what is known of a chunk, to be changed. Other chunks do not share it any more.
    fn write(&mut self, index: usize) -> &mut Known {
        let known = &mut self.list[index].known;
        let is_shared = Arc::strong_count(known) > 1;
        let own = Arc::make_mut(known);
        if is_shared {
            if own.version != 0 {
                own.former.push(own.version);
            }
            self.versions += 1;
            own.version = self.versions;
        }
        own
    }

    fn drop_known(&mut self, index: usize) {
        let chunk = &mut self.list[index];
        (chunk.is_unchecked, chunk.known) = (false, Arc::clone(&self.nothing));
        chunk.summarize();
    }

    /// Returns the number of the chunk in which a distance lies.
    #[inline]
    fn find(&self, distance: Distance) -> usize {
        let last = self.last.get();
        if let Some(chunk) = self.list.get(last)
            && distance.0 <= chunk.high
            && (distance.0 > chunk.low || last == 0)
        {
            return last;
        }
        let found = self.list.partition_point(|chunk| chunk.high < distance.0);
        self.last.set(found);
        found
    }

    #[inline]
    fn chunk(&self, distance: Distance) -> &Chunk {
        &self.list[self.find(distance)]
    }

    /// Returns the chunk of a position.
    pub fn at(&self, distance: Distance) -> &Chunk {
        self.chunk(distance)
    }

    /// Returns the chunk that ends at a distance.
    pub fn after(&self, low: Distance) -> &Chunk {
        self.chunk(Distance(low.0 + 1))
    }

    /// Replaces what is known of the chunk of a position.
    pub fn set_known(&mut self, distance: Distance, known: Arc<Known>) {
        let index = self.find(distance);
        self.list[index].known = known;
        self.list[index].summarize();
    }

    /// Returns the number of the lexeme that begins at a distance with `stack` open, if it is known.
    #[inline]
    pub fn number(&self, distance: Distance, stack: ModeStack, is_guess: bool) -> Option<LexemeId> {
        let chunk = self.chunk(distance);
        chunk.known.lexeme(chunk.place(distance), stack, is_guess)
    }

    /// Returns a lexeme by its number.
    #[inline]
    pub fn get(&self, number: LexemeId) -> &Lexeme {
        self.lexemes.get(number.index() as u32)
    }

    /// Returns whether two positions, the first before the other, lie in one chunk.
    #[inline]
    pub fn are_near(&self, from: Distance, distance: Distance) -> bool {
        let chunk = self.find(from);
        chunk == 0 || distance.0 > self.list[chunk].low
    }

    /// Adds the lexeme that begins at a distance with `stack` open.
    pub fn add_lexeme(&mut self, distance: Distance, stack: ModeStack, is_guess: bool, lexeme: Lexeme) {
        let lexeme = if lexeme.is_alive() { self.lexemes.number(lexeme) } else { 0 };
        let index = self.find(distance);
        let place = self.list[index].place(distance);
        self.write(index).add_lexeme(place, stack, is_guess, LexemeId::at(lexeme as usize));
    }

    /// Returns the node of a position, if it is known.
    #[inline]
    pub fn node(&self, distance: Distance, key: PlaceKey) -> Option<Node> {
        let chunk = self.chunk(distance);
        chunk.known.nodes.get(chunk.place(distance), key)
    }

    /// Adds the node of a position.
    pub fn add_node(&mut self, distance: Distance, key: PlaceKey, node: Node) {
        let index = self.find(distance);
        let place = self.list[index].place(distance);
        self.write(index).nodes.insert(place, key, node);
    }

    /// Records for the position `from` that all bytes before another distance were looked at. A negative
    /// distance says that the end of the text was looked at, too.
    #[inline]
    pub fn look_at(&mut self, from: Distance, before: i64) {
        let index = self.find(from);
        let reach = u32::try_from(i64::from(self.list[index].low) - before).unwrap_or(0);
        if reach > self.list[index].reach {
            self.write(index).reach = reach;
            self.list[index].summarize();
        }
    }

    /// Records the answer to a question that was asked for the position `from`.
    #[inline]
    pub fn look_up(&mut self, from: Distance, asked: Question, facts: Facts) {
        let index = self.find(from);
        let chunk = &self.list[index];
        if asked.distance.0 <= chunk.low && index > 0 {
            let after = chunk.low - asked.distance.0;
            let key = (after, asked.open, asked.is_about_what);
            if chunk.known.looked.get(&key) != Some(&facts) {
                let known = self.write(index);
                known.span = known.span.max(after);
                known.looked.insert(key, facts);
                self.list[index].summarize();
            }
        }
    }

    /// Records which node was looked up for the position `from`.
    #[inline]
    pub fn look_up_node(&mut self, from: Distance, distance: Distance, key: PlaceKey, node: Node) {
        let index = self.find(from);
        let chunk = &self.list[index];
        if distance.0 <= chunk.low && index > 0 {
            let key = (chunk.low - distance.0, key);
            if chunk.known.looked_nodes.get(&key) != Some(&node) {
                let known = self.write(index);
                known.span = known.span.max(key.0);
                known.looked_nodes.insert(key, node);
                self.list[index].summarize();
            }
        }
    }

    /// Records that the parse failed at a position.
    pub fn note_broken(&mut self, distance: Distance) {
        let index = self.find(distance);
        if !self.list[index].known.is_broken {
            self.write(index).is_broken = true;
        }
    }

    /// Discards what the edit `change` makes invalid, and marks the chunks that must be checked.
    pub fn edit(&mut self, change: &Edit) {
        if self.lexemes.count() > MAX_LEXEMES + change.new / BYTES_A_LEXEME {
            self.lexemes = Interner::of(&[Lexeme::default()]);
            (0..self.list.len()).for_each(|index| self.drop_known(index));
        }
        let (kept, end) = (change.kept as u32, (change.old - change.from) as u32);
        let first = self.list.partition_point(|chunk| chunk.high <= kept).min(self.list.len() - 1);
        let last = self.list.partition_point(|chunk| chunk.low < end).max(first + 1) - 1;
        for index in last + 1..self.list.len() {
            let chunk = &self.list[index];
            if chunk.reach > chunk.low - end {
                self.drop_known(index);
            }
        }
        let begin = self.list[last].high;
        self.uncheck(last + 1, begin);
        let grown = |distance: u32| distance + change.new as u32 - change.old as u32;
        for chunk in &mut self.list[last + 1..] {
            (chunk.low, chunk.high) = (grown(chunk.low), grown(chunk.high));
        }
        self.list[first].high = grown(begin);
        self.list.drain(first + 1..=last);
        let place = kept - self.list[first].low;
        self.write(first).keep(place);
        self.split(first, kept);
    }

    /// Marks as unchecked each chunk, from a chunk on, that looked up something at the distance `begin` or
    /// less, or in a chunk of which nothing is known.
    fn uncheck(&mut self, from: usize, begin: u32) {
        let mut begin = begin;
        for chunk in &mut self.list[from..] {
            let is_known = chunk.has_looked;
            if is_known && chunk.low - chunk.span <= begin {
                chunk.is_unchecked = true;
            }
            if !is_known {
                begin = begin.max(chunk.high);
            }
        }
    }

    /// Splits a chunk that has grown too large; what is known of it lies within the distance `known`.
    fn split(&mut self, index: usize, known: u32) {
        let (low, high) = (self.list[index].low, self.list[index].high);
        if high - low <= MAX_CHUNK {
            return;
        }
        let middle = (low + CHUNK).max(known);
        self.list[index].high = middle;
        let new = (middle..high).step_by(CHUNK as usize);
        let new = new.map(|low| Chunk::between(low, (low + CHUNK).min(high), &self.nothing));
        let after = self.list.split_off(index + 1);
        self.list.extend(new.chain(after));
    }

    /// Drops what is known of a range of distances.
    pub fn forget(&mut self, distances: Range<u32>) {
        let first = self.list.partition_point(|chunk| chunk.high < distances.start);
        let end = self.list.partition_point(|chunk| chunk.low < distances.end);
        (first..end.max(first)).for_each(|index| self.drop_known(index));
        if let Some(chunk) = self.list.get(first) {
            let begin = chunk.high;
            self.uncheck(first + 1, begin);
        }
    }

    /// Returns the next chunk to be checked among those up to a distance, and its look-ups.
    pub fn unchecked(&self, distance: Distance) -> Option<(usize, Looked)> {
        let end = self.find(distance) + 1;
        let index = self.list[..end].iter().position(|chunk| chunk.is_unchecked)?;
        let chunk = &self.list[index];
        let low = chunk.low;
        let lexemes = chunk
            .known
            .looked
            .iter()
            .map(|(&(at, open, is_about_what), &facts)| {
                (Question { distance: Distance(low - at), open, is_about_what }, facts)
            })
            .collect();
        let nodes = chunk
            .known
            .looked_nodes
            .iter()
            .map(|(&(at, key), &node)| LookedNode { distance: Distance(low - at), key, node })
            .collect();
        Some((index, Looked { lexemes, nodes }))
    }

    /// Records that all look-ups of a chunk have their former results.
    pub fn confirm(&mut self, index: usize) {
        self.list[index].is_unchecked = false;
    }

    /// Drops a chunk one of whose look-ups has another result now.
    pub fn refute(&mut self, index: usize) {
        self.drop_known(index);
        let begin = self.list[index].high;
        self.uncheck(index + 1, begin);
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        self.list.iter().map(Chunk::size).sum::<usize>() + self.lexemes.size()
    }
}
