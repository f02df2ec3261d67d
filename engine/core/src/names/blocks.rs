//! The scopes of a language of blocks, lexeme by lexeme.
//!
//! A name is local from the end of the statement that declares it, to the end of its block. Every other name is global:
//! it counts as known where the file has it anywhere else, since a host may bind it.

use crate::grammar::block_rules::{End, Word};
use crate::names::lines::lexemes::{Lexeme, Lexemes};
use crate::names::symbols::Symbol;

/// The scopes around a position.
pub trait Scopes {
    /// Opens a scope with some names.
    fn begin(&mut self, names: Vec<Symbol>);
    /// Closes the innermost scope.
    fn end(&mut self);
    /// Binds names in the innermost scope.
    fn bind(&mut self, names: Vec<Symbol>);
    /// Makes a name known everywhere, and returns whether it was unknown.
    fn mention(&mut self, name: Symbol) -> bool;
}

/// What the next name is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// A variable.
    #[default]
    Variable,
    /// A variable that a list declares.
    Local,
    /// Part of an attribute in such a list.
    Attribute,
    /// A variable that the header of a block declares.
    Header,
    /// The name of a function, or a part of it.
    Function {
        is_local: bool,
        is_method: bool,
        has_name: bool,
    },
    Parameter,
    /// A label.
    Label,
}

/// Something that is open.
#[derive(Clone, Debug)]
enum Frame {
    /// A block, with a scope of its own.
    Block,
    /// What stands after a block in which its names count; it ends with the statement.
    Until,
    /// The header of a block, with the names that it declares.
    Header(Vec<Symbol>),
    Bracket,
}

/// What is open at a position, beside the scopes themselves.
#[derive(Clone, Default, Debug)]
pub struct Blocks {
    frames: Vec<Frame>,
    mode: Mode,
    /// What the lexeme before has ended.
    after: End,
    after_member: bool,
    /// The names that count from the end of a statement on, and the number of frames around it.
    pending: Vec<(usize, Symbol)>,
    /// A name in brackets that is no variable if `=` follows.
    held: Option<Symbol>,
    /// Whether the text may begin inside brackets.
    begins_inside: bool,
    /// Names before `=` that are no variables if it does.
    perhaps: Vec<Symbol>,
    /// The names that were read and not known before, since the last line began.
    unknown: Vec<Symbol>,
}

impl Blocks {
    /// Returns the beginning of a text before which nothing is known but what its first name is.
    pub fn inside(first: Mode, scopes: &mut impl Scopes) -> Self {
        let mut blocks = Self { mode: first, begins_inside: true, ..Self::default() };
        match first {
            Mode::Header => blocks.frames.push(Frame::Header(Vec::new())),
            Mode::Parameter => blocks.open(scopes, Vec::new()),
            _ => {}
        }
        blocks
    }

    /// Returns what a name is that follows.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the names that the last line has read and that were not known before.
    pub fn unknown(&self) -> &[Symbol] {
        &self.unknown
    }

    /// Reads a line.
    pub fn push(&mut self, line: &Lexemes, scopes: &mut impl Scopes) {
        self.unknown.clear();
        for lexeme in &line.all {
            self.push_lexeme(lexeme, line.receiver, scopes);
        }
    }

    /// Reads the names about which the end of the text decides.
    pub fn finish(&mut self, scopes: &mut impl Scopes) {
        for name in std::mem::take(&mut self.perhaps).into_iter().chain(self.held.take()) {
            self.mention(name, scopes);
        }
    }

    /// Prepares for a name that follows, and returns the names that what is open has yet to declare.
    ///
    /// The name begins a statement if an operand has ended.
    pub fn expect_name(&mut self, scopes: &mut impl Scopes) -> Vec<Symbol> {
        if self.after != End::Nothing {
            self.begin_statement(scopes);
        }
        let of_header = self.frames.iter().filter_map(|frame| match frame {
            Frame::Header(names) => Some(names),
            _ => None,
        });
        let pending = self.pending.iter().map(|&(_, name)| name);
        pending.chain(of_header.flatten().copied()).collect()
    }

    fn push_lexeme(&mut self, lexeme: &Lexeme, receiver: Option<Symbol>, scopes: &mut impl Scopes) {
        if let Some(name) = self.held.take() {
            if lexeme.word != Word::Assign {
                self.mention(name, scopes);
            } else if self.frames.is_empty() {
                self.perhaps.push(name);
            }
        }
        let after_member = std::mem::take(&mut self.after_member);
        let ends_list = self.after == End::Value || self.mode == Mode::Local;
        let begins = begins_statement(lexeme.word)
            || (lexeme.name.is_some() && !after_member)
            || (lexeme.word == Word::Bracket && ends_list);
        if self.after != End::Nothing && begins {
            self.begin_statement(scopes);
        }
        self.after = lexeme.end;
        if let Some(name) = lexeme.name {
            self.push_name(name, after_member, scopes);
        } else {
            let before = std::mem::take(&mut self.mode);
            self.mode = mode_after(before, lexeme.word);
            self.push_word(lexeme.word, before, receiver, scopes);
        }
    }

