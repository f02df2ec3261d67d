//! Plain code, in which logical lines and brackets are found byte by byte without the lexer.
//!
//! Bytes are *plain* if lexemes of them alone neither open nor close anything and end before each bracket and each line
//! end. Between other bytes, those of strings and comments above all, only brackets and line ends matter to who wants to
//! know where a logical line ends. Which bytes are plain follows from the lexer's automaton.

use crate::base::byte_sets::Bytes;
use crate::grammar::Grammar;
use crate::layout::mode_rules::ModeAction;
use crate::layout::modes::ModeStacks;
use crate::layout::place::ROOT;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};

/// The letters of English words, the rarest first.
const RARE: &[u8] = b"zqjxkvbwyfgpmhcdulnsortaie";

/// What a byte is between lexemes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    Open,
    Close,
    LineEnd,
    /// It may belong to a word that is looked for.
    Sign,
    Other,
}

/// A word that is looked for, and the place of its rarest letter.
struct Word {
    text: Vec<u8>,
    place: usize,
}

/// The plain bytes of a language, and the words that are looked for among them.
pub struct PlainCode {
    kinds: [Kind; 256],
    /// For each plain byte, the bytes with which a lexeme begins if they follow.
    begins: Vec<Bytes>,
    words: Vec<Word>,
    /// Whether each blank at the beginning of a line adds one to its column.
    has_blanks: bool,
}

/// How far some code is plain.
pub struct Passed {
    /// The offset after the last bracket or line end, or of the first byte that is not plain if a lexeme begins there: a
    /// lexer can go on from it. And the number of open brackets.
    pub at: usize,
    pub depth: usize,
    /// The offset of the first byte that is not plain.
    pub stop: usize,
    /// Whether a line end outside brackets is before `at`.
    pub is_end: bool,
}

impl PlainCode {
    /// Finds the plain bytes of a language with logical lines, if each terminal that is looked for is one word.
    pub fn new(grammar: &Grammar) -> Option<Self> {
        let start = ModeStacks::new(&grammar.layout.modes).start(ROOT);
        let rules = grammar.name_rules.as_ref()?;
        let mut words: Vec<Vec<u8>> = rules.opening_names().map(<[u8]>::to_vec).collect();
        for term in rules.outer.or(&rules.nearest).or(&rules.import).iter() {
            words.push(grammar.terminals[term.index()].literal.clone()?.into_bytes());
        }
        let has_blanks = is_blank(grammar, start);
        let (begins, found) = (vec![Bytes::default(); 256], Vec::new());
        let mut code = Self { kinds: [Kind::Other; 256], begins, words: found, has_blanks };
        for byte in 0..=127 {
            code.kinds[usize::from(byte)] = of_one_byte(grammar, start, byte);
        }
        let (letters, others): (Vec<u8>, Vec<u8>) =
            (0..=127).partition(|&byte| byte == b'_' || byte == b' ' || byte.is_ascii_alphanumeric());
        for byte in letters {
            code.kinds[usize::from(byte)] = Kind::Plain;
        }
        if !code.is_plain(grammar, start) {
            return None;
        }
        for byte in others {
            let kind = &mut code.kinds[usize::from(byte)];
            if *kind == Kind::Other && grammar.lexer.step(start, byte) != DEAD {
                *kind = Kind::Plain;
                if !code.is_plain(grammar, start) {
                    code.kinds[usize::from(byte)] = Kind::Other;
                }
            }
        }
        for text in words {
            let rank = |byte: &u8| RARE.iter().position(|rare| rare == byte).unwrap_or(RARE.len());
            let place = (0..text.len()).min_by_key(|&place| rank(&text[place]))?;
            code.kinds[usize::from(text[place])] = Kind::Sign;
            code.words.push(Word { text, place });
        }
        code.find_begins(grammar, start);
        Some(code)
    }

    /// Finds out after which plain bytes lexemes begin: where every lexeme with such a byte at its end is whole, and does
    /// not go on.
    fn find_begins(&mut self, grammar: &Grammar, start: LexState) {
        let lexer = &grammar.lexer;
        let is_plain = |byte: u8| matches!(self.kinds[usize::from(byte)], Kind::Plain | Kind::Sign);
        let (plain, others): (Vec<u8>, Vec<u8>) = (0..=127).partition(|&byte| is_plain(byte));
        let ended_by = |state: LexState| -> Bytes {
            let is_whole = lexer.accept(state) != NO_SET;
            others.iter().copied().filter(|&byte| is_whole && lexer.step(state, byte) == DEAD).collect()
        };
        let mut begins: Vec<Option<Bytes>> = vec![None; 256];
        let mut ends: Vec<Option<Bytes>> = vec![None; lexer.state_count()];
        let mut found = vec![start];
        while let Some(state) = found.pop() {
            for &byte in &plain {
                let reached = lexer.step(state, byte);
                if reached == DEAD {
                    continue;
                }
                let own = *ends[reached.index()].get_or_insert_with(|| {
                    found.push(reached);
                    ended_by(reached)
                });
                let all = &mut begins[usize::from(byte)];
                *all = Some(all.map_or(own, |all| all.and(&own)));
            }
        }
        self.begins = begins.into_iter().map(Option::unwrap_or_default).collect();
    }

