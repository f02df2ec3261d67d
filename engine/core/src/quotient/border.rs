//! Decides what a middle may take of the right context: its code stays code, and its first word stays a word.
//!
//! Without this condition, a comment that the middle begins may take the rest of the cursor's line, and a
//! string may take code up to the next quotes: the file parses, and the user's code is lost. An exit is
//! therefore barred where a comment or a string would take code. What counts as code is found by reading the
//! right context with nothing open: the bytes before its first lexeme of content are free, and so is the text
//! of a comment or a string that the left context began.
//!
//! A right context may also begin inside a string that the middle must begin, or inside a word. Then nothing
//! fits under the strictest condition, and the next one of [`Spared`] holds.

use crate::base::byte_sets::is_word;
use crate::charts::forward::ForwardCharts;
use crate::context::left::{Left, Pending};
use crate::grammar::Grammar;
use crate::grammar::last_bytes::LastBytes;
use crate::layout::counts::Delimiter;
use crate::layout::counts::words::{FEW_WORDS, Words};
use crate::layout::mode_rules::{Mode, ModeAction};
use crate::layout::modes::ModeStacks;
use crate::layout::place::{ModeStack, ROOT};
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};

/// Number of bytes of blanks and comments that are read to find the first content.
const MAX_BLANK: usize = 1 << 16;

/// What is spared of the right context, the strictest condition first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spared {
    /// Its code does not become text, and its first word does not become longer.
    Words,
    /// Its code does not become text.
    Code,
    /// Its code does not become a comment; it may be the rest of a string.
    Lines,
    Nothing,
}

impl Spared {
    /// All conditions, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Words, Self::Code, Self::Lines, Self::Nothing];
}

/// The state of the lexer at the end of the left context.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The lexer's state in the pending lexeme.
    pub state: LexState,
    /// Whether a blank at the cursor would be text of a comment or a string.
    pub is_text: bool,
    /// Whether a formatted string is open, or text goes on at the cursor of which the parser decides that it is text.
    pub in_open_text: bool,
    /// Whether the byte before the cursor belongs to a word.
    pub after_word: bool,
    /// The words with which texts may end that are open at the cursor.
    pub words: Words,
}

impl Cursor {
    /// Returns the state of the lexer at the end of `left`, whose last lexeme is `pending`.
    pub fn new(grammar: &Grammar, forward: &mut ForwardCharts, left: &mut Left, pending: &Pending) -> Self {
        let lexer = &grammar.lexer;
        let (mut modes, state) = (pending.place.modes, pending.state);
        let goes_on = lexer.step(state, b' ');
        let mut text = if goes_on == DEAD { state } else { goes_on };
        let whole = lexer.accept_with(state, b' ');
        if goes_on == DEAD && state != DEAD && whole != NO_SET {
            modes = left.modes_after(grammar, forward, pending, whole).unwrap_or(modes);
            text = lexer.step(left.modes.start(modes), b' ');
        }
        let is_text = grammar.is_in_text(text);
        let in_open_text = left.modes.is_in_text(modes) || is_text_mode(grammar, &left.modes, modes);
        let after_word = left.bytes().last().copied().is_some_and(is_word);
        let own = left.modes.count(pending.place.modes).and_then(|count| count.whole.word());
        let begins_word = lexer.reachable(state).intersects(&grammar.layout.modes.counting);
        let most = if pending.start < left.bytes().len() && begins_word { FEW_WORDS } else { 0 };
        Self { state, is_text, in_open_text, after_word, words: Words { own, most } }
    }
}

/// The place at which the right context's code begins, and what is spared of the right context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Border {
    pub spared: Spared,
    /// The offsets at which the first lexeme of content begins and ends; none if nothing is spared.
    code: Option<usize>,
    first_end: Option<usize>,
    /// Whether the right context begins with a comment or a string.
    begins_text: bool,
    /// Whether it begins with a word.
    begins_word: bool,
    /// Whether it begins with a blank or a line end, or is empty.
    begins_gap: bool,
    begun: Begun,
    /// Number of bytes of the right context that are text of what the left context began.
    pub own: usize,
    /// The words with which texts may end that are open before the right context.
    pub words: Words,
}

/// Whether the right context begins in the text of a string that the left context began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begun {
    No,
    Yes,
    /// It does where code within the string is ended that is open at the cursor.
    BehindCode,
}

impl Border {
    /// The border that spares nothing.
    pub const NONE: Self = Self {
        spared: Spared::Nothing,
        code: None,
        first_end: None,
        begins_text: false,
        begins_word: false,
        begins_gap: false,
        begun: Begun::Yes,
        own: 0,
        words: Words::NONE,
    };

    /// Returns the border that spares nothing, behind a cursor.
    pub fn nothing(cursor: &Cursor) -> Self {
        Self { words: cursor.words, ..Self::NONE }
    }

