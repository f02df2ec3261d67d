//! Keys that are given once: what a text has said so far of nested tables, as a manifest declares their lexemes.
//!
//! A file consists of sections. A header names the section's table, or begins another table of a list; keys before the
//! first header belong to the file itself. A key may have several parts, which lead through tables, and a value may be a
//! table of its own, which nothing outside of it changes. The rules are those of TOML as `tomllib` has them: no key is
//! given twice, no value is used as a table, a table has one header, and dotted keys add to no table that has
//! one or that another section made with dotted keys.

pub mod stacks;
pub mod tree;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::base::sets::{TermId, TermSet};
use crate::layout::violation::Violation;
use tree::{Entry, Kind, Tree};

/// The role of a lexeme in a text of keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Other,
    /// A part of a key: written as it is, as several parts with dots between them, between quotes, or between quotes with
    /// escapes.
    Plain,
    Dotted,
    Quoted,
    Escaped,
    Dot,
    Assign,
    /// Brackets of headers and of lists: one, or two of them in one lexeme.
    Open,
    OpenTwo,
    Close,
    CloseTwo,
    /// What stands around a table that is a value.
    Table,
    TableEnd,
    Comma,
    LineEnd,
}

impl Role {
    /// Returns a role by its name in a manifest.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "plain" => Self::Plain,
            "dotted" => Self::Dotted,
            "quoted" => Self::Quoted,
            "escaped" => Self::Escaped,
            "dot" => Self::Dot,
            "assign" => Self::Assign,
            "open" => Self::Open,
            "open_two" => Self::OpenTwo,
            "close" => Self::Close,
            "close_two" => Self::CloseTwo,
            "table" => Self::Table,
            "table_end" => Self::TableEnd,
            "comma" => Self::Comma,
            "line_end" => Self::LineEnd,
            _ => return None,
        })
    }

    /// Returns whether a lexeme ends with a sign that nothing can follow in it.
    pub fn is_delimited(self) -> bool {
        matches!(self, Self::Quoted | Self::Escaped)
    }

    /// Returns whether a lexeme may complete the key of a value or of a table.
    pub fn makes_key(self) -> bool {
        matches!(self, Self::Assign | Self::Close | Self::CloseTwo)
    }

    /// Returns whether a lexeme of this role may begin a line, or be one by itself.
    fn may_begin_line(self) -> bool {
        self.is_part() || matches!(self, Self::Open | Self::OpenTwo | Self::LineEnd | Self::Other)
    }

    /// Returns whether a lexeme of this role is a part of a key.
    pub fn is_part(self) -> bool {
        matches!(self, Self::Plain | Self::Dotted | Self::Quoted | Self::Escaped)
    }
}

/// The terminals of keys by their roles.
#[derive(Clone, Default, Debug)]
pub struct KeyTerms(Vec<(Role, TermId)>);

impl KeyTerms {
    /// Returns the terminals of some roles, which are given by their names in a manifest.
    pub fn new(source: &[(String, Vec<TermId>)]) -> Result<Self, String> {
        let mut found = Vec::new();
        for (name, terms) in source {
            let role = Role::named(name).ok_or_else(|| format!("keys: there is no role {name}"))?;
            found.extend(terms.iter().map(|&term| (role, term)));
        }
        Ok(Self(found))
    }

    /// Returns the role of a lexeme.
    pub fn role(&self, set: &TermSet) -> Role {
        self.0.iter().find(|(_, term)| set.contains(*term)).map_or(Role::Other, |one| one.0)
    }

    /// Returns the terminals of a role.
    pub fn of(&self, wanted: Role) -> TermSet {
        let mut terms = TermSet::default();
        self.0.iter().filter(|(role, _)| *role == wanted).for_each(|one| terms.insert(one.1));
        terms
    }
}

type Name = Box<[u8]>;

/// What was read last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum At {
    /// A key may begin.
    Start,
    /// The key of a header, or of a header of a list.
    Header,
    ListHeader,
    /// The key of a value.
    Key,
    /// Its value, or what follows it.
    Value,
}

