//! What is open in a Java program, for two errors that javac's parser finds and no grammar states: a method
//! without a type whose name differs from its class (`JavacParser.classOrInterfaceOrRecordBodyDeclaration`),
//! and a modifier that is given twice (`modifiersOpt`).
//!
//! Neither condition needs a tree. `class`, `interface`, `enum` and `record` announce a body, which the next
//! brace opens unless it stands in parentheses. In a body, a member begins after a semicolon or a brace.
//! After the member's modifiers, annotations and type parameters, a name before `(` or `{` is a
//! constructor's. Equal stacks have equal numbers, since what follows depends on nothing else.

use std::borrow::Cow;

use crate::base::interner::Interner;
use crate::base::sets::TermSet;
use crate::layout::place::{ConditionStack, NO_SCOPE};
use crate::layout::violation::Violation;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::those;

/// The bit that the numbers of Java's stacks have; such numbers are equal if the stacks are.
pub const JAVA: u32 = 1 << 31;

/// Returns whether a number is that of a stack of Java's.
pub fn is_of_members(stack: ConditionStack) -> bool {
    stack.0 & JAVA != 0
}

/// Returns the number of a stack among the stacks of members.
pub fn own(stack: ConditionStack) -> ConditionStack {
    ConditionStack(stack.0 & !JAVA)
}

/// The role of a lexeme for these errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Other,
    /// A modifier, as one bit of [`MODIFIERS`].
    Modifier(u16),
    At,
    Dot,
    Name,
    /// `record` and `sealed`, which may also be names.
    Record,
    Sealed,
    Class,
    Enum,
    Parenthesis,
    Unparenthesis,
    Brace,
    Unbrace,
    Semicolon,
    Switch,
    Less,
    /// One lexeme of this number of `>`.
    Greater(u8),
}

/// Texts that lead, before its name, to a class that differs from the open one.
pub const OPENINGS: [&str; 4] = ["class ", "{}class ", "}class ", ";}class "];

const MODIFIERS: [&str; 13] = [
    "abstract",
    "default",
    "final",
    "native",
    "non-sealed",
    "private",
    "protected",
    "public",
    "static",
    "strictfp",
    "synchronized",
    "transient",
    "volatile",
];

/// The bit of `sealed`, which is refused only when the next lexeme is known.
const SEALED_BIT: u16 = 1 << 15;

const SEALED: &str = "sealed";

/// The name of the terminal of names, and of words that may also be names.
const NAME: &str = "NAME";

impl Role {
    pub fn of(terminal: &Terminal) -> Self {
        let Some(literal) = terminal.literal.as_deref() else {
            return if terminal.name == NAME { Self::Name } else { Self::Other };
        };
        if literal == SEALED {
            return Self::Sealed;
        }
        if let Some(bit) = MODIFIERS.iter().position(|&word| word == literal) {
            return Self::Modifier(1 << bit);
        }
        match literal {
            "@" => Self::At,
            "." => Self::Dot,
            "record" => Self::Record,
            "class" | "interface" => Self::Class,
            "enum" => Self::Enum,
            "(" => Self::Parenthesis,
            ")" => Self::Unparenthesis,
            "{" => Self::Brace,
            "}" => Self::Unbrace,
            ";" => Self::Semicolon,
            "switch" => Self::Switch,
            "<" => Self::Less,
            ">" | ">>" | ">>>" => Self::Greater(literal.len() as u8),
            "exports" | "module" | "non" | "open" | "opens" | "permits" | "provides" | "requires" | "to"
            | "transitive" | "uses" | "var" | "with" | "yield" => Self::Name,
            _ => Self::Other,
        }
    }
}

/// The terminals that may violate a condition: those that begin a method's parameters or body, and for each
/// bit of [`MODIFIERS`] the modifiers.
pub struct Refusable {
    openers: TermSet,
    modifiers: Vec<TermSet>,
}