    /// Returns the border under the strictest condition. `own` is the number of bytes of the right context
    /// that are text of what the left context began.
    pub fn new(grammar: &Grammar, right: &[u8], cursor: Cursor, own: usize) -> Self {
        let (code, first_end) = first_content(grammar, right, own);
        let first = grammar.lexer.longest(grammar.code_start, right);
        Self {
            spared: Spared::Words,
            code: Some(code),
            first_end: Some(first_end),
            begins_text: first.set != NO_SET && grammar.is_text(first.set) && grammar.can_stand(first.set),
            begins_word: begins_word(right),
            begins_gap: right.first().is_none_or(u8::is_ascii_whitespace),
            begun: if cursor.in_open_text || own > 0 { Begun::Yes } else { Begun::No },
            own,
            words: cursor.words,
        }
    }

    /// Returns the border of a right context that begins with the rest of a string whose code is open at the cursor:
    /// strings of the middle may end in it, and comments may not take it.
    #[must_use]
    pub fn as_rest_of_string(self) -> Self {
        Self { spared: Spared::Code, begun: Begun::BehindCode, ..self }
    }

    /// Returns the border with another condition.
    #[must_use]
    pub fn with(self, spared: Spared) -> Self {
        if spared == Spared::Nothing {
            Self { own: self.own, words: self.words, ..Self::NONE }
        } else {
            Self { spared, ..self }
        }
    }

    /// Returns whether the middle's words are kept apart from the right context's.
    pub fn keeps_apart(&self) -> bool {
        self.spared == Spared::Words && self.begins_word
    }

    /// Returns whether a lexeme may not end `offset` bytes into the right context; `last` says what the lexer's state before
    /// it tells.
    pub fn bars(&self, grammar: &Grammar, last: LastBytes, set: TermSetId, offset: usize) -> bool {
        if self.spared == Spared::Nothing {
            return false;
        }
        let is_text = grammar.is_text(set);
        let joins = offset > 0 && !is_text && !last.is_blank;
        if self.keeps_apart() && (last.is_of_word || joins) {
            return true;
        }
        if !is_text {
            return self.first_end.is_some_and(|end| offset > end)
                || (offset > 0 && self.ends_own_string(grammar, set));
        }
        let may_take =
            (self.begun == Begun::BehindCode || self.spared == Spared::Lines) && !grammar.is_comment_set(set);
        !may_take && self.code.is_some_and(|code| offset > code) && (last.is_in_text || !self.begins_text)
    }

    /// Returns whether a lexeme ends a formatted string that the middle began.
    fn ends_own_string(&self, grammar: &Grammar, set: TermSetId) -> bool {
        self.begun == Begun::No
            && self.spared < Spared::Lines
            && grammar.layout.action_of(set) == ModeAction::End
    }

    /// Returns whether the right context's first lexemes are not read as text where the parser decides whether they are,
    /// as it does for the lines behind a `|` in YAML.
    pub fn bars_text_modes(&self, grammar: &Grammar) -> bool {
        grammar.has_text_modes() && self.begun == Begun::No && self.spared < Spared::Lines
    }

    /// Returns whether the right context may not be entered at an offset with `open` open, because that is
    /// the text of a formatted string that the middle began. A string of the right context may become a
    /// formatted one.
    pub fn bars_open(&self, grammar: &Grammar, modes: &ModeStacks, open: ModeStack, offset: usize) -> bool {
        let is_string = self.begun != Begun::No || (self.begins_text && offset > 0);
        let may_be_text = is_string || (self.begins_gap && is_ended(modes, open));
        // Text around all code is no string.
        let most = if open == ROOT { Spared::Lines } else { Spared::Code };
        !may_be_text && self.spared <= most && is_text_mode(grammar, modes, open)
    }
}

/// Returns whether a stack's mode is that of the text of a formatted string: a declared one is if a blank there is text, and
/// so is the first one where files do not begin with code.
pub fn is_text_mode(grammar: &Grammar, modes: &ModeStacks, open: ModeStack) -> bool {
    let start = modes.start(open);
    let takes_blanks = || grammar.is_in_text(grammar.lexer.step(start, b' '));
    match modes.mode(open) {
        Mode::Text { .. } => true,
        Mode::Declared(mode) => grammar.is_text_mode(mode) || takes_blanks(),
        Mode::Code => open == ROOT && start != grammar.code_start && takes_blanks(),
        Mode::Field => false,
    }
}

/// Returns whether a text begins with a byte of a word.
pub fn begins_word(text: &[u8]) -> bool {
    text.first().copied().is_some_and(is_word)
}

/// Returns whether a stack's text has ended but for its last lexeme, whatever its word.
fn is_ended(modes: &ModeStacks, open: ModeStack) -> bool {
    modes.count(open).is_some_and(|count| count.left == 0 && matches!(count.whole, Delimiter::Suffix(_)))
}

/// Returns the offsets at which the first lexeme of content from an offset on begins and ends.
fn first_content(grammar: &Grammar, text: &[u8], from: usize) -> (usize, usize) {
    let mut at = from.min(text.len());
    while at < text.len() && at - from < MAX_BLANK {
        let found = grammar.lexer.longest(grammar.code_start, &text[at..]);
        if found.set == NO_SET {
            return (at, text.len());
        }
        if !grammar.is_ignored_set(found.set) {
            return (at, at + found.end);
        }
        at += found.end;
    }
    (at, text.len())
}
