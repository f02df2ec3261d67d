//! Names of characters in escapes such as `"\N{GREEK SMALL LETTER ALPHA}"`; an escape whose name does not
//! exist is an error in Python.
//!
//! The names of one version of Unicode are sorted in one text. A partial name is represented by the range of
//! the names that begin with it, which each further character narrows by two binary searches. Names are not
//! case-sensitive, except those that `CPython` derives by rule (Hangul syllables and unified ideographs),
//! which it accepts in capitals only.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use regex_syntax::hir::{Class, HirKind};

use crate::base::sets::TermSet;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer};

/// Names other than the characters' own ones, each with the version of Unicode that introduced it.
const ALIASES: &str = include_str!("../../../data/name_aliases.txt");
const BY_RULE: [&str; 2] = ["HANGUL SYLLABLE ", "CJK UNIFIED IDEOGRAPH-"];

/// All names of a version of Unicode, sorted, in capitals.
pub struct Names {
    text: Vec<u8>,
    ends: Vec<u32>,
    /// For each name, the number of preceding names that are not derived by rule; one more entry counts all.
    in_any_case: Vec<u32>,
}

/// A partial name, as the range of the names that begin with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Partial {
    first: u32,
    end: u32,
    length: u16,
    has_small: bool,
}

impl Names {
    /// Returns the names of a version of Unicode such as `"14.0"`.
    pub fn of(version: &str) -> Self {
        // A string of its own for each name would take several times the memory.
        let (mut all, mut places) = (String::new(), Vec::new());
        for name in characters_of(version).filter_map(unicode_names2::name) {
            let begin = all.len();
            all.extend(name);
            places.push(begin..all.len());
        }
        for name in aliases_of(version) {
            places.push(all.len()..all.len() + name.len());
            all.push_str(name);
        }
        let text = |place: &Range<usize>| &all[place.clone()];
        places.sort_unstable_by(|one, other| text(one).cmp(text(other)));
        places.dedup_by(|one, other| text(one) == text(other));
        let count = places.len();
        let mut made = Self {
            text: Vec::with_capacity(all.len()),
            ends: Vec::with_capacity(count),
            in_any_case: Vec::with_capacity(count + 1),
        };
        made.in_any_case.push(0);
        for name in places.iter().map(text) {
            let by_rule = BY_RULE.iter().any(|start| name.starts_with(start));
            made.text.extend(name.as_bytes());
            made.ends.push(made.text.len() as u32);
            made.in_any_case.push(made.in_any_case[made.ends.len() - 1] + u32::from(!by_rule));
        }
        made
    }

    fn get(&self, name: u32) -> &[u8] {
        let name = name as usize;
        let start = if name == 0 { 0 } else { self.ends[name - 1] as usize };
        &self.text[start..self.ends[name] as usize]
    }

    /// Returns the empty partial name.
    pub fn begin(&self) -> Partial {
        Partial { first: 0, end: self.ends.len() as u32, length: 0, has_small: false }
    }

    /// Returns a partial name extended by one character; none if no name begins with it.
    pub fn after(&self, name: Partial, byte: u8) -> Option<Partial> {
        let at = usize::from(name.length);
        let wanted = Some(byte.to_ascii_uppercase());
        let next = |name: u32| self.get(name).get(at).copied();
        let first = Self::bound(name, |name| next(name) < wanted);
        let end = Self::bound(name, |name| next(name) <= wanted);
        let has_small = name.has_small || byte.is_ascii_lowercase();
        let after = Partial { first, end, length: name.length + 1, has_small };
        (first < end && (!has_small || self.in_any_case(first, end))).then_some(after)
    }

    /// Returns the first name of a range for which a condition is false. The condition must be true for the
    /// names before it and false for those after it.
    fn bound(range: Partial, is_before: impl Fn(u32) -> bool) -> u32 {
        let (mut first, mut end) = (range.first, range.end);
        while first < end {
            let middle = u32::midpoint(first, end);
            if is_before(middle) { first = middle + 1 } else { end = middle }
        }
        first
    }

    fn in_any_case(&self, first: u32, end: u32) -> bool {
        self.in_any_case[first as usize] < self.in_any_case[end as usize]
    }

    /// Returns the rest of the first name that begins with a partial name.
    pub fn rest(&self, name: Partial) -> &[u8] {
        let is_fit = |&other: &u32| !name.has_small || self.in_any_case(other, other + 1);
        let found = (name.first..name.end).find(is_fit).unwrap_or(name.first);
        &self.get(found)[usize::from(name.length)..]
    }

    /// Returns whether a partial name is a whole name.
    pub fn is_name(&self, name: Partial) -> bool {
        self.get(name.first).len() == usize::from(name.length)
            && (!name.has_small || self.in_any_case(name.first, name.first + 1))
    }
}

fn characters_of(version: &str) -> impl Iterator<Item = char> {
    let class = regex_syntax::parse(&format!(r"\p{{Age={version}}}")).ok();
    let ranges = match class.as_ref().map(regex_syntax::hir::Hir::kind) {
        Some(HirKind::Class(Class::Unicode(class))) => class.ranges().to_vec(),
        _ => Vec::new(),
    };
    ranges.into_iter().flat_map(|range| range.start()..=range.end())
}

