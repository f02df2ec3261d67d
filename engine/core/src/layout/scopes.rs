//! What is open in a text, for errors that `CPython`'s parser finds and no grammar states.
//!
//! Python 3.8 refuses a keyword argument that is repeated in one call (`Python/ast.c` there, `ast_for_call`).
//! This needs no tree: a name before `=` in parentheses, outside every bracket in them, is a keyword
//! argument's, unless the parentheses hold a definition's parameters or a lambda has begun whose colon must
//! still follow.
//!
//! Python 3.12 and 3.13 read the text of a field with `=` like the text of a string, in which escapes count,
//! if the formatted string is not raw and the field is in none of its specifications
//! (`Parser/action_helpers.c` there). A malformed escape in the field is therefore an error, even in a raw
//! string or in bytes. Outside brackets, `=` in a field has no other meaning.

use crate::base::sets::TermSet;
use crate::layout::arguments::{Last, List, ListKind, Name, folded, name_at};
use crate::layout::java::{self, JAVA, is_of_members, own};
use crate::layout::keys::Keys;
use crate::layout::keys::stacks::{BLIND, FIRST, KeyStacks, is_of_keys};
use crate::layout::place::{ConditionStack, NO_SCOPE};
use crate::layout::roles::{EscapePlace, Header, Role};
use crate::layout::tags::stacks::{Tags, is_of_tags};
use crate::layout::violation::Violation;

/// Something that is open.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// Nothing is open.
    Statement(Header),
    List(List),
    Other {
        below: ConditionStack,
        place: EscapePlace,
        is_malformed: bool,
    },
}

/// Returns whether a stack's number identifies everything that matters, now and later.
pub fn is_lasting(stack: ConditionStack) -> bool {
    stack == NO_SCOPE || stack == BLIND || is_of_members(stack) || is_of_tags(stack)
}

/// Stacks of what is open at the positions of one text, numbered in the order in which they were made.
pub struct ConditionStacks {
    frames: Vec<Frame>,
    /// Lists of keywords: a name and the list before it. List 0 is empty.
    keywords: Vec<(Name, u32)>,
    letters: Vec<u8>,
    java: java::Members,
    /// What was said of keys; the first is said at the start of a text.
    keys: KeyStacks,
    pub tags: Tags,
}

/// The size of each part of [`ConditionStacks`] that can be truncated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    frames: u32,
    keywords: u32,
    letters: u32,
    keys: u32,
}

impl Size {
    pub const NOTHING: Self = Self { frames: 1, keywords: 1, letters: 0, keys: FIRST };
}

impl Default for ConditionStacks {
    fn default() -> Self {
        Self {
            frames: vec![Frame::Statement(Header::Nothing)],
            keywords: vec![((0, 0), 0)],
            letters: Vec::new(),
            java: java::Members::default(),
            keys: KeyStacks::default(),
            tags: Tags::default(),
        }
    }
}

impl ConditionStacks {
    pub fn size(&self) -> Size {
        Size {
            frames: self.frames.len() as u32,
            keywords: self.keywords.len() as u32,
            letters: self.letters.len() as u32,
            keys: self.keys.count(),
        }
    }

    /// Discards everything that was added since the given size was taken.
    pub fn truncate(&mut self, size: Size) {
        self.frames.truncate(size.frames as usize);
        self.keywords.truncate(size.keywords as usize);
        self.letters.truncate(size.letters as usize);
        self.keys.truncate(size.keys);
    }

    /// Returns the memory, in bytes, of what is never discarded.
    pub fn room(&self) -> usize {
        self.java.size() + self.tags.size()
    }

    /// Returns what was said of keys.
    pub fn keys(&self, stack: ConditionStack) -> &Keys {
        self.keys.get(stack)
    }

    /// Returns whether the next lexeme's text matters.
    pub fn needs_text(&self, stack: ConditionStack) -> bool {
        if is_of_members(stack) {
            return self.java.needs_text(own(stack));
        }
        if is_of_tags(stack) {
            return false;
        }
        matches!(
            &self.frames[stack.index()],
            Frame::List(List { arguments, .. }) if arguments.needs_text()
        )
    }