impl Refusable {
    pub fn find(terminals: &[Terminal]) -> Self {
        let of = |wanted: &dyn Fn(Role) -> bool| {
            those(terminals, |terminal| terminal.pattern.is_some() && wanted(Role::of(terminal)))
        };
        let bits = (0..MODIFIERS.len()).map(|bit| 1 << bit);
        Self {
            openers: of(&|role| matches!(role, Role::Parenthesis | Role::Brace)),
            modifiers: bits.map(|bit| of(&|role| role == Role::Modifier(bit))).collect(),
        }
    }
}

/// The number of a name.
type Name = u32;

/// The number of a name whose text is not known: the empty one. It differs from every name, itself included.
const UNKNOWN: Name = 0;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    File,
    /// Braces that are not the body of a class with a name.
    Block,
    Body(Name),
    /// The body of an enumeration, up to the first semicolon.
    Constants(Name),
    Parentheses,
}

/// What was read last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Last {
    Other,
    /// The sign of an annotation, or a dot in its name; then the annotation's name.
    At,
    Annotation,
    Dot,
    /// A keyword after which a name is declared.
    Keyword {
        is_enum: bool,
    },
    /// A declaration before its brace.
    Header {
        name: Name,
        is_enum: bool,
        /// Whether the next brace is that of a switch, which is read as a type.
        is_switch: bool,
    },
    /// A switch before its end, which ends nothing else.
    Switch,
    /// Type parameters at the beginning of a member, with the number of their open brackets.
    Parameters(u8),
    /// The name after the beginning of a member.
    Name(Name),
}

/// Returns a name in which escapes are replaced by the signs that they denote.
fn unescaped(word: &[u8]) -> Cow<'_, [u8]> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    let mut parts = text.split('\\');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    if plain.len() == word.len() {
        return Cow::Borrowed(word);
    }
    for part in parts {
        let digits = part.trim_start_matches('u');
        let (code, rest) = digits.split_at_checked(4).unwrap_or((digits, ""));
        plain.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
        plain.push_str(rest);
    }
    Cow::Owned(plain.into_bytes())
}

/// Something open, what was read in it, and what is around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Frame {
    below: ConditionStack,
    kind: Kind,
    last: Last,
    /// Whether only modifiers, annotations and type parameters of a member were read.
    is_start: bool,
    /// The modifiers that were read.
    modifiers: u16,
}

impl Frame {
    fn new(below: ConditionStack, kind: Kind) -> Self {
        let is_start = matches!(kind, Kind::Body(_));
        Self { below, kind, last: Last::Other, is_start, modifiers: 0 }
    }

    /// Returns the role of a lexeme after what was read.
    fn role(&self, role: Role) -> Role {
        match role {
            Role::Sealed if matches!(self.last, Last::At | Last::Dot) => Role::Name,
            Role::Sealed => Role::Modifier(SEALED_BIT),
            role => role,
        }
    }

    /// Returns the frame with something else read last, after which modifiers may be repeated.
    fn with(self, last: Last) -> Self {
        Self { last, is_start: false, modifiers: 0, ..self }
    }

    /// Returns the frame at the beginning of the next member or statement.
    fn restarted(self) -> Self {
        let kind = if let Kind::Constants(name) = self.kind { Kind::Body(name) } else { self.kind };
        Self::new(self.below, kind)
    }

    /// Returns whether this is the body of the class of this name.
    fn is_body_of(&self, name: Name) -> bool {
        name != UNKNOWN && self.kind == Kind::Body(name)
    }

    /// Returns whether the next name counts.
    fn awaits_name(&self) -> bool {
        match self.last {
            Last::Keyword { .. } => true,
            Last::Other | Last::Annotation => self.is_start,
            _ => false,
        }
    }
}

/// The bottom of every stack.
const FILE: Frame =
    Frame { below: NO_SCOPE, kind: Kind::File, last: Last::Other, is_start: false, modifiers: 0 };

/// Stacks of what is open. Equal stacks have the same number.
pub struct Members {
    frames: Interner<Frame>,
    names: Interner<Box<[u8]>>,
}

impl Default for Members {
    fn default() -> Self {
        Self { frames: Interner::of(&[FILE]), names: Interner::of(&[Box::default()]) }
    }
}

