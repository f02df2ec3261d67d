//! What is open, for errors that `CPython`'s parser finds and no grammar does.
//!
//! Python 3.8 refuses a keyword argument that is given twice in one call (`Python/ast.c` there,
//! `ast_for_call`). Of a program's lexemes this needs no tree: a name in front of `=` inside parentheses,
//! outside of every bracket in them, is a keyword argument's, unless a definition's parameters stand
//! there or a lambda has begun whose colon is yet to come.
//!
//! Python 3.12 and 3.13 read the text of a field with `=` as if it were a string's, in which escapes
//! count, if the formatted string is not raw and the field stands in none of its specifications
//! (`Parser/action_helpers.c` there). So a malformed one in the field is an error, though it is in a raw
//! string or in bytes. Outside of brackets, `=` in a field is nothing else.

use unicode_normalization::UnicodeNormalization;

use super::modes::Move;
use super::{Layout, java};
use crate::base::sets::TermSet;
use crate::lexer::Terminal;

/// The errors that a language's scopes are kept for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Watch {
    #[default]
    Nothing,
    /// Keyword arguments given twice.
    Keywords,
    /// Malformed escapes in fields with `=`.
    Escapes,
    /// Constructors' names and modifiers given twice, in Java: see [`java`].
    Members,
}

/// What a lexeme is as far as these errors go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    Other,
    Def,
    Lambda,
    Comma,
    Equals,
    Colon,
    Arrow,
    /// A parenthesis, where keywords are compared.
    Parenthesis,
    /// Anything else that opens, where keywords are compared.
    Opening,
    Closing,
    /// A bracket, where escapes are looked at, and so on.
    Bracket,
    Text {
        is_raw: bool,
    },
    Field,
    Format,
    /// It holds a malformed escape.
    Malformed,
    Java(java::Sign),
}

impl Sign {
    /// The sign of a lexeme that does `movement` and is always written so, for keywords.
    pub fn for_keywords(movement: Move, literal: Option<&str>) -> Self {
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

    /// The same for escapes; `is_raw` says so of kinds of formatted strings.
    pub fn for_escapes(movement: Move, literal: Option<&str>, is_raw: impl Fn(u8) -> bool) -> Self {
        match (movement, literal) {
            (Move::Open, _) => Self::Bracket,
            (Move::Start(kind), _) => Self::Text { is_raw: is_raw(kind) },
            (Move::Field, _) => Self::Field,
            (Move::Format, _) => Self::Format,
            (Move::Close | Move::End | Move::FieldEnd, _) => Self::Closing,
            (_, Some("=")) => Self::Equals,
            _ => Self::Other,
        }
    }

    pub fn opens(self) -> bool {
        matches!(self, Self::Parenthesis | Self::Opening | Self::Bracket | Self::Text { .. } | Self::Field)
    }
}

/// Terminals that tell malformed escapes.
#[derive(Clone, Copy, Debug)]
pub struct Escapes {
    strings: TermSet,
    /// Those of the strings of which all escapes are well formed.
    decodable: TermSet,
    malformed: TermSet,
}

impl Escapes {
    /// Find them by their names; none in a grammar where such escapes do not matter.
    pub fn find(terminals: &[Terminal]) -> Option<Self> {
        let named_like = |starts: &[&str]| {
            let mut set = TermSet::default();
            for (index, terminal) in terminals.iter().enumerate() {
                if starts.iter().any(|start| terminal.name.starts_with(start)) {
                    set.insert(index as u16);
                }
            }
            set
        };
        let decodable = named_like(&["DECODABLE_"]);
        (!decodable.is_empty()).then(|| Self {
            strings: named_like(&["STRING", "BYTES"]),
            decodable,
            malformed: named_like(&["MALFORMED_ESCAPE"]),
        })
    }

    /// Whether a lexeme of these terminals holds a malformed escape, though it is none to it.
    pub fn are_malformed(&self, terms: &TermSet) -> bool {
        let is_decodable = !terms.intersects(&self.strings) || terms.intersects(&self.decodable);
        terms.intersects(&self.malformed) || !is_decodable
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

/// A name in [`Scopes`]: where it begins among the letters, and where it ends.
type Name = (u32, u32);

/// Something that is open.
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
        place: Place,
        is_malformed: bool,
    },
}

/// What a frame is as far as escapes go, and whether they must be well formed in a field with `=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// A bracket or a format specification, whose fields may hold any.
    Anywhere,
    Text {
        is_raw: bool,
    },
    Field {
        is_read: bool,
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
pub const NO_SCOPE: u32 = 0;

/// Of the numbers of Java's stacks, which are equal where the stacks are.
const JAVA: u32 = 1 << 31;

/// Whether a stack's number says all that counts, now and later.
pub fn is_lasting(stack: u32) -> bool {
    stack == NO_SCOPE || stack & JAVA != 0
}

/// Stacks of what is open at places of one text, numbered in the order in which they were met.
pub struct Scopes {
    frames: Vec<Frame>,
    /// Lists of keywords: a name and the list before; list 0 is empty.
    keywords: Vec<(Name, u32)>,
    letters: Vec<u8>,
    java: java::Members,
}

/// How much there is of everything in [`Scopes`] that can be forgotten.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    frames: u32,
    keywords: u32,
    letters: u32,
}

impl Size {
    pub const NOTHING: Self = Self { frames: 1, keywords: 1, letters: 0 };
}

/// An error that the parser of some version finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    RepeatedKeyword,
    MalformedEscape,
    ConstructorsName,
    RepeatedModifier,
}