/// What is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Around {
    File,
    Table,
    List,
    /// Keys are not looked at.
    Unknown,
}

/// What a text has said of keys up to a position, in the innermost thing that is open.
#[derive(Clone, Debug)]
pub struct Keys {
    around: Around,
    at: At,
    /// Whether the next lexeme is a part of a key.
    awaits_part: bool,
    /// Whether the text is the rest of one, so that a list of tables may have begun before it.
    is_rest: bool,
    tree: Tree,
    /// The table of the section, and the tables that its dotted keys have made.
    section: Arc<[Name]>,
    dotted: Arc<[Arc<[Name]>]>,
    /// The key that is being read, with all parts of the section's table.
    key: Arc<[Name]>,
    below: Option<Arc<Self>>,
}

impl Default for Keys {
    fn default() -> Self {
        Self::of(Around::File, At::Start, None)
    }
}

impl Keys {
    fn of(around: Around, at: At, below: Option<Arc<Self>>) -> Self {
        let awaits_part = at == At::Start;
        let (tree, section, dotted, key) = (Tree::default(), Arc::default(), Arc::default(), Arc::default());
        Self { around, at, awaits_part, is_rest: false, tree, section, dotted, key, below }
    }

    /// Returns whether nothing is open but the file and perhaps a line.
    pub fn is_whole(&self) -> bool {
        self.around == Around::File
    }

    /// Returns whether a lexeme may follow in a file, as far as lines show.
    pub fn may_go_on(&self, role: Role) -> bool {
        match (self.around, self.at) {
            (Around::File, At::Start) => role.may_begin_line(),
            (Around::File, At::Key) => {
                !matches!(role, Role::LineEnd | Role::Comma | Role::Close | Role::CloseTwo)
            }
            (Around::File, At::Header | At::ListHeader) => role != Role::LineEnd,
            _ => true,
        }
    }

    /// Returns the keys at the start of the rest of a text, before a header.
    pub fn of_rest() -> Self {
        Self { is_rest: true, ..Self::default() }
    }

    /// Returns keys that are not looked at.
    pub fn blind() -> Self {
        Self::of(Around::Unknown, At::Value, None)
    }

    /// Returns the keys if the one that is being read gets another part.
    #[must_use]
    pub fn passed(&self) -> Self {
        let kind = if self.is_in_header() { Kind::Implied } else { Kind::Dotted };
        let entry = |known: Option<&Entry>| {
            let known = known.cloned().unwrap_or(Entry::new(kind));
            let kind = if known.kind == Kind::Implied { kind } else { known.kind };
            Entry { kind, ..known }
        };
        Self { tree: self.with_key(kind, entry), ..self.clone() }
    }

    /// Returns the tree with the entry of the key that is being read changed. Tables that its own parts make on the way get
    /// the kind `between`.
    fn with_key(&self, between: Kind, entry: impl FnOnce(Option<&Entry>) -> Entry) -> Tree {
        let (table, own) = self.key.split_at(self.table_length().min(self.key.len()));
        if table.is_empty() {
            return self.tree.with(own, between, entry);
        }
        self.tree.with(table, Kind::Implied, |known| {
            let known = known.cloned().unwrap_or(Entry::new(Kind::Closed));
            Entry { kind: known.kind, keys: known.keys.with(own, between, entry) }
        })
    }

    /// Returns the number of the parts of the key that is being read which are its section's.
    fn table_length(&self) -> usize {
        if self.is_in_header() { 0 } else { self.section.len() }
    }

    /// Returns whether the key that is being read has a part and will have another one.
    pub fn is_passed(&self) -> bool {
        self.awaits_part && self.key.len() > self.table_length()
    }