impl Members {
    /// Returns whether the next lexeme's text matters.
    pub fn needs_text(&self, stack: ConditionStack) -> bool {
        self.frames.get(stack.0).awaits_name()
    }

    /// Returns the stack after one more lexeme; `word` is its text, where that matters. A name with the empty text
    /// differs from all names.
    pub fn after(
        &mut self,
        stack: ConditionStack,
        role: Role,
        word: &[u8],
    ) -> Result<ConditionStack, Violation> {
        let frame = *self.frames.get(stack.0);
        let role = frame.role(role);
        let next = match role {
            Role::Parenthesis => self.open(frame, Kind::Parentheses)?,
            Role::Brace => self.open(frame, Kind::Block)?,
            Role::Unparenthesis if frame.kind == Kind::Parentheses => return Ok(frame.below),
            Role::Unbrace if frame.kind != Kind::File => self.after_braces(frame.below),
            _ => self.read(frame, role, word)?,
        };
        Ok(if next == frame { stack } else { self.number(next) })
    }

    /// Returns the names with which the name of a constructor may be compared, and those that may be one.
    pub fn open_names(&self, stack: ConditionStack) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut next = stack;
        loop {
            let frame = self.frames.get(next.0);
            if let Kind::Body(name) | Kind::Constants(name) = frame.kind {
                found.push(name);
            }
            if let Last::Name(name) | Last::Header { name, .. } = frame.last {
                found.push(name);
            }
            if frame.kind == Kind::File {
                break;
            }
            next = frame.below;
        }
        found.retain(|&name| name != UNKNOWN);
        found.into_iter().map(|name| self.names.get(name).to_vec()).collect()
    }

    /// Returns whether the name of a type is declared next.
    pub fn declares_type(&self, stack: ConditionStack) -> bool {
        matches!(self.frames.get(stack.0).last, Last::Keyword { .. })
    }

    /// Returns the terminals that would violate a condition after a stack.
    pub fn refused(&self, stack: ConditionStack, refusable: &Refusable) -> TermSet {
        let frame = *self.frames.get(stack.0);
        let mut refused = match frame.last {
            Last::Name(name) if !frame.is_body_of(name) => refusable.openers,
            _ => TermSet::default(),
        };
        for (bit, terms) in refusable.modifiers.iter().enumerate() {
            if frame.modifiers & 1 << bit != 0 {
                refused.union_with(terms);
            }
        }
        refused
    }

    /// Opens parentheses or braces: returns the frame inside them.
    fn open(&mut self, frame: Frame, kind: Kind) -> Result<Frame, Violation> {
        let (around, inner) = match (frame.last, kind) {
            (Last::Header { name, is_enum, is_switch: true }, Kind::Block) => {
                (frame.with(Last::Header { name, is_enum, is_switch: false }), kind)
            }
            (Last::Header { name, is_enum, .. }, Kind::Block) => {
                let kind = if is_enum { Kind::Constants(name) } else { Kind::Body(name) };
                (frame.with(Last::Other), kind)
            }
            (Last::Header { .. } | Last::Parameters(_) | Last::Switch, _) => (frame, kind),
            (Last::Annotation, Kind::Parentheses) => (Frame { last: Last::Other, ..frame }, kind),
            (Last::Name(name), _) if !frame.is_body_of(name) => {
                return Err(Violation::ConstructorsName);
            }
            _ => (frame.with(Last::Other), kind),
        };
        Ok(Frame::new(self.number(around), inner))
    }

    fn after_braces(&self, below: ConditionStack) -> Frame {
        let frame = *self.frames.get(below.0);
        if matches!(frame.kind, Kind::Body(_)) && frame.last == Last::Other {
            frame.restarted()
        } else {
            frame
        }
    }

    /// Reads a lexeme that is no bracket.
    fn read(&mut self, frame: Frame, role: Role, word: &[u8]) -> Result<Frame, Violation> {
        if let Last::Header { name, is_enum, .. } = frame.last {
            let is_switch = role == Role::Switch;
            return Ok(if is_switch { frame.with(Last::Header { name, is_enum, is_switch }) } else { frame });
        }
        if let Last::Parameters(depth) = frame.last {
            return Ok(Self::read_parameters(frame, depth, role));
        }
        Ok(match role {
            Role::Modifier(bit) if frame.modifiers & bit != 0 => return Err(Violation::RepeatedModifier),
            Role::Modifier(bit) => {
                let is_start = frame.is_start && !matches!(frame.last, Last::Name(_));
                Frame { last: Last::Other, modifiers: frame.modifiers | bit, is_start, ..frame }
            }
            Role::At => Frame { last: Last::At, ..frame },
            Role::Dot if frame.last == Last::Annotation => Frame { last: Last::At, ..frame },
            Role::Dot => frame.with(Last::Dot),
            Role::Name | Role::Record => self.read_name(frame, role, word),
            Role::Class | Role::Enum if frame.last != Last::Dot => {
                frame.with(Last::Keyword { is_enum: role == Role::Enum })
            }
            Role::Semicolon => frame.restarted(),
            Role::Switch => frame.with(Last::Switch),
            Role::Less if frame.is_start && frame.awaits_name() => {
                Frame { last: Last::Parameters(1), ..frame }
            }
            _ => frame.with(Last::Other),
        })
    }

    fn read_name(&mut self, frame: Frame, role: Role, word: &[u8]) -> Frame {
        match frame.last {
            Last::At => Frame { last: Last::Annotation, ..frame },
            Last::Keyword { is_enum } => {
                frame.with(Last::Header { name: self.name(word), is_enum, is_switch: false })
            }
            Last::Dot => frame.with(Last::Other),
            _ if role == Role::Record => frame.with(Last::Keyword { is_enum: false }),
            Last::Other | Last::Annotation if frame.is_start => {
                Frame { last: Last::Name(self.name(word)), ..frame }
            }
            _ => frame.with(Last::Other),
        }
    }

    fn read_parameters(frame: Frame, depth: u8, role: Role) -> Frame {
        let depth = match role {
            Role::Less => depth.saturating_add(1),
            Role::Greater(count) => depth.saturating_sub(count),
            _ => depth,
        };
        Frame { last: if depth == 0 { Last::Other } else { Last::Parameters(depth) }, ..frame }
    }

    fn number(&mut self, frame: Frame) -> ConditionStack {
        ConditionStack(self.frames.number(frame))
    }

    fn name(&mut self, word: &[u8]) -> Name {
        self.names.number(unescaped(word).into())
    }

    /// Returns the stack that equals a stack of another text.
    pub fn copy(&mut self, from: &Self, stack: ConditionStack) -> ConditionStack {
        let mut frames = Vec::new();
        let mut next = stack;
        while from.frames.get(next.0).kind != Kind::File {
            frames.push(*from.frames.get(next.0));
            next = from.frames.get(next.0).below;
        }
        frames.push(*from.frames.get(next.0));
        frames.into_iter().rev().fold(NO_SCOPE, |below, frame| {
            let mut rename = |name: Name| self.name(from.names.get(name));
            let kind = match frame.kind {
                Kind::Body(name) => Kind::Body(rename(name)),
                Kind::Constants(name) => Kind::Constants(rename(name)),
                kind => kind,
            };
            let last = match frame.last {
                Last::Name(name) => Last::Name(rename(name)),
                Last::Header { name, is_enum, is_switch } => {
                    Last::Header { name: rename(name), is_enum, is_switch }
                }
                last => last,
            };
            self.number(Frame { below, kind, last, ..frame })
        })
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.frames.size() + self.names.size()
    }
}