    fn push_name(&mut self, name: Symbol, is_member: bool, scopes: &mut impl Scopes) {
        match self.mode {
            Mode::Local => self.pending.push((self.frames.len(), name)),
            Mode::Header => {
                if let Some(Frame::Header(names)) = self.frames.last_mut() {
                    names.push(name);
                }
            }
            Mode::Function { is_local, has_name, is_method } => {
                self.mode = Mode::Function { is_local, is_method, has_name: true };
                if is_local {
                    scopes.bind(vec![name]);
                } else if !has_name {
                    self.mention(name, scopes);
                }
            }
            Mode::Parameter => scopes.bind(vec![name]),
            Mode::Attribute | Mode::Label => {}
            Mode::Variable if is_member => {}
            Mode::Variable if self.is_in_brackets() => self.held = Some(name),
            Mode::Variable => self.mention(name, scopes),
        }
    }

    /// Opens or closes what a lexeme that is no name does; `before` is what a name would have been in its place.
    fn push_word(&mut self, word: Word, before: Mode, receiver: Option<Symbol>, scopes: &mut impl Scopes) {
        match (word, before) {
            (Word::Header, _) => self.frames.push(Frame::Header(Vec::new())),
            (Word::Open, _) => {
                let names = match self.frames.pop_if(|frame| matches!(frame, Frame::Header(_))) {
                    Some(Frame::Header(names)) => names,
                    _ => Vec::new(),
                };
                self.open(scopes, names);
            }
            (Word::Turn, _) => {
                self.close(scopes);
                self.open(scopes, Vec::new());
            }
            (Word::Close, _) => self.close(scopes),
            (Word::Until, _) => {
                if let Some(frame @ Frame::Block) = self.frames.last_mut() {
                    *frame = Frame::Until;
                }
            }
            (Word::Member | Word::Method | Word::Jump, _) => self.after_member = true,
            (Word::Bracket, Mode::Function { is_method, .. }) => {
                self.open(scopes, receiver.filter(|_| is_method).into_iter().collect());
            }
            (Word::BracketEnd, Mode::Parameter) => {}
            (Word::Bracket, _) => self.frames.push(Frame::Bracket),
            (Word::BracketEnd, _) if self.frames.is_empty() => self.perhaps.clear(),
            (Word::BracketEnd, _) => {
                self.frames.pop_if(|frame| matches!(frame, Frame::Bracket));
            }
            _ => {}
        }
    }

    fn is_in_brackets(&self) -> bool {
        match self.frames.last() {
            None => self.begins_inside,
            Some(frame) => matches!(frame, Frame::Bracket),
        }
    }

    fn mention(&mut self, name: Symbol, scopes: &mut impl Scopes) {
        if scopes.mention(name) {
            self.unknown.push(name);
        }
    }

    fn open(&mut self, scopes: &mut impl Scopes, names: Vec<Symbol>) {
        self.frames.push(Frame::Block);
        scopes.begin(names);
    }

    /// Ends the innermost block and everything inside it; without one, the block began before the text.
    fn close(&mut self, scopes: &mut impl Scopes) {
        while let Some(frame) = self.frames.pop() {
            if matches!(frame, Frame::Block | Frame::Until) {
                scopes.end();
            }
            if matches!(frame, Frame::Block) {
                break;
            }
        }
        let depth = self.frames.len();
        self.pending.retain(|&(frames, _)| frames <= depth);
    }

    /// Ends the statement before: what it declares counts from here on.
    fn begin_statement(&mut self, scopes: &mut impl Scopes) {
        while let Some(Frame::Until) = self.frames.last() {
            self.frames.pop();
            scopes.end();
        }
        let depth = self.frames.len();
        let mut names = Vec::new();
        self.pending.retain(|&(frames, name)| {
            if frames == depth {
                names.push(name);
            }
            frames < depth
        });
        scopes.bind(names);
        self.after = End::Nothing;
    }
}

/// Returns what a name is after a lexeme that is none.
fn mode_after(before: Mode, word: Word) -> Mode {
    match (word, before) {
        (Word::Local, _) | (Word::AttributeEnd, Mode::Attribute) => Mode::Local,
        (Word::Function, _) => {
            Mode::Function { is_local: before == Mode::Local, is_method: false, has_name: false }
        }
        (Word::Method, Mode::Function { has_name, .. }) => {
            Mode::Function { is_local: false, is_method: true, has_name }
        }
        (Word::Member, Mode::Function { .. }) | (Word::Comma, Mode::Local | Mode::Header) => before,
        (Word::Attribute, Mode::Local) | (Word::Other, Mode::Attribute) => Mode::Attribute,
        (Word::BracketEnd, Mode::Parameter) => Mode::Variable,
        (Word::Bracket, Mode::Function { .. }) | (_, Mode::Parameter) => Mode::Parameter,
        (Word::Header, _) => Mode::Header,
        (Word::Label, _) if before != Mode::Label => Mode::Label,
        _ => Mode::Variable,
    }
}

/// Returns whether a lexeme begins a statement if it stands after an operand.
fn begins_statement(word: Word) -> bool {
    matches!(
        word,
        Word::Local
            | Word::Header
            | Word::Function
            | Word::Open
            | Word::Jump
            | Word::Label
            | Word::Turn
            | Word::Close
            | Word::Until
            | Word::Statement
    )
}
