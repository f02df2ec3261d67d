//! Reads a text one logical line at a time.

use std::ops::Range;

use smallvec::{SmallVec, smallvec};

use crate::grammar::Grammar;
use crate::layout::columns::Column;
use crate::layout::counts::Told;
use crate::layout::mode_rules::ModeAction;
use crate::layout::modes::ModeStacks;
use crate::layout::place::{ModeStack, ROOT};
use crate::lexer::ids::TermSetId;
use crate::lexer::{Match, NO_SET};
use crate::names::lines::plain::PlainCode;

/// Number of lexemes for which there is room in a new line.
const LEXEMES_A_LINE: usize = 16;

/// A lexeme of content: its terminals, and the byte offsets at which it begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub set: TermSetId,
    pub begin: u32,
    pub end: u32,
}

/// The lexemes of a logical line.
#[derive(Clone, Default, Debug)]
pub struct LogicalLine {
    pub column: Column,
    pub spans: Vec<Span>,
    /// The byte offset after the line's end.
    pub end: usize,
    /// Whether a line end has ended the line, and not the text's end.
    pub is_whole: bool,
}

/// What is known of a logical line without its lexemes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Outline {
    pub column: Column,
    /// Whether a backslash has fixed the column.
    pub is_fixed: bool,
    pub has_content: bool,
    pub is_whole: bool,
}

/// What is done with the lexemes of a line.
pub(super) trait Sink {
    /// Takes a lexeme of content, which may be a bracket that `closes_nothing`. Returns whether to read on.
    fn take(&mut self, span: Span, closes_nothing: bool) -> bool;

    /// Passes a byte that belongs to no lexeme.
    fn skip(&mut self);

    /// Returns the plain code of which the lexemes need not be taken at this position, if there is any.
    fn plain(&self) -> Option<&PlainCode> {
        None
    }
}

impl Sink for Vec<Span> {
    fn take(&mut self, span: Span, _closes_nothing: bool) -> bool {
        self.push(span);
        true
    }

    fn skip(&mut self) {}
}

/// The lexemes of a line and their texts.
#[derive(Clone)]
pub struct LineText<'a> {
    pub column: Column,
    pub spans: &'a [Span],
    pub text: &'a [u8],
    /// The byte offsets between which reads count.
    pub counted: Range<usize>,
}

impl<'a> LineText<'a> {
    /// Returns a line of a text, all of which counts.
    pub fn new(line: &'a LogicalLine, text: &'a [u8]) -> Self {
        Self { column: line.column, spans: &line.spans, text, counted: 0..text.len() }
    }
}

/// A position in a text at which a logical line begins.
pub struct LineReader<'a> {
    grammar: &'a Grammar,
    text: &'a [u8],
    modes: ModeStacks,
    at: usize,
}

impl<'a> LineReader<'a> {
    /// Returns the position at an offset of a text, with nothing open.
    pub fn new(grammar: &'a Grammar, text: &'a [u8], at: usize) -> Self {
        Self { grammar, text, modes: ModeStacks::new(&grammar.layout.modes), at }
    }

    /// Returns the byte offset.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to another byte offset at which a logical line begins.
    pub fn move_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the text.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Reads the rest of a logical line that began before the text; it may have no content.
    pub fn rest(&mut self) -> LogicalLine {
        self.read(true)
    }

    /// Reads the next logical line that has any content. The text's last line may have none.
    pub fn next_line(&mut self) -> LogicalLine {
        self.read(false)
    }

    fn read(&mut self, may_be_empty: bool) -> LogicalLine {
        let mut spans = Vec::with_capacity(LEXEMES_A_LINE);
        let outline = self.read_into(may_be_empty, &mut spans);
        let Outline { column, is_whole, .. } = outline;
        LogicalLine { column, spans, end: self.at, is_whole }
    }