#[cfg(test)]
mod tests {
    use super::{ConditionStack, Members, NO_SCOPE, Role, unescaped};
    use crate::layout::violation::Violation;

    fn role(word: &str) -> Role {
        match word {
            "@" => Role::At,
            "." => Role::Dot,
            "record" => Role::Record,
            "sealed" => Role::Sealed,
            "class" => Role::Class,
            "enum" => Role::Enum,
            "switch" => Role::Switch,
            "(" => Role::Parenthesis,
            ")" => Role::Unparenthesis,
            "{" => Role::Brace,
            "}" => Role::Unbrace,
            ";" => Role::Semicolon,
            "<" => Role::Less,
            ">" | ">>" => Role::Greater(word.len() as u8),
            "public" => Role::Modifier(1),
            "static" => Role::Modifier(2),
            _ if word.starts_with(char::is_alphabetic) => Role::Name,
            _ => Role::Other,
        }
    }

    /// Returns the stack after words that are separated by blanks.
    fn read(members: &mut Members, stack: ConditionStack, text: &str) -> Result<ConditionStack, Violation> {
        let mut words = text.split_whitespace();
        words.try_fold(stack, |stack, word| members.after(stack, role(word), word.as_bytes()))
    }

    #[test]
    fn a_constructor_has_the_name_of_its_class() {
        for (text, fault) in [
            ("class A { A (", None),
            ("class A { B (", Some(Violation::ConstructorsName)),
            ("class A { B b ; A (", None),
            ("class A { b . A B (", None),
            ("class A { public @ B ( { } ) A (", None),
            ("class A { public @ B . C A (", None),
            ("class A { @ A ( ) B (", Some(Violation::ConstructorsName)),
            ("class A { < B extends C < D >> A (", None),
            ("class A { < B extends C < D >> B (", Some(Violation::ConstructorsName)),
            ("class A { void b ( ) { B ( ) ; } B (", Some(Violation::ConstructorsName)),
            ("class A { int b = { } , c = B (", None),
            ("class A { class B { } A (", None),
            ("class A extends @ B ( { } ) C { A (", None),
            ("class A { Object b = new A ( ) { B (", None),
            ("enum A { B ( ) , C { } , D ( ) ; A (", None),
            ("enum A { B ( ) ; C (", Some(Violation::ConstructorsName)),
            ("record A ( @ B ( { } ) int c ) { A {", None),
            ("record A ( ) { B {", Some(Violation::ConstructorsName)),
            ("class A { a . record B = { } ; A (", None),
            ("class A { Object b = C . class ; A (", None),
            ("class A { switch ( b ) { } c (", None),
            ("class A extends switch ( b ) { } { c (", Some(Violation::ConstructorsName)),
        ] {
            assert_eq!(read(&mut Members::default(), NO_SCOPE, text).err(), fault, "{text}");
        }
    }

