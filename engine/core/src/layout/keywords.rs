//! Keyword arguments given twice in one call, which Python 3.8 refuses already when it parses
//! (`CPython` 3.8, `Python/ast.c`, `ast_for_call`).
//!
//! Of a program's lexemes this needs no tree: a name in front of `=` inside parentheses, outside of
//! every bracket in them, is a keyword argument's, unless a definition's parameters stand there or
//! a lambda has begun whose colon is yet to come.

use unicode_normalization::UnicodeNormalization;

use super::modes::Move;

/// What a lexeme is as far as keyword arguments go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Other,
    Def,
    Lambda,
    Comma,
    Equals,
    Colon,
    Arrow,
    Parenthesis,
    /// Any other bracket, formatted string or field begins.
    Opening,
    Closing,
}

impl Sign {
    /// The sign of a lexeme that does `movement` and is always written so.
    pub fn of(movement: Move, literal: Option<&str>) -> Self {
        match (movement, literal) {
            (Move::Open, Some("(")) => Self::Parenthesis,
            (Move::Open | Move::Start(_) | Move::Field, _) => Self::Opening,
            (Move::Close | Move::End | Move::FieldEnd, _) => Self::Closing,
            (_, Some("def")) => Self::Def,
            (_, Some("lambda")) => Self::Lambda,
            (_, Some(",")) => Self::Comma,
            (_, Some("=")) => Self::Equals,
            (_, Some(":")) => Self::Colon,
            (_, Some("->")) => Self::Arrow,
            _ => Self::Other,
        }
    }

    pub fn opens(self) -> bool {
        matches!(self, Self::Parenthesis | Self::Opening)
    }
}

/// The name that a text begins with.
pub fn name_at(text: &[u8]) -> &[u8] {
    let is_in_name = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    &text[..text.iter().take_while(|byte| is_in_name(byte)).count()]
}

/// The same for all spellings of a name: `CPython` compares the forms NFKC, which are equal where
/// these are.
pub fn folded(name: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(name) {
        Ok(text) if !name.is_ascii() => text.nfkd().collect::<String>().into_bytes(),
        _ => name.to_vec(),
    }
}

/// What was last read between parentheses; `W` is a word that may prove to be a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last<W> {
    Other,
    /// The parenthesis or a comma, so that a keyword may come.
    Start,
    Word(W),
}

/// How far the lexemes between two parentheses are read, what is in brackets inside left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments<W> {
    /// Lambdas whose colon is yet to come.
    lambdas: u16,
    last: Last<W>,
}

impl<W: Copy> Arguments<W> {
    pub const START: Self = Self { lambdas: 0, last: Last::Start };

    /// Whether the next lexeme may be a keyword.
    pub fn awaits_word(&self) -> bool {
        matches!(self.last, Last::Start)
    }

    /// Whether a colon that comes now ends a lambda's parameters.
    pub fn is_in_lambda(&self) -> bool {
        self.lambdas > 0
    }

    /// Take one more lexeme; returns the word before if that proves to be a keyword. An opening sign
    /// stands for all that it brackets.
    pub fn read(&mut self, sign: Sign, word: W) -> Option<W> {
        let last = std::mem::replace(&mut self.last, Last::Other);
        match sign {
            Sign::Lambda => self.lambdas = self.lambdas.saturating_add(1),
            Sign::Colon => self.lambdas = self.lambdas.saturating_sub(1),
            Sign::Comma if self.lambdas == 0 => self.last = Last::Start,
            Sign::Other if matches!(last, Last::Start) => self.last = Last::Word(word),
            Sign::Equals => {
                if let Last::Word(word) = last {
                    return Some(word);
                }
            }
            _ => {}
        }
        None
    }
}

/// A name in [`Calls`]: where it begins among the letters, and where it ends.
type Name = (u32, u32);

/// Something that is open, as far as keyword arguments go.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// Nothing is open.
    Statement(Header),
    /// Parentheses that may be a call's, the keywords in them so far as a list.
    Call {
        below: u32,
        arguments: Arguments<Name>,
        keywords: u32,
    },
    Other {
        below: u32,
    },
}

/// How much of a definition's header was read last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Header {
    Nothing,
    Def,
    DefAndName,
}

/// Nothing is open, and no definition has begun.
pub const NO_CALLS: u32 = 0;

/// Stacks of what is open at places of one text, numbered in the order in which they were met.
pub struct Calls {
    frames: Vec<Frame>,
    /// Lists of keywords: a name and the list before; list 0 is empty.
    keywords: Vec<(Name, u32)>,
    letters: Vec<u8>,
}

/// How much there is of everything in [`Calls`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    frames: u32,
    keywords: u32,
    letters: u32,
}

/// A call has the same keyword argument twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repeated;