impl Fault {
    pub fn message(self) -> &'static str {
        match self {
            Self::RepeatedKeyword => "this keyword argument stands in its call twice",
            Self::MalformedEscape => "this field is shown with its text, in which an escape is malformed",
            Self::ConstructorsName => "a method needs a type, and a constructor the name of its class",
            Self::RepeatedModifier => "this modifier stands here twice",
        }
    }
}

impl Default for Scopes {
    fn default() -> Self {
        Self {
            frames: vec![Frame::Statement(Header::Nothing)],
            keywords: vec![((0, 0), 0)],
            letters: Vec::new(),
            java: java::Members::default(),
        }
    }
}

impl Scopes {
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

    /// Room taken by what is never forgotten, in bytes.
    pub fn room(&self) -> usize {
        self.java.size()
    }

    /// Whether the next lexeme's text matters.
    pub fn awaits_word(&self, stack: u32) -> bool {
        if stack & JAVA != 0 {
            return self.java.awaits_word(stack & !JAVA);
        }
        matches!(&self.frames[stack as usize], Frame::Call { arguments, .. } if arguments.awaits_word())
    }

    /// Whether a name is declared next that others are compared with.
    pub fn declares(&self, stack: u32) -> bool {
        stack & JAVA != 0 && self.java.declares(stack & !JAVA)
    }

    /// The terminals that would be at fault behind a stack, in a language in which that is known.
    pub fn refused(&self, stack: u32, layout: &Layout) -> TermSet {
        match layout {
            Layout::Java(refusable) => self.java.refused(stack & !JAVA, refusable),
            _ => TermSet::default(),
        }
    }

    /// The stack behind one more lexeme; `word` is its text, where that matters.
    pub fn after(&mut self, stack: u32, sign: Sign, word: &[u8]) -> Result<u32, Fault> {
        if let Sign::Java(sign) = sign {
            let next = self.java.after(stack & !JAVA, sign, word)?;
            return Ok(if next == NO_SCOPE { next } else { next | JAVA });
        }
        let frame = self.frames[stack as usize];
        if sign.opens() {
            return Ok(self.open(stack, frame, sign));
        }
        match frame {
            Frame::Statement(header) => Ok(match (sign, header) {
                (Sign::Def, _) => self.push(Frame::Statement(Header::Def)),
                (Sign::Other, Header::Def) => self.push(Frame::Statement(Header::DefAndName)),
                _ => NO_SCOPE,
            }),
            Frame::Call { below, .. } if sign == Sign::Closing => Ok(below),
            Frame::Call { below, mut arguments, mut keywords } => {
                let is_word = arguments.awaits_word() && name_at(word).len() == word.len();
                let name = if is_word { self.new_name(word, keywords)? } else { (0, 0) };
                if let Some(keyword) = arguments.read(sign, name) {
                    keywords = self.with(keywords, keyword);
                }
                Ok(self.push(Frame::Call { below, arguments, keywords }))
            }
            Frame::Other { below, place, is_malformed } => match (sign, place) {
                (Sign::Closing, _) if is_malformed => Ok(self.malformed(below)),
                (Sign::Closing, _) => Ok(below),
                (Sign::Malformed, _) => Ok(self.malformed(stack)),
                (Sign::Format, Place::Field { .. }) => {
                    Ok(self.push(Frame::Other { below, place: Place::Anywhere, is_malformed }))
                }
                (Sign::Equals, Place::Field { is_read: true }) if is_malformed => Err(Fault::MalformedEscape),
                _ => Ok(stack),
            },
        }
    }

    /// The same with a malformed escape in what is innermost.
    fn malformed(&mut self, stack: u32) -> u32 {
        match self.frames[stack as usize] {
            Frame::Other { below, place, is_malformed: false } => {
                self.push(Frame::Other { below, place, is_malformed: true })
            }
            _ => stack,
        }
    }