    #[test]
    fn modifiers_do_not_repeat() {
        for (text, fault) in [
            ("public static class", None),
            ("public static public", Some(Violation::RepeatedModifier)),
            ("public @ A ( static = public ) static", None),
            ("public @ A ( b ) public", Some(Violation::RepeatedModifier)),
            ("public @ A . b public", Some(Violation::RepeatedModifier)),
            ("public int ; public int", None),
            ("sealed sealed", Some(Violation::RepeatedModifier)),
            ("sealed @ sealed . A static", None),
        ] {
            assert_eq!(read(&mut Members::default(), NO_SCOPE, text).err(), fault, "{text}");
        }
    }

    #[test]
    fn copies_go_on_as_the_original_does() {
        for (text, rest, fault) in [
            ("class A { class B {", "} A (", None),
            ("class A { class B {", "} B (", Some(Violation::ConstructorsName)),
            ("public", "public", Some(Violation::RepeatedModifier)),
            ("class A { A", "(", None),
            ("class A { B", "(", Some(Violation::ConstructorsName)),
            ("class A < B", "> { A (", None),
        ] {
            let (mut members, mut copies) = (Members::default(), Members::default());
            copies.name(b"C");
            let stack = read(&mut members, NO_SCOPE, text).expect("nothing is wrong so far");
            let copy = copies.copy(&members, stack);
            assert_eq!(read(&mut copies, copy, rest).err(), fault, "{text} {rest}");
            assert_eq!(read(&mut members, stack, rest).err(), fault, "{text} {rest}");
        }
    }

    #[test]
    fn escapes_stand_for_signs() {
        for (word, plain) in [("a", "a"), ("\\u0041b", "Ab"), ("x\\uu00e9", "xé"), ("é\\u0031\\u0032", "é12")]
        {
            assert_eq!(&*unescaped(word.as_bytes()), plain.as_bytes());
        }
    }
}