    /// Returns the roles of lexemes that may complete the key which is being read.
    pub fn ends(&self) -> &'static [Role] {
        match self.at {
            _ if self.awaits_part => &[],
            At::Header => &[Role::Close],
            At::ListHeader => &[Role::CloseTwo],
            At::Key => &[Role::Assign],
            At::Start | At::Value => &[],
        }
    }

    /// Returns whether the text of the next lexeme may matter.
    pub fn needs_text(&self) -> bool {
        self.awaits_part
    }

    /// Returns the keys after one more lexeme, or nothing if they stay the same; `word` is its text.
    pub fn after(&self, role: Role, word: &[u8]) -> Result<Option<Self>, Violation> {
        if self.around == Around::Unknown {
            return Ok(None);
        }
        if self.at == At::Value || self.around == Around::List {
            return Ok(self.after_in_value(role));
        }
        match role {
            _ if role.is_part() && self.awaits_part => self.with_parts(role, word).map(Some),
            Role::Dot => Ok(Some(Self { awaits_part: true, ..self.clone() })),
            Role::Open | Role::OpenTwo if self.at == At::Start && self.around == Around::File => {
                Ok(Some(self.in_header(role == Role::OpenTwo)))
            }
            Role::Close | Role::CloseTwo => self.declared(role == Role::CloseTwo).map(Some),
            Role::Assign => self.assigned().map(Some),
            Role::TableEnd if self.around == Around::Table => Ok(self.left()),
            _ => Ok(None),
        }
    }

    fn after_in_value(&self, role: Role) -> Option<Self> {
        let inside = |around, at, below: &Self| Self::of(around, at, Some(Arc::new(below.clone())));
        match role {
            Role::Open => Some(inside(Around::List, At::Value, self)),
            Role::OpenTwo => Some(inside(Around::List, At::Value, &inside(Around::List, At::Value, self))),
            Role::Table => Some(inside(Around::Table, At::Start, self)),
            Role::Close if self.around == Around::List => self.left(),
            Role::CloseTwo if self.around == Around::List => self.left().and_then(|below| below.left()),
            Role::TableEnd if self.around == Around::Table => self.left(),
            Role::Comma if self.around == Around::Table => Some(self.restarted()),
            Role::LineEnd if self.around == Around::File => Some(self.restarted()),
            _ => None,
        }
    }

    fn left(&self) -> Option<Self> {
        self.below.as_deref().cloned()
    }

    fn restarted(&self) -> Self {
        Self { at: At::Start, awaits_part: true, key: Arc::clone(&self.section), ..self.clone() }
    }

    /// Returns the keys after the bracket that begins a header. The tables of dotted keys are closed by it.
    fn in_header(&self, is_list: bool) -> Self {
        let close = |known: Option<&Entry>| Entry {
            kind: Kind::Closed,
            ..known.cloned().unwrap_or(Entry::new(Kind::Closed))
        };
        let tree =
            self.dotted.iter().fold(self.tree.clone(), |tree, path| tree.with(path, Kind::Implied, close));
        let at = if is_list { At::ListHeader } else { At::Header };
        let (key, dotted) = (Arc::default(), Arc::default());
        Self { at, awaits_part: true, tree, key, dotted, ..self.clone() }
    }

    /// Returns the keys after a part of a key. Fails if nothing that may follow it makes a new key.
    fn with_parts(&self, role: Role, word: &[u8]) -> Result<Self, Violation> {
        let mut key = self.key.to_vec();
        for name in names(role, word) {
            if key.len() > self.section.len() || self.is_in_header() {
                self.check_way(&key)?;
            }
            key.push(name);
        }
        let at = if self.at == At::Start { At::Key } else { self.at };
        let found = Self { at, awaits_part: false, key: key.into(), ..self.clone() };
        found.check_way(&found.key)?;
        Ok(found)
    }

    fn is_in_header(&self) -> bool {
        matches!(self.at, At::Header | At::ListHeader)
    }

    /// Fails if no key can lead through the key so far, or end there.
    fn check_way(&self, key: &[Name]) -> Result<(), Violation> {
        match self.tree.find(key).map(|entry| entry.kind) {
            Some(Kind::Value) => Err(Violation::RepeatedKey),
            Some(Kind::Closed | Kind::Last) if !self.is_in_header() => Err(Violation::RepeatedKey),
            _ => Ok(()),
        }
    }

    /// Returns whether the key so far, without more parts, is one that the text may not give.
    fn is_repeated(&self) -> bool {
        let known = self.tree.find(&self.key).map(|entry| entry.kind);
        match self.at {
            At::Header => !matches!(known, None | Some(Kind::Implied)),
            At::ListHeader if self.is_rest && known == Some(Kind::Implied) => false,
            At::ListHeader => !matches!(known, None | Some(Kind::Last)),
            At::Key => known.is_some(),
            At::Start | At::Value => false,
        }
    }

    fn declared(&self, is_list: bool) -> Result<Self, Violation> {
        if self.is_repeated() {
            return Err(Violation::RepeatedTable);
        }
        let entry = |known: Option<&Entry>| {
            if is_list {
                Entry::new(Kind::Last)
            } else {
                Entry { kind: Kind::Closed, ..known.cloned().unwrap_or(Entry::new(Kind::Closed)) }
            }
        };
        let tree = self.tree.with(&self.key, Kind::Implied, entry);
        Ok(Self { at: At::Value, awaits_part: false, tree, section: Arc::clone(&self.key), ..self.clone() })
    }

    fn assigned(&self) -> Result<Self, Violation> {
        if self.is_repeated() {
            return Err(Violation::RepeatedKey);
        }
        let (table, own) = self.key.split_at(self.section.len());
        let mut dotted = self.dotted.to_vec();
        let made = (1..own.len()).map(|count| &self.key[..table.len() + count]);
        let is_new = |path: &&[Name]| self.tree.find(path).is_none_or(|known| known.kind == Kind::Implied);
        dotted.extend(made.filter(is_new).map(Arc::from));
        let value = |_: Option<&Entry>| Entry::new(Kind::Value);
        let tree = self.with_key(Kind::Dotted, value);
        Ok(Self { at: At::Value, awaits_part: false, tree, dotted: dotted.into(), ..self.clone() })
    }

    /// Returns the names with which the next part of a key is compared, and all names that are known.
    pub fn known_names(&self) -> (Vec<&[u8]>, Vec<&[u8]>) {
        let (mut near, mut all) = (Vec::new(), Vec::new());
        self.add_names(&mut all);
        if self.at != At::Value {
            let inner = if self.key.is_empty() {
                Some(&self.tree)
            } else {
                self.tree.find(&self.key).map(|one| &one.keys)
            };
            if let Some(inner) = inner {
                inner.each(&mut |name, _| near.push(name));
            }
        }
        (near, all)
    }

    fn add_names<'k>(&'k self, found: &mut Vec<&'k [u8]>) {
        self.tree.add_names(found);
        found.extend(self.key.iter().map(|name| &**name));
        if let Some(below) = &self.below {
            below.add_names(found);
        }
    }

    /// Returns the keys of the file.
    pub fn of_file(&self) -> &Tree {
        self.below.as_ref().map_or(&self.tree, |below| below.of_file())
    }

    /// Returns a number that differs for any other keys but by an accident of 64 bits.
    pub fn print(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.around, self.at, self.awaits_part, self.tree.print(), &self.section, &self.dotted, &self.key)
            .hash(&mut hasher);
        self.below.as_ref().map(|below| below.print()).hash(&mut hasher);
        hasher.finish()
    }
}