    /// Reads a logical line and gives its lexemes to `line`.
    pub(super) fn read_into(&mut self, may_be_empty: bool, line: &mut impl Sink) -> Outline {
        let mut outline = Outline::default();
        let mut mode = ROOT;
        // The offset up to which code is known not to be plain, and the stacks of brackets alone that are open.
        let mut lexed = 0;
        let mut brackets: SmallVec<[ModeStack; 8]> = smallvec![ROOT];
        if let Some((at, blanks)) = line.plain().and_then(|plain| plain.pass_blanks(self.text, self.at)) {
            outline.column = Column::ZERO.after_many(b' ', blanks);
            outline.has_content = true;
            self.at = at;
        }
        while self.at < self.text.len() {
            if outline.has_content
                && self.at >= lexed
                && let Some(plain) = line.plain()
                && let Some(depth) = brackets.iter().rposition(|&stack| stack == mode)
            {
                let passed = plain.pass(self.text, self.at, depth);
                (self.at, lexed) = (passed.at, passed.stop + 1);
                if passed.is_end {
                    outline.is_whole = true;
                    break;
                }
                while brackets.len() <= passed.depth {
                    let outer = brackets[brackets.len() - 1];
                    brackets.push(self.mode_after(outer, ModeAction::Open, 0));
                }
                mode = brackets[passed.depth];
                if self.at >= self.text.len() {
                    break;
                }
            }
            let start = self.at;
            let found = self.grammar.lexer.longest(self.modes.start(mode), &self.text[start..]);
            if found.set == NO_SET {
                line.skip();
                self.at += 1;
                continue;
            }
            self.at += found.end;
            if self.grammar.is_ignored_set(found.set) {
                if self.passes_ignored(&mut outline, mode, found, start)
                    || (may_be_empty && mode == ROOT && self.grammar.ends_line(found.set))
                {
                    outline.is_whole = true;
                    break;
                }
                continue;
            }
            outline.has_content = true;
            let span = Span { set: found.set, begin: start as u32, end: self.at as u32 };
            let action = self.grammar.layout.action_of(found.set);
            let closes_nothing = mode == ROOT && action == ModeAction::Close;
            if !line.take(span, closes_nothing) {
                break;
            }
            if !closes_nothing && action != ModeAction::Stay {
                let before = mode;
                mode = self.mode_after(mode, action, span.end - span.begin);
                if action == ModeAction::Open && brackets.last() == Some(&before) {
                    brackets.push(mode);
                }
            }
        }
        outline
    }

    /// Updates a line by an ignored lexeme. Returns whether the lexeme ends the line.
    fn passes_ignored(&mut self, line: &mut Outline, mode: ModeStack, found: Match, start: usize) -> bool {
        let Some(lines) = &self.grammar.layout.lines else {
            return line.has_content && self.text[start..self.at].contains(&b'\n');
        };
        if mode != ROOT {
            return false;
        }
        let terms = self.grammar.lexer.set(found.set);
        if terms.contains(lines.line_end) {
            if !line.has_content {
                (line.column, line.is_fixed) = (Column::ZERO, false);
                return false;
            }
            return true;
        }
        if line.has_content || line.is_fixed {
            return false;
        }
        if lines.joins(terms)
            && let Some(column) = line.column.at_join()
        {
            (line.column, line.is_fixed) = (column, true);
        } else if terms.contains(lines.blank) {
            let blank = self.text[start];
            line.column = line.column.after(blank);
            // A blank that was read as one before the same one is read so again.
            while found.seen == 2 && self.text[self.at..].starts_with(&[blank, blank]) {
                line.column = line.column.after(blank);
                self.at += 1;
            }
        }
        false
    }

    /// Returns the mode after a lexeme of so many bytes; a bracket that closes nothing changes nothing.
    fn mode_after(&mut self, mode: ModeStack, action: ModeAction, length: u32) -> ModeStack {
        let told = Told { length, ..Told::NOTHING };
        self.modes
            .after(&self.grammar.layout.modes, mode, action, (0, &told))
            .first()
            .copied()
            .unwrap_or(mode)
    }
}

/// Returns the number of brackets that a lexeme opens, less those that it closes.
pub fn turn(grammar: &Grammar, set: TermSetId) -> i32 {
    match grammar.layout.action_of(set) {
        ModeAction::Open | ModeAction::Start(_) | ModeAction::Field => 1,
        ModeAction::Close | ModeAction::End | ModeAction::FieldEnd => -1,
        _ => 0,
    }
}

/// Returns whether a line closes a bracket that it does not open.
pub fn closes_more(grammar: &Grammar, spans: &[Span]) -> bool {
    let mut depth = 0;
    spans.iter().any(|span| {
        depth += turn(grammar, span.set);
        depth < 0
    })
}