    /// Returns whether the next lexeme declares a name with which others are compared.
    pub fn declares_type(&self, stack: ConditionStack) -> bool {
        is_of_members(stack) && self.java.declares_type(own(stack))
    }

    /// Returns the terminals that would violate a condition after a stack.
    pub fn refused(&self, stack: ConditionStack, refusable: &java::Refusable) -> TermSet {
        self.java.refused(own(stack), refusable)
    }

    /// Returns the stack after one more lexeme; `word` is its text, where that matters.
    pub fn after(
        &mut self,
        stack: ConditionStack,
        role: Role,
        word: &[u8],
    ) -> Result<ConditionStack, Violation> {
        if let Role::Member(role) = role {
            let next = self.java.after(own(stack), role, word)?;
            return Ok(if next == NO_SCOPE { next } else { ConditionStack(next.0 | JAVA) });
        }
        if let Role::Key(role) = role {
            return self.keys.after(stack, role, word);
        }
        if let Role::Tag(role) = role {
            return self.tags.after(stack, role, word);
        }
        let frame = self.frames[stack.index()];
        if role.opens() || role == (Role::Lambda { checks_parameters: true }) {
            return Ok(self.open(stack, frame, role));
        }
        match frame {
            Frame::Statement(header) => Ok(match header.after(role) {
                Header::Nothing => NO_SCOPE,
                header => self.push(Frame::Statement(header)),
            }),
            Frame::List(list) => self.after_in_list(stack, list, role, word),
            Frame::Other { below, place, is_malformed } => match (role, place) {
                (Role::Closing, _) => Ok(self.closed(below, is_malformed)),
                (Role::Malformed, _) => Ok(self.malformed(stack)),
                (Role::Format, EscapePlace::Field { .. }) => {
                    Ok(self.push(Frame::Other { below, place: EscapePlace::Anywhere, is_malformed }))
                }
                (Role::Equals, EscapePlace::Field { is_read: true }) if is_malformed => {
                    Err(Violation::MalformedEscape)
                }
                _ => Ok(stack),
            },
        }
    }

    fn after_in_list(
        &mut self,
        stack: ConditionStack,
        mut list: List,
        role: Role,
        word: &[u8],
    ) -> Result<ConditionStack, Violation> {
        let is_word = list.arguments.needs_text() && name_at(word).len() == word.len();
        let is_of_parameters = list.kind != ListKind::Call;
        match (role, list.kind) {
            (Role::Closing, ListKind::Lambda) => return self.after(list.below, role, word),
            (Role::Closing, _) | (Role::Colon, ListKind::Lambda) => {
                return Ok(self.closed(list.below, list.is_malformed));
            }
            (Role::Star, _) if is_of_parameters && list.arguments.needs_text() => return Ok(stack),
            _ => {}
        }
        list.is_malformed |= role == Role::Malformed;
        let name = if is_word { self.new_name(word, list.names) } else { Some((0, 0)) };
        let repeated =
            if is_of_parameters { Violation::RepeatedParameter } else { Violation::RepeatedKeyword };
        let name = name.ok_or(repeated)?;
        let keyword = list.arguments.read(role, name);
        if let Some(name) = if is_of_parameters { is_word.then_some(name) } else { keyword } {
            list.names = self.with(list.names, name);
        }
        Ok(self.push(Frame::List(list)))
    }

    /// Returns the stack after the end of a frame above it.
    fn closed(&mut self, below: ConditionStack, is_malformed: bool) -> ConditionStack {
        if is_malformed { self.malformed(below) } else { below }
    }

    /// Returns the stack with a malformed escape in its innermost frame.
    fn malformed(&mut self, stack: ConditionStack) -> ConditionStack {
        match self.frames[stack.index()] {
            Frame::Other { below, place, is_malformed: false } => {
                self.push(Frame::Other { below, place, is_malformed: true })
            }
            Frame::List(list) if !list.is_malformed => {
                self.push(Frame::List(List { is_malformed: true, ..list }))
            }
            _ => stack,
        }
    }