impl Default for Calls {
    fn default() -> Self {
        Self {
            frames: vec![Frame::Statement(Header::Nothing)],
            keywords: vec![((0, 0), 0)],
            letters: Vec::new(),
        }
    }
}

impl Calls {
    pub fn size(&self) -> Size {
        Size {
            frames: self.frames.len() as u32,
            keywords: self.keywords.len() as u32,
            letters: self.letters.len() as u32,
        }
    }

    /// Forget what was met since there was so much.
    pub fn truncate(&mut self, size: Size) {
        self.frames.truncate(size.frames as usize);
        self.keywords.truncate(size.keywords as usize);
        self.letters.truncate(size.letters as usize);
    }

    /// Whether the next lexeme's text matters.
    pub fn awaits_word(&self, stack: u32) -> bool {
        matches!(&self.frames[stack as usize], Frame::Call { arguments, .. } if arguments.awaits_word())
    }

    /// The stack behind one more lexeme; `word` is its text, where that matters.
    pub fn after(&mut self, stack: u32, sign: Sign, word: &[u8]) -> Result<u32, Repeated> {
        let frame = self.frames[stack as usize];
        if sign.opens() {
            return Ok(self.open(stack, frame, sign));
        }
        match frame {
            Frame::Statement(header) => Ok(match (sign, header) {
                (Sign::Def, _) => self.push(Frame::Statement(Header::Def)),
                (Sign::Other, Header::Def) => self.push(Frame::Statement(Header::DefAndName)),
                _ => NO_CALLS,
            }),
            Frame::Call { below, .. } | Frame::Other { below } if sign == Sign::Closing => Ok(below),
            Frame::Call { below, mut arguments, mut keywords } => {
                let is_word = arguments.awaits_word() && name_at(word).len() == word.len();
                let name = if is_word { self.new_name(word, keywords)? } else { (0, 0) };
                if let Some(keyword) = arguments.read(sign, name) {
                    keywords = self.with(keywords, keyword);
                }
                Ok(self.push(Frame::Call { below, arguments, keywords }))
            }
            Frame::Other { .. } => Ok(stack),
        }
    }

    fn open(&mut self, stack: u32, frame: Frame, sign: Sign) -> u32 {
        let below = match frame {
            Frame::Statement(_) => NO_CALLS,
            Frame::Call { below, mut arguments, keywords } => {
                arguments.read(sign, (0, 0));
                self.push(Frame::Call { below, arguments, keywords })
            }
            Frame::Other { .. } => stack,
        };
        let has_parameters = matches!(frame, Frame::Statement(Header::DefAndName));
        self.push(if sign == Sign::Parenthesis && !has_parameters {
            Frame::Call { below, arguments: Arguments::START, keywords: 0 }
        } else {
            Frame::Other { below }
        })
    }

    fn push(&mut self, frame: Frame) -> u32 {
        self.frames.push(frame);
        self.frames.len() as u32 - 1
    }

    fn name(&mut self, word: &[u8]) -> Name {
        let start = self.letters.len() as u32;
        self.letters.extend(folded(word));
        (start, self.letters.len() as u32)
    }

    fn text(&self, (start, end): Name) -> &[u8] {
        &self.letters[start as usize..end as usize]
    }

    /// A name where a keyword is awaited. Behind another keyword, nothing else can begin with a name, so
    /// that a known one is at fault before its `=`.
    fn new_name(&mut self, word: &[u8], keywords: u32) -> Result<Name, Repeated> {
        let name = self.name(word);
        let is_known = self.list(keywords).any(|known| self.text(known) == self.text(name));
        if is_known { Err(Repeated) } else { Ok(name) }
    }

    fn with(&mut self, list: u32, keyword: Name) -> u32 {
        self.keywords.push((keyword, list));
        self.keywords.len() as u32 - 1
    }

