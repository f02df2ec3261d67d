//! What is known of the right context: its text, its lexemes by place, and the stacks of what is open.

use std::sync::Arc;

use crate::base::text::{Distance, Edit, Text};
use crate::context::right::chunks::Chunks;
use crate::context::right::lexeme::Lexeme;
use crate::grammar::Grammar;
use crate::layout::mode_rules::Mode;
use crate::layout::modes::ModeStacks;
use crate::layout::place::ModeStack;
use crate::layout::quotes::{LastQuotes, Quotes};

/// The lexemes of the right context that were read.
pub struct Lexemes {
    /// Both contexts, which the left one keeps.
    pub(super) text: Arc<Vec<u8>>,
    /// Bytes of the right one.
    pub(super) length: usize,
    pub blocks: Chunks,
    pub(super) last_quotes: LastQuotes,
    pub modes: ModeStacks,
    /// The stack of one bracket and nothing else known.
    pub(super) in_bracket: ModeStack,
}

impl Lexemes {
    pub fn new(grammar: &Grammar) -> Self {
        let mut modes = ModeStacks::new(&grammar.layout.modes);
        let in_bracket = modes.open(&grammar.layout.modes, Mode::Code, 0);
        Self {
            text: Arc::default(),
            length: 0,
            blocks: Chunks::default(),
            last_quotes: LastQuotes::default(),
            modes,
            in_bracket,
        }
    }

    /// Let go of the text, so that it can change.
    pub fn release(&mut self) {
        self.text = Arc::default();
    }

    /// Take a new text, which came by this change.
    pub fn update(&mut self, text: &Text, change: &Edit) {
        (self.text, self.length) = (text.shared(), text.right_length());
        if change.is_none() {
            return;
        }
        self.blocks.edit(change);
        if let Some(distances) = self.last_quotes.update(&self.text, change) {
            self.blocks.forget(distances);
        }
    }

    /// The kinds of quotes that occur.
    pub fn quotes_present(&self) -> Quotes {
        self.last_quotes.from(self.length())
    }

    /// The next place before another one that lies behind quotes of several lines.
    pub fn behind_quotes(&self, grammar: &Grammar, distance: Distance) -> Option<Distance> {
        let before = (self.text.len() - distance.bytes()).checked_sub(1)?;
        let found = self.modes.last_ending(&grammar.layout.modes, &self.text[..before])?;
        Some(Distance::of(self.text.len() - found))
    }

    /// What may be open at some place but the texts of formatted strings, the innermost frame alone.
    pub fn open_code(&mut self, grammar: &Grammar) -> Vec<ModeStack> {
        let mut open =
            self.modes.all_open(&grammar.layout.modes, self.last_quotes.from(Distance::of(self.text.len())));
        open.retain(|&stack| !matches!(self.modes.mode(stack), Mode::Text { .. }));
        open
    }

    /// The context.
    pub fn bytes(&self) -> &[u8] {
        self.from(self.length())
    }

    /// Bytes of the context.
    pub fn length(&self) -> Distance {
        Distance::of(self.length)
    }

    /// Bytes of both contexts.
    pub fn whole_length(&self) -> u32 {
        self.text.len() as u32
    }

    pub fn byte(&self, distance: Distance) -> u8 {
        self.text[self.text.len() - distance.bytes()]
    }

    /// Bytes kept for what is known of the text.
    pub fn size(&self) -> usize {
        self.blocks.size() + self.modes.size()
    }

    /// The bytes from a distance on.
    pub fn from(&self, distance: Distance) -> &[u8] {
        &self.text[self.text.len() - distance.bytes()..]
    }

    /// The lexeme that begins there, if it was read before.
    #[inline]
    pub fn known(&self, distance: Distance, stack: ModeStack) -> Option<&Lexeme> {
        self.blocks.lexeme(distance, stack, self.modes.is_guess(stack))
    }
}