    fn open(&mut self, stack: ConditionStack, frame: Frame, role: Role) -> ConditionStack {
        let header = if let Frame::Statement(header) = frame { header } else { Header::Nothing };
        if header.has_types() && role == Role::Opening {
            return self.push(Frame::List(List::new(ListKind::Types, stack)));
        }
        let below = match frame {
            Frame::Statement(_) if role == Role::Bracket => return NO_SCOPE,
            Frame::Statement(_) => NO_SCOPE,
            Frame::List(mut list) => {
                list.arguments.read(Role::Opening, (0, 0));
                self.push(Frame::List(list))
            }
            Frame::Other { .. } => stack,
        };
        let kind = match (role, header) {
            (Role::Lambda { .. }, _) => Some(ListKind::Lambda),
            (Role::Parenthesis, Header::DefAndName { checks_parameters }) => {
                checks_parameters.then_some(ListKind::Parameters)
            }
            (Role::Parenthesis, _) => Some(ListKind::Call),
            _ => None,
        };
        if let Some(kind) = kind {
            return self.push(Frame::List(List::new(kind, below)));
        }
        let is_read = matches!(frame, Frame::Other { place: EscapePlace::Text { is_raw: false }, .. });
        let place = match role {
            Role::Text { is_raw } => EscapePlace::Text { is_raw },
            Role::Field => EscapePlace::Field { is_read },
            _ => EscapePlace::Anywhere,
        };
        self.push(Frame::Other { below, place, is_malformed: false })
    }

    fn push(&mut self, frame: Frame) -> ConditionStack {
        self.frames.push(frame);
        ConditionStack::at(self.frames.len() - 1)
    }

    fn name(&mut self, word: &[u8]) -> Name {
        let start = self.letters.len() as u32;
        self.letters.extend(folded(word));
        (start, self.letters.len() as u32)
    }

    fn text(&self, (start, end): Name) -> &[u8] {
        &self.letters[start as usize..end as usize]
    }

    /// Adds a name that must not be in a list; returns none if it is. After a keyword argument, only another one
    /// can begin with a name, so a repeated name is an error even before its `=`.
    fn new_name(&mut self, word: &[u8], list: u32) -> Option<Name> {
        let name = self.name(word);
        let is_known = self.list(list).any(|known| self.text(known) == self.text(name));
        (!is_known).then_some(name)
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

    /// Returns the stack that equals a stack of another text.
    pub fn copy(&mut self, from: &Self, stack: ConditionStack) -> ConditionStack {
        if is_of_members(stack) {
            return ConditionStack(self.java.copy(&from.java, own(stack)).0 | JAVA);
        }
        if is_of_keys(stack) {
            return self.keys.push(from.keys(stack).clone());
        }
        if is_of_tags(stack) {
            return self.tags.copy(&from.tags, stack);
        }
        let mut frames = Vec::new();
        let mut next = stack;
        let bottom = loop {
            match from.frames[next.index()] {
                frame @ Frame::Statement(_) => break frame,
                frame @ (Frame::List(List { below, .. }) | Frame::Other { below, .. }) => {
                    frames.push(frame);
                    next = below;
                }
            }
        };
        let bottom = if next == NO_SCOPE { NO_SCOPE } else { self.push(bottom) };
        frames.into_iter().rev().fold(bottom, |below, frame| {
            let frame = match frame {
                Frame::List(list) => Frame::List(List { below, ..self.copy_names(from, list) }),
                Frame::Other { place, is_malformed, .. } => Frame::Other { below, place, is_malformed },
                Frame::Statement(_) => frame,
            };
            self.push(frame)
        })
    }

    fn copy_names(&mut self, from: &Self, mut list: List) -> List {
        if let Last::Word(word) = list.arguments.last {
            list.arguments.last = Last::Word(self.name(from.text(word)));
        }
        List { names: self.copy_list(from, list.names), ..list }
    }

    fn copy_list(&mut self, from: &Self, list: u32) -> u32 {
        from.list(list).fold(0, |list, name| {
            let name = self.name(from.text(name));
            self.with(list, name)
        })
    }

    /// Returns the names in all open lists or of all open classes, and those that may become some, in order.
    pub fn open_names(&self, stack: ConditionStack) -> Vec<Vec<u8>> {
        let mut found =
            if is_of_members(stack) { self.java.open_names(own(stack)) } else { self.listed_names(stack) };
        found.sort_unstable();
        found.dedup();
        found
    }

    fn listed_names(&self, mut stack: ConditionStack) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        loop {
            stack = match self.frames[stack.index()] {
                Frame::Statement(_) => break,
                Frame::List(list) => {
                    found.extend(self.list(list.names).map(|name| self.text(name).to_vec()));
                    if let Last::Word(word) = list.arguments.last {
                        found.push(self.text(word).to_vec());
                    }
                    list.below
                }
                Frame::Other { below, .. } => below,
            };
        }
        found
    }