fn aliases_of(version: &str) -> impl Iterator<Item = &'static str> {
    let number =
        |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    let known = number(version);
    let lines = ALIASES.lines().filter_map(|line| line.split_once(';'));
    lines.filter(move |(_, since)| number(since) <= known).map(|(name, _)| name)
}

/// Returns, for each state of the lexer, whether it is inside the braces of a name's escape. In such a state
/// the characters of names lead to a lexeme that some rule uses, and no other byte does except the closing
/// brace.
fn states_in_names(lexer: &Lexer, used: &TermSet) -> Vec<bool> {
    let leads_on = |state: LexState, byte: u8| {
        let next = lexer.step(state, byte);
        next != DEAD && lexer.reachable(next).intersects(used)
    };
    let is_of_names = |byte: u8| byte.is_ascii_alphanumeric() || byte == b' ' || byte == b'-';
    let is_in_name =
        |state: LexState| (0..=255).all(|byte| byte == b'}' || leads_on(state, byte) == is_of_names(byte));
    lexer.states().map(|state| state != DEAD && is_in_name(state)).collect()
}

/// Returns the names of a version of Unicode, which all languages share.
fn names_of(version: &'static str) -> Arc<Names> {
    static KNOWN: Mutex<Vec<(&str, Arc<Names>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, names)) = known.iter().find(|(other, _)| *other == version) {
        return Arc::clone(names);
    }
    let names = Arc::new(Names::of(version));
    known.push((version, Arc::clone(&names)));
    names
}

/// The error that no character has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchName;

/// The names of one version of Unicode, computed when they are first needed, and the lexer's states inside
/// names.
#[derive(Default)]
pub struct NameTable {
    version: &'static str,
    names: OnceLock<Arc<Names>>,
    /// For each state of the lexer, whether it is inside a name; all false where names are not checked.
    is_in_name: Vec<bool>,
}

impl NameTable {
    /// Returns the table for a version of Unicode; with the empty version, names are not checked. `used` is
    /// the set of terminals that some rule uses.
    pub fn new(version: &'static str, lexer: &Lexer, used: &TermSet) -> Self {
        let is_in_name =
            if version.is_empty() { vec![false; lexer.state_count()] } else { states_in_names(lexer, used) };
        Self { version, names: OnceLock::new(), is_in_name }
    }

    /// Returns whether a lexeme in a state of the lexer is inside a character's name.
    #[inline]
    pub fn is_in_name(&self, state: LexState) -> bool {
        self.is_in_name[state.index()]
    }

    /// Returns the names, which are computed at the first call.
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| names_of(self.version))
    }

    /// Returns the partial name of a lexeme after one more byte, which leads to the state `next`; none
    /// outside names. Fails if no name begins so, or if a name ends that does not exist.
    pub fn follow(
        &self,
        name: Option<Partial>,
        byte: u8,
        next: LexState,
    ) -> Result<Option<Partial>, NoSuchName> {
        match (name, self.is_in_name(next)) {
            (None, false) => Ok(None),
            (None, true) => Ok(Some(self.names().begin())),
            (Some(name), true) => self.names().after(name, byte).map(Some).ok_or(NoSuchName),
            (Some(name), false) if self.names().is_name(name) => Ok(None),
            (Some(_), false) => Err(NoSuchName),
        }
    }

    /// Returns whether all names in `bytes` exist, where `bytes` continues a lexeme from a state and a
    /// partial name. A name that is still partial at the end may be extended to a whole one.
    pub fn fit(&self, lexer: &Lexer, mut state: LexState, mut name: Option<Partial>, bytes: &[u8]) -> bool {
        if self.version.is_empty() {
            return true;
        }
        let may_begin = bytes.starts_with(b"N{") || bytes.starts_with(b"{");
        if name.is_none() && !may_begin && !bytes.windows(3).any(|window| window == b"\\N{") {
            return true;
        }
        bytes.iter().all(|&byte| {
            state = lexer.step(state, byte);
            self.follow(name, byte, state).map(|followed| name = followed).is_ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    fn is_name(names: &Names, text: &str) -> bool {
        let after = text.bytes().try_fold(names.begin(), |name, byte| names.after(name, byte));
        after.is_some_and(|name| names.is_name(name))
    }

    #[test]
    fn names_are_those_of_their_version() {
        let (old, new) = (Names::of("12.1"), Names::of("16.0"));
        for (name, in_old, in_new) in [
            ("LATIN SMALL LETTER A", true, true),
            ("latin Small letter a", true, true),
            ("LATIN SMALL LETTER", false, false),
            ("LATIN  SMALL LETTER A", false, false),
            ("latin-small-letter-a", false, false),
            ("NULL", true, true),
            ("LINE FEED", true, true),
            ("SOFT HYPHEN", true, true),
            ("HANGUL SYLLABLE GA", true, true),
            ("hangul syllable ga", false, false),
            ("CJK UNIFIED IDEOGRAPH-4E00", true, true),
            ("CJK UNIFIED IDEOGRAPH-4e00", false, false),
            ("KEYCAP NUMBER SIGN", false, false),
            ("KHITAN SMALL SCRIPT CHARACTER-18B00", false, true),
            ("OUTLINED LATIN CAPITAL LETTER A", false, true),
        ] {
            assert_eq!((is_name(&old, name), is_name(&new, name)), (in_old, in_new), "{name}");
        }
    }
}