    fn list(&self, mut list: u32) -> impl Iterator<Item = Name> + '_ {
        std::iter::from_fn(move || {
            let (name, before) = self.keywords[list as usize];
            (std::mem::replace(&mut list, before) != 0).then_some(name)
        })
    }

    /// The same again, as a stack of these.
    pub fn copy(&mut self, from: &Self, stack: u32) -> u32 {
        let mut frames = Vec::new();
        let mut next = stack;
        let bottom = loop {
            match from.frames[next as usize] {
                frame @ Frame::Statement(_) => break frame,
                frame @ (Frame::Call { below, .. } | Frame::Other { below }) => {
                    frames.push(frame);
                    next = below;
                }
            }
        };
        let bottom = if next == NO_CALLS { NO_CALLS } else { self.push(bottom) };
        frames.into_iter().rev().fold(bottom, |below, frame| {
            let frame = match frame {
                Frame::Call { arguments, keywords, .. } => self.copy_call(from, below, arguments, keywords),
                _ => Frame::Other { below },
            };
            self.push(frame)
        })
    }

    fn copy_call(&mut self, from: &Self, below: u32, mut arguments: Arguments<Name>, list: u32) -> Frame {
        if let Last::Word(word) = arguments.last {
            arguments.last = Last::Word(self.name(from.text(word)));
        }
        let keywords = from.list(list).fold(0, |list, name| {
            let name = self.name(from.text(name));
            self.with(list, name)
        });
        Frame::Call { below, arguments, keywords }
    }

    /// What the future of a stack depends on, as text: equal for two only if that is.
    pub fn shape(&self, mut stack: u32) -> Vec<u8> {
        let mut shape = Vec::new();
        loop {
            stack = match self.frames[stack as usize] {
                Frame::Statement(header) => {
                    shape.push(header as u8);
                    return shape;
                }
                Frame::Call { below, arguments, keywords } => {
                    self.add_shape(&mut shape, arguments, keywords);
                    below
                }
                Frame::Other { below } => {
                    shape.push(b'[');
                    below
                }
            }
        }
    }

    fn add_shape(&self, shape: &mut Vec<u8>, arguments: Arguments<Name>, keywords: u32) {
        shape.push(b'(');
        shape.extend(arguments.lambdas.to_le_bytes());
        match arguments.last {
            Last::Other => {}
            Last::Start => shape.push(b','),
            Last::Word(word) => shape.extend(self.text(word)),
        }
        let mut names: Vec<&[u8]> = self.list(keywords).map(|name| self.text(name)).collect();
        names.sort_unstable();
        for name in names {
            shape.push(b'=');
            shape.extend(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, NO_CALLS, Sign, folded};

    fn sign(word: &str) -> Sign {
        match word {
            "(" => Sign::Parenthesis,
            "[" | "{" => Sign::Opening,
            ")" | "]" | "}" => Sign::Closing,
            "def" => Sign::Def,
            "lambda" => Sign::Lambda,
            "," => Sign::Comma,
            "=" => Sign::Equals,
            ":" => Sign::Colon,
            "->" => Sign::Arrow,
            _ => Sign::Other,
        }
    }

    /// The stack behind words with blanks between, and the word that repeats a keyword.
    fn read<'t>(calls: &mut Calls, stack: u32, text: &'t str) -> Result<u32, &'t str> {
        let mut words = text.split(' ');
        words.try_fold(stack, |stack, word| calls.after(stack, sign(word), word.as_bytes()).map_err(|_| word))
    }

    #[test]
    fn a_keyword_repeats_in_its_call_alone() {
        for (text, repeated) in [
            ("f ( a = 1 , b = 2 , a", Some("a")),
            ("f ( ﬁ = 1 , fi", Some("fi")),
            ("f ( a = 1 , * b , a", Some("a")),
            ("f ( a = 1 ) ( a = 2 )", None),
            ("f ( a = f ( a = 1 ) , b = [ a ] , a", Some("a")),
            ("f ( a = 1 , b = lambda x , a = 2 : 0 , c = 3 )", None),
            ("f ( a = 1 , b = lambda a = lambda : 0 , a = 2 : 0 , a", Some("a")),
            ("def f ( a = 1 , a = f ( b = 1 , b", Some("b")),
            ("class f ( a = 1 , a", Some("a")),
        ] {
            assert_eq!(read(&mut Calls::default(), NO_CALLS, text).err(), repeated, "{text}");
        }
    }

    #[test]
    fn copies_go_on_as_the_original_does() {
        for (text, rest, repeats) in [
            ("f ( a = 1 , b", "= 2 , a", true),
            ("f ( a = 1 , b", "= 2 , b", true),
            ("f ( a = 1 , b", "= 2 , c", false),
            ("def f", "( a = 1 , a", false),
            ("f ( a = 1 , g ( b = 1", ") , a", true),
        ] {
            let (mut calls, mut copies) = (Calls::default(), Calls::default());
            let stack = read(&mut calls, NO_CALLS, text).expect("nothing repeats so far");
            let copy = copies.copy(&calls, stack);
            assert_eq!(copies.shape(copy), calls.shape(stack), "{text}");
            assert_eq!(read(&mut copies, copy, rest).is_err(), repeats, "{text} {rest}");
            let size = calls.size();
            assert_eq!(read(&mut calls, stack, rest).is_err(), repeats, "{text} {rest}");
            calls.truncate(size);
            assert_eq!(copies.shape(copy), calls.shape(stack), "{text}");
        }
    }

    #[test]
    fn names_are_compared_by_their_forms() {
        for (name, other, are_same) in [("ﬁ", "fi", true), ("é", "e\u{301}", true), ("e", "é", false)] {
            assert_eq!(folded(name.as_bytes()) == folded(other.as_bytes()), are_same, "{name} {other}");
        }
    }
}
