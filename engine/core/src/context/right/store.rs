//! The text of the right context, its lexemes by position, and the stacks of open frames.

use std::sync::Arc;

use crate::base::text::{Distance, Edit, Text};
use crate::context::right::chunk::Twins;
use crate::context::right::chunks::Chunks;
use crate::context::right::lexeme::Lexeme;
use crate::grammar::Grammar;
use crate::layout::counts::ends::CountedEnds;
use crate::layout::counts::words::Words;
use crate::layout::mode_rules::Mode;
use crate::layout::modes::ModeStacks;
use crate::layout::place::ModeStack;
use crate::layout::quotes::{LastQuotes, Quotes};
use crate::lexer::far::FarMatches;

/// The lexemes of the right context that were read.
pub struct Lexemes {
    /// See [`MAX_AT_ONCE`](crate::limits::MAX_AT_ONCE).
    pub(super) max_at_once: usize,
    /// The text of both contexts, which the left context owns.
    pub(super) text: Arc<Vec<u8>>,
    /// The length of the right context, in bytes.
    pub(super) length: usize,
    pub chunks: Chunks,
    pub(super) twins: Twins,
    pub(super) far: FarMatches,
    /// The positions that are read next, the last one first; and those that an interrupted reading has left.
    pub(super) marks: Vec<(Distance, ModeStack)>,
    pub(super) left: Vec<(Distance, ModeStack)>,
    pub(super) last_quotes: LastQuotes,
    counted_ends: CountedEnds,
    pub modes: ModeStacks,
    /// The stack of one bracket above which nothing is known.
    pub(super) in_bracket: ModeStack,
}

impl Lexemes {
    /// Returns the lexemes of an empty context, of which so many are read at once.
    pub fn new(grammar: &Grammar, max_at_once: usize) -> Self {
        let mut modes = ModeStacks::new(&grammar.layout.modes);
        let in_bracket = modes.open(&grammar.layout.modes, Mode::Code, 0);
        Self {
            max_at_once,
            text: Arc::default(),
            length: 0,
            chunks: Chunks::default(),
            twins: Twins::default(),
            far: FarMatches::default(),
            marks: Vec::new(),
            left: Vec::new(),
            last_quotes: LastQuotes::default(),
            counted_ends: CountedEnds::default(),
            modes,
            in_bracket,
        }
    }

    /// Releases the text, so that it can be changed.
    pub fn release(&mut self) {
        self.text = Arc::default();
    }

    /// Replaces the text by `text`, which the edit `change` produced.
    pub fn update(&mut self, text: &Text, change: &Edit) {
        (self.text, self.length) = (text.shared(), text.right_length());
        if !self.marks.is_empty() {
            self.left = std::mem::take(&mut self.marks);
        }
        self.left.retain(|mark| mark.0.bytes() <= change.kept);
        if change.is_none() {
            return;
        }
        self.twins = Twins::default();
        self.far.keep(change.kept as u32);
        self.counted_ends.keep(change.kept as u32);
        self.chunks.edit(change);
        if let Some(distances) = self.last_quotes.update(&self.text, change) {
            self.chunks.forget(distances);
        }
    }

    /// Returns the kinds of quotes that occur.
    pub fn quotes_present(&self) -> Quotes {
        self.last_quotes.from(self.length())
    }

    /// Returns every stack that may be open before the right context, of which only the innermost frame is known, the root,
    /// and those of counted texts; `words` says which texts that end with a word may be open.
    pub fn all_open(&mut self, grammar: &Grammar, words: Words) -> Vec<ModeStack> {
        let (rules, distance) = (&grammar.layout.modes, self.length());
        let mut open = self.modes.all_open(rules, self.quotes_present());
        let text = &self.text[self.text.len() - distance.bytes()..];
        let known = (rules, &grammar.lexer);
        open.extend(self.counted_ends.open(known, &mut self.modes, (text, distance), words));
        open
    }

    /// Returns the next position before `distance` that follows quotes of several lines.
    pub fn after_quotes(&self, grammar: &Grammar, distance: Distance) -> Option<Distance> {
        let before = (self.text.len() - distance.bytes()).checked_sub(1)?;
        let found = self.modes.last_ending(&grammar.layout.modes, &self.text[..before])?;
        Some(Distance::of(self.text.len() - found))
    }

    /// Returns the stacks of one frame that may be open at some position, without those of the texts of
    /// formatted strings.
    pub fn open_code(&mut self, grammar: &Grammar) -> Vec<ModeStack> {
        let mut open =
            self.modes.all_open(&grammar.layout.modes, self.last_quotes.from(Distance::of(self.text.len())));
        open.retain(|&stack| !matches!(self.modes.mode(stack), Mode::Text { .. }));
        open
    }

    /// Returns the text of the right context.
    pub fn bytes(&self) -> &[u8] {
        self.from(self.length())
    }

    /// Returns the length of the right context.
    pub fn length(&self) -> Distance {
        Distance::of(self.length)
    }

    /// Returns the length of both contexts, in bytes.
    pub fn whole_length(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns the byte at a distance from the end.
    pub fn byte(&self, distance: Distance) -> u8 {
        self.text[self.text.len() - distance.bytes()]
    }

    /// Returns the memory used for what is known of the text, in bytes.
    pub fn size(&self) -> usize {
        self.chunks.size() + self.modes.size() + self.far.size()
    }

    /// Returns the bytes from a distance on.
    pub fn from(&self, distance: Distance) -> &[u8] {
        &self.text[self.text.len() - distance.bytes()..]
    }

    /// Returns the lexeme that begins at a distance with the frames `stack`, if it was read before.
    #[inline]
    pub fn known(&self, distance: Distance, stack: ModeStack) -> Option<&Lexeme> {
        let found = self.chunks.number(distance, stack, self.modes.is_guess(stack))?;
        Some(self.chunks.get(found))
    }
}