    /// Returns whether lexemes of plain bytes change no mode, are content but for blanks, and end before all brackets and
    /// line ends.
    fn is_plain(&self, grammar: &Grammar, start: LexState) -> bool {
        let of_kind = |is_wanted: &dyn Fn(Kind) -> bool| -> Vec<u8> {
            (0..=127).filter(|&byte| is_wanted(self.kinds[usize::from(byte)])).collect()
        };
        let plain = of_kind(&|kind| kind == Kind::Plain);
        let ends = of_kind(&|kind| matches!(kind, Kind::Open | Kind::Close | Kind::LineEnd));
        let blank = grammar.lexer.step(start, b' ');
        let mut is_found = vec![false; grammar.lexer.state_count()];
        let mut found = vec![start];
        while let Some(state) = found.pop() {
            if state != start && ends.iter().any(|&byte| grammar.lexer.step(state, byte) != DEAD) {
                return false;
            }
            let set = grammar.lexer.accept(state);
            let is_ignored = set != NO_SET && grammar.is_ignored_set(set) && state != blank;
            if is_ignored || (set != NO_SET && grammar.layout.action_of(set) != ModeAction::Stay) {
                return false;
            }
            for &byte in &plain {
                let next = grammar.lexer.step(state, byte);
                if next != DEAD && !std::mem::replace(&mut is_found[next.index()], true) {
                    if next == start {
                        return false;
                    }
                    found.push(next);
                }
            }
        }
        true
    }

    /// Passes the beginnings of a line from an offset at which one begins: empty lines, and blanks before plain code.
    /// Returns the offset after them and the number of those blanks, if plain code follows.
    pub fn pass_blanks(&self, text: &[u8], from: usize) -> Option<(usize, u32)> {
        let mut begin = from;
        for (offset, &byte) in text[from..].iter().enumerate() {
            let at = from + offset;
            match self.kinds[usize::from(byte)] {
                _ if byte == b' ' && self.has_blanks => {}
                Kind::LineEnd => begin = at + 1,
                Kind::Plain | Kind::Sign if byte != b' ' => return Some((at, (at - begin) as u32)),
                _ => return None,
            }
        }
        None
    }

    /// Passes plain code from an offset at which a lexeme begins, with so many brackets open.
    pub fn pass(&self, text: &[u8], from: usize, depth: usize) -> Passed {
        let mut passed = Passed { at: from, depth, stop: text.len(), is_end: false };
        for (offset, &byte) in text[from..].iter().enumerate() {
            let at = from + offset;
            match self.kinds[usize::from(byte)] {
                Kind::Plain => continue,
                Kind::Open => passed.depth += 1,
                Kind::Close if passed.depth > 0 => passed.depth -= 1,
                Kind::LineEnd => passed.is_end = passed.depth == 0,
                Kind::Sign if !self.is_in_word(text, at) => continue,
                _ => {
                    passed.stop = at;
                    if at > passed.at && self.begins[usize::from(text[at - 1])].contains(byte) {
                        passed.at = at;
                    }
                    return passed;
                }
            }
            passed.at = at + 1;
            if passed.is_end {
                passed.stop = passed.at;
                return passed;
            }
        }
        passed
    }

    /// Returns whether a byte belongs to a word that is looked for.
    #[inline]
    fn is_in_word(&self, text: &[u8], at: usize) -> bool {
        self.words
            .iter()
            .any(|word| at.checked_sub(word.place).is_some_and(|begin| text[begin..].starts_with(&word.text)))
    }
}

/// Returns the terminals of a byte that is a lexeme of its own, whatever follows.
fn one_byte(grammar: &Grammar, start: LexState, byte: u8) -> Option<TermSetId> {
    let lexer = &grammar.lexer;
    let state = lexer.step(start, byte);
    let goes_on = lexer.plain_bytes().iter().any(|&next| lexer.step(state, next) != DEAD);
    (lexer.accept(state) != NO_SET && !goes_on).then(|| lexer.accept(state))
}

/// Returns whether a blank is a lexeme of its own that belongs to the column of a line.
fn is_blank(grammar: &Grammar, start: LexState) -> bool {
    let lines = grammar.layout.lines.as_ref();
    one_byte(grammar, start, b' ')
        .zip(lines)
        .is_some_and(|(set, lines)| grammar.lexer.set(set).contains(lines.blank))
}

/// Returns what a byte is that is a lexeme of its own, whatever follows.
fn of_one_byte(grammar: &Grammar, start: LexState, byte: u8) -> Kind {
    let Some(set) = one_byte(grammar, start, byte) else { return Kind::Other };
    match grammar.layout.action_of(set) {
        ModeAction::Open => Kind::Open,
        ModeAction::Close => Kind::Close,
        ModeAction::Stay if grammar.ends_line(set) => Kind::LineEnd,
        _ => Kind::Other,
    }
}