    /// Returns the stack with brackets instead of lists, and nothing instead of brackets outside formatted strings.
    pub fn without_lists(&mut self, mut stack: ConditionStack) -> ConditionStack {
        if is_of_keys(stack) {
            return BLIND;
        }
        if is_lasting(stack) {
            return stack;
        }
        let (mut frames, mut kept) = (Vec::new(), 0);
        loop {
            let (below, place, is_malformed) = match self.frames[stack.index()] {
                Frame::Statement(_) => break,
                Frame::List(List { kind: ListKind::Lambda, below, .. }) => {
                    stack = below;
                    continue;
                }
                Frame::List(List { below, is_malformed, .. }) => (below, EscapePlace::Anywhere, is_malformed),
                Frame::Other { below, place, is_malformed } => (below, place, is_malformed),
            };
            frames.push((place, is_malformed));
            if place != EscapePlace::Anywhere {
                kept = frames.len();
            }
            stack = below;
        }
        frames.truncate(kept);
        frames.into_iter().rev().fold(NO_SCOPE, |below, (place, is_malformed)| {
            self.push(Frame::Other { below, place, is_malformed })
        })
    }

    /// Returns a text of everything on which the future of a stack depends: it is equal for two stacks only
    /// if their futures are.
    pub fn shape(&self, mut stack: ConditionStack) -> Vec<u8> {
        if is_of_members(stack) || is_of_tags(stack) {
            return stack.0.to_le_bytes().into();
        }
        if is_of_keys(stack) {
            return self.keys(stack).print().to_le_bytes().into();
        }
        let mut shape = Vec::new();
        loop {
            stack = match self.frames[stack.index()] {
                Frame::Statement(header) => {
                    shape.push(match header {
                        Header::Nothing => b'.',
                        Header::Def { checks_parameters } => b'D' + u8::from(checks_parameters),
                        Header::DefAndName { checks_parameters } => b'N' + u8::from(checks_parameters),
                        Header::Class => b'C',
                        Header::ClassAndName => b'c',
                        Header::Type => b'T',
                        Header::TypeAndName => b't',
                    });
                    return shape;
                }
                Frame::List(list) => {
                    shape.push(match list.kind {
                        ListKind::Call => b'(',
                        ListKind::Parameters => b'd',
                        ListKind::Lambda => b'l',
                        ListKind::Types => b't',
                    });
                    self.add_shape(&mut shape, list);
                    list.below
                }
                Frame::Other { below, place, is_malformed } => {
                    let place = match place {
                        EscapePlace::Anywhere => b'[',
                        EscapePlace::Text { is_raw } => b'"' + u8::from(is_raw),
                        EscapePlace::Field { is_read } => b'{' + u8::from(is_read),
                    };
                    shape.extend([place, u8::from(is_malformed)]);
                    below
                }
            }
        }
    }