/// Returns the names of the parts of a key in one lexeme.
pub fn names(role: Role, word: &[u8]) -> Vec<Name> {
    let inner = word.get(1..word.len().saturating_sub(1)).unwrap_or_default();
    match role {
        Role::Dotted => word.split(|&byte| byte == b'.').map(Into::into).collect(),
        Role::Quoted => vec![inner.into()],
        Role::Escaped => vec![unescaped(inner).into()],
        _ => vec![word.into()],
    }
}

/// Returns a text in which escapes are replaced by the signs that they denote.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let (mut plain, mut rest) = (String::new(), text.as_ref());
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let sign = after.chars().next().unwrap_or('\\');
        let digits = match sign {
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        let code = after.get(1..=digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        plain.extend(match sign {
            'u' | 'U' => code.and_then(char::from_u32),
            'b' => Some('\u{8}'),
            't' => Some('\t'),
            'n' => Some('\n'),
            'f' => Some('\u{c}'),
            'r' => Some('\r'),
            sign => Some(sign),
        });
        rest = after.get(sign.len_utf8() + digits..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::{Keys, Role, names, unescaped};

    fn role(word: &str) -> Role {
        match word {
            "." => Role::Dot,
            "=" => Role::Assign,
            "[" => Role::Open,
            "[[" => Role::OpenTwo,
            "]" => Role::Close,
            "]]" => Role::CloseTwo,
            "{" => Role::Table,
            "}" => Role::TableEnd,
            "," => Role::Comma,
            ";" => Role::LineEnd,
            "0" => Role::Other,
            _ if word.starts_with('"') => Role::Escaped,
            _ if word.starts_with('\'') => Role::Quoted,
            _ if word.contains('.') => Role::Dotted,
            _ => Role::Plain,
        }
    }

    /// Returns the word at which a text of words repeats a key; `;` is a line end.
    fn fault(text: &str) -> Option<usize> {
        let mut keys = Keys::default();
        for (place, word) in text.split(' ').enumerate() {
            match keys.after(role(word), word.as_bytes()) {
                Err(_) => return Some(place),
                Ok(Some(next)) => keys = next,
                Ok(None) => {}
            }
        }
        None
    }

    #[test]
    fn keys_and_tables_are_given_once() {
        for (text, at) in [
            ("a = 0 ; b = 0", None),
            ("a = 0 ; a", Some(4)),
            ("a = 0 ; \"\\u0061\"", Some(4)),
            ("a = 0 ; 'a'", Some(4)),
            ("a . b = 0 ; a . c = 0", None),
            ("a . b = 0 ; a =", Some(7)),
            ("a . b = 0 ; a . b", Some(8)),
            ("a = 0 ; a . b", Some(4)),
            ("1.a = 0 ; 1 . a", Some(6)),
            ("[ a ] ; b = 0 ; [ c ] ; b = 0", None),
            ("[ a ] ; [ a ]", Some(6)),
            ("[ a . b ] ; [ a ] ; c = 0", None),
            ("[ a . b ] ; [ a ] ; b = 0", Some(10)),
            ("[ a . b ] ; [ a ] ; b . c = 0", Some(10)),
            ("[ a . b . c ] ; [ a ] ; b . d = 0", None),
            ("[ a ] ; b . c = 0 ; [ a . b ]", Some(14)),
            ("[ a ] ; b . c = 0 ; [ a . b . d ]", None),
            ("[[ a ]] ; b = 0 ; [[ a ]] ; b = 0", None),
            ("[[ a ]] ; [ a ]", Some(6)),
            ("[[ a ]] ; [ a . b ] ; [[ a ]] ; [ a . b ]", None),
            ("[[ a ]] ; [ a . b ] ; [ a . b ]", Some(14)),
            ("[ a ] ; [[ a ]]", Some(6)),
            ("a = [ 0 ] ; [[ a", Some(7)),
            ("a = { b = 0 , b", Some(7)),
            ("a = { b = 0 , c = { b = 0 } } ; b = 0", None),
            ("a = { b . c = 0 , b . d = 0 , b =", Some(16)),
            ("a = { b = 0 } ; a . c", Some(8)),
            ("a = [ { b = 0 } , { b = 0 } ] ; b = 0", None),
            ("a = [[ 0 ]] ; b = 0 ; a", Some(10)),
        ] {
            assert_eq!(fault(text), at, "{text}");
        }
    }

    #[test]
    fn names_are_what_is_written() {
        assert_eq!(names(Role::Dotted, b"1.a"), [Box::from(*b"1"), Box::from(*b"a")]);
        for (text, plain) in
            [("a\\tb", "a\tb"), ("\\u00e9\\U0001F600x", "é😀x"), ("\\\\", "\\"), ("é\\\"", "é\"")]
        {
            assert_eq!(unescaped(text.as_bytes()), plain.as_bytes());
        }
    }
}