    fn open(&mut self, stack: u32, frame: Frame, sign: Sign) -> u32 {
        let below = match frame {
            Frame::Statement(_) if sign == Sign::Bracket => return NO_SCOPE,
            Frame::Statement(_) => NO_SCOPE,
            Frame::Call { below, mut arguments, keywords } => {
                arguments.read(sign, (0, 0));
                self.push(Frame::Call { below, arguments, keywords })
            }
            Frame::Other { .. } => stack,
        };
        let has_parameters = matches!(frame, Frame::Statement(Header::DefAndName));
        if sign == Sign::Parenthesis && !has_parameters {
            return self.push(Frame::Call { below, arguments: Arguments::START, keywords: 0 });
        }
        let is_read = matches!(frame, Frame::Other { place: Place::Text { is_raw: false }, .. });
        let place = match sign {
            Sign::Text { is_raw } => Place::Text { is_raw },
            Sign::Field => Place::Field { is_read },
            _ => Place::Anywhere,
        };
        self.push(Frame::Other { below, place, is_malformed: false })
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
    fn new_name(&mut self, word: &[u8], keywords: u32) -> Result<Name, Fault> {
        let name = self.name(word);
        let is_known = self.list(keywords).any(|known| self.text(known) == self.text(name));
        if is_known { Err(Fault::RepeatedKeyword) } else { Ok(name) }
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
        if stack & JAVA != 0 {
            return self.java.copy(&from.java, stack & !JAVA) | JAVA;
        }
        let mut frames = Vec::new();
        let mut next = stack;
        let bottom = loop {
            match from.frames[next as usize] {
                frame @ Frame::Statement(_) => break frame,
                frame @ (Frame::Call { below, .. } | Frame::Other { below, .. }) => {
                    frames.push(frame);
                    next = below;
                }
            }
        };
        let bottom = if next == NO_SCOPE { NO_SCOPE } else { self.push(bottom) };
        frames.into_iter().rev().fold(bottom, |below, frame| {
            let frame = match frame {
                Frame::Call { arguments, keywords, .. } => self.copy_call(from, below, arguments, keywords),
                Frame::Other { place, is_malformed, .. } => Frame::Other { below, place, is_malformed },
                Frame::Statement(_) => frame,
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
        if stack & JAVA != 0 {
            return stack.to_le_bytes().into();
        }
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
                Frame::Other { below, place, is_malformed } => {
                    let place = match place {
                        Place::Anywhere => b'[',
                        Place::Text { is_raw } => b'"' + u8::from(is_raw),
                        Place::Field { is_read } => b'{' + u8::from(is_read),
                    };
                    shape.extend([place, u8::from(is_malformed)]);
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
    use super::{NO_SCOPE, Scopes, Sign, folded};

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
    fn read<'t>(scopes: &mut Scopes, stack: u32, text: &'t str) -> Result<u32, &'t str> {
        let mut words = text.split(' ');
        words
            .try_fold(stack, |stack, word| scopes.after(stack, sign(word), word.as_bytes()).map_err(|_| word))
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
            assert_eq!(read(&mut Scopes::default(), NO_SCOPE, text).err(), repeated, "{text}");
        }
    }

    /// The sign of a word of formatted strings: `f"` and `rf"` begin one, `"` ends it, `{` and `}` are
    /// a field's, `\\x` is a malformed escape.
    fn sign_of_text(word: &str) -> Sign {
        match word {
            "f\"" | "rf\"" => Sign::Text { is_raw: word.starts_with('r') },
            "{" => Sign::Field,
            "(" => Sign::Bracket,
            "\"" | "}" | ")" => Sign::Closing,
            ":" => Sign::Format,
            "=" => Sign::Equals,
            "\\x" => Sign::Malformed,
            _ => Sign::Other,
        }
    }

    #[test]
    fn a_malformed_escape_counts_in_a_field_that_is_shown() {
        for (text, is_fault) in [
            ("( \\x f\" { a = } \" )", false),
            ("f\" { \\x = } \"", true),
            ("f\" { a = : \\x } \"", false),
            ("f\" { \\x } { a = } \"", false),
            ("rf\" { \\x = } \"", false),
            ("f\" { ( \\x ) = } \"", true),
            ("f\" { rf\" { \\x } \" = } \"", true),
            ("f\" { a : { \\x = } } \"", false),
            ("f\" { f\" { a : { \\x } } \" = } \"", true),
        ] {
            let mut scopes = Scopes::default();
            let end = text
                .split(' ')
                .try_fold(NO_SCOPE, |stack, word| scopes.after(stack, sign_of_text(word), word.as_bytes()));
            assert_eq!(end.is_err(), is_fault, "{text}");
            assert!(end.is_err() || end == Ok(NO_SCOPE), "{text}");
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
            let (mut scopes, mut copies) = (Scopes::default(), Scopes::default());
            let stack = read(&mut scopes, NO_SCOPE, text).expect("nothing repeats so far");
            let copy = copies.copy(&scopes, stack);
            assert_eq!(copies.shape(copy), scopes.shape(stack), "{text}");
            assert_eq!(read(&mut copies, copy, rest).is_err(), repeats, "{text} {rest}");
            let size = scopes.size();
            assert_eq!(read(&mut scopes, stack, rest).is_err(), repeats, "{text} {rest}");
            scopes.truncate(size);
            assert_eq!(copies.shape(copy), scopes.shape(stack), "{text}");
        }
    }

    #[test]
    fn names_are_compared_by_their_forms() {
        for (name, other, are_same) in [("ﬁ", "fi", true), ("é", "e\u{301}", true), ("e", "é", false)] {
            assert_eq!(folded(name.as_bytes()) == folded(other.as_bytes()), are_same, "{name} {other}");
        }
    }
}