    fn add_shape(&self, shape: &mut Vec<u8>, list: List) {
        shape.push(u8::from(list.is_malformed));
        shape.extend(list.arguments.lambdas.to_le_bytes());
        match list.arguments.last {
            Last::Other => {}
            Last::Start => shape.push(b','),
            Last::Word(word) => shape.extend(self.text(word)),
        }
        let mut names: Vec<&[u8]> = self.list(list.names).map(|name| self.text(name)).collect();
        names.sort_unstable();
        for name in names {
            shape.push(b'=');
            shape.extend(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConditionStack, ConditionStacks, NO_SCOPE, Role, folded};

    fn role(word: &str) -> Role {
        match word {
            "(" => Role::Parenthesis,
            "[" | "{" => Role::Opening,
            ")" | "]" | "}" => Role::Closing,
            "def" => Role::Def { checks_parameters: true },
            "class" => Role::Class,
            "type" => Role::Type,
            "in" => Role::Other,
            "lambda" => Role::Lambda { checks_parameters: true },
            "*" | "**" => Role::Star,
            "," => Role::Comma,
            "=" => Role::Equals,
            ":" => Role::Colon,
            "->" => Role::Arrow,
            _ => Role::Name,
        }
    }

    /// Returns the stack after words that are separated by blanks, or the word that repeats a keyword.
    fn read<'t>(
        scopes: &mut ConditionStacks,
        stack: ConditionStack,
        text: &'t str,
    ) -> Result<ConditionStack, &'t str> {
        let mut words = text.split(' ');
        words
            .try_fold(stack, |stack, word| scopes.after(stack, role(word), word.as_bytes()).map_err(|_| word))
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
            ("lambda a , a", Some("a")),
            ("lambda a : lambda a : a", None),
            ("lambda a = lambda b : a , b = c , ** a", Some("a")),
            ("f ( lambda a : a , lambda * , a : a , a = 1 , a", Some("a")),
            ("def f ( a , b = lambda a : a , a", Some("a")),
            ("def f [ a : b , c ] ( a , b , a", Some("a")),
            ("def f [ a , * a", Some("a")),
            ("class f [ a , b : ( a , a ) , a", Some("a")),
            ("class f [ a ] ( a = 1 , b = 2 , a", Some("a")),
            ("f ( a = 1 , b = lambda a = lambda : 0 , a = 2 : 0 , a", Some("a")),
            ("def f ( a = 1 , c = f ( b = 1 , b", Some("b")),
            ("class f ( a = 1 , a", Some("a")),
            ("type f [ a , * b , a", Some("a")),
            ("type type [ type , type", Some("type")),
            ("type in [ a , a ]", None),
            ("type [ a , a ]", None),
            ("type f [ a ] = b [ a , a ]", None),
            ("def f ( a , b = 1 , a", Some("a")),
            ("def f ( a , * a", Some("a")),
            ("def f ( a , * , b , ** a", Some("a")),
            ("def f ( a : b = lambda a , c : 0 , d = ( a , a ) , b", None),
            ("def f ( a , b = g ( a = 1 ) , c", None),
        ] {
            assert_eq!(read(&mut ConditionStacks::default(), NO_SCOPE, text).err(), repeated, "{text}");
        }
    }

    /// Returns the role of a word of formatted strings: `f"` and `rf"` begin one, `"` ends it, `{` and `}`
    /// delimit a field, and `\\x` is a malformed escape.
    fn role_of_text(word: &str) -> Role {
        match word {
            "f\"" | "rf\"" => Role::Text { is_raw: word.starts_with('r') },
            "{" => Role::Field,
            "(" => Role::Bracket,
            "\"" | "}" | ")" => Role::Closing,
            ":" => Role::Format,
            "=" => Role::Equals,
            "\\x" => Role::Malformed,
            _ => Role::Other,
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
            let mut scopes = ConditionStacks::default();
            let end = text
                .split(' ')
                .try_fold(NO_SCOPE, |stack, word| scopes.after(stack, role_of_text(word), word.as_bytes()));
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
            ("def f", "( a = 1 , a", true),
            ("f ( a = 1 , g ( b = 1", ") , a", true),
            ("def f ( a , b", ", a", true),
            ("def f ( a , b", ", c", false),
        ] {
            let (mut scopes, mut copies) = (ConditionStacks::default(), ConditionStacks::default());
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
