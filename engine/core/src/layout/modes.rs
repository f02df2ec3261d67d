//! What is open around a place: brackets, and formatted strings with their replacement fields
//! (PEP 498, PEP 701). The lexer's mode follows from the innermost.
//!
//! Frames lie in stacks, shared and numbered. Of a text that begins in the midst of a program the
//! frames below its start are unknown: such a stack begins with an *open* frame, and leaving it has
//! several outcomes. Which of them is meant, the parser finds, since every bracket and every
//! formatted string has a beginning and an end of its own kind.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::base::sets::TermSet;
use crate::base::text::Change;
use crate::lexer::Terminal;
use crate::limits::{MAX_BRACKETS, MAX_FORMAT_LEVEL, MAX_FORMAT_LEVEL_OF_ONE_TOKEN, MAX_FORMATTED};

/// The stack of a text's own start: nothing is open.
pub const ROOT: u32 = 0;
const UNKNOWN: u32 = u32::MAX;

/// The innermost thing that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// A bracket, or nothing.
    Code,
    /// Code behind a lexeme that may end a statement, where that matters.
    Ending,
    /// A replacement field, outside its format specification.
    Field,
    /// A formatted string's own text, or, from level 1 on, that of a format specification in it,
    /// whose rest *behind* a first field may have a mode of its own.
    Text { kind: u8, level: u8, behind: bool },
}

impl Mode {
    /// The text of a formatted string, or of a format specification in front of all its fields.
    const fn text(kind: u8, level: u8) -> Self {
        Self::Text { kind, level, behind: false }
    }
}

/// Quotes that may not occur, as bits: of one line by `'` and `"`, of several lines by the same.
/// Up to Python 3.11 a formatted string is one token first, so the quotes around a replacement
/// field may not occur in it, nor a backslash, nor a comment.
pub type Quotes = u8;

const SINGLE: [(u8, Quotes); 2] = [(b'\'', 1), (b'"', 2)];
const TRIPLE: [(u8, Quotes); 2] = [(b'\'', 4), (b'"', 8)];
/// Those of one line.
const ONE_LINE: Quotes = 3;
const ALL_QUOTES: Quotes = 15;

/// A frame of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Frame {
    mode: Mode,
    quotes: Quotes,
    /// Where it was opened, in bytes of the text; 0 where that does not matter.
    at: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    below: u32,
    frame: Frame,
    start: u16,
    brackets: u16,
    strings: u16,
    /// The quotes that have yet to come, to end what is known to be open.
    needed: Quotes,
    /// Nothing is known of what lies below.
    is_guess: bool,
    /// The same stack whose frames were opened nowhere in particular.
    shape: u32,
}

/// What a terminal does to the stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Stay,
    Open,
    Close,
    /// A formatted string of this kind begins.
    Start(u8),
    End,
    Field,
    FieldEnd,
    Format,
    /// A lexeme that may end a statement, where that matters, and one that cannot.
    MayEnd,
    GoesOn,
}

/// A kind of formatted string: its quotes, and whether it is raw.
#[derive(Clone, Debug)]
struct Kind {
    quotes: Quotes,
    is_raw: bool,
    text: u16,
    specification: u16,
    /// Of a specification behind its first field, where that is lexed in another way.
    behind: Option<u16>,
}

/// Stacks that one another's moves lead to.
pub type Stacks = SmallVec<[u32; 2]>;

/// What a language says of its modes.
#[derive(Clone, Debug)]
pub struct Rules {
    code: u16,
    ending: Option<u16>,
    field: Option<u16>,
    kinds: Vec<Kind>,
    /// Per terminal.
    move_of_term: Vec<Move>,
    /// The quotes around a field may not occur in it.
    is_one_token: bool,
}

impl Rules {
    /// Find the modes and the terminals that move between them, by their names. `starts` are the
    /// lexer's, mode by mode.
    pub fn find(
        terminals: &[Terminal],
        modes: &[(String, u16)],
        openers: &TermSet,
        closers: &TermSet,
        is_one_token: bool,
    ) -> Result<Self, String> {
        let start = |name: &str| modes.iter().find(|mode| mode.0 == name).map(|mode| mode.1);
        let mut names = Vec::new();
        let mut kinds = Vec::new();
        for (mode, text) in modes {
            let Some(name) = mode.strip_prefix("text_") else { continue };
            let specification = start(&format!("spec_{name}"))
                .ok_or_else(|| format!("the mode {mode} needs a mode spec_{name} beside it"))?;
            let behind = start(&format!("rest_{name}"));
            let is_raw = name.ends_with('R');
            kinds.push(Kind { quotes: quotes_of(name)?, is_raw, text: *text, specification, behind });
            names.push(name.to_owned());
        }
        let field = start("field");
        if field.is_none() && !kinds.is_empty() {
            return Err("formatted strings need a mode \"field\"".to_owned());
        }
        let kind_of = |name: &str| names.iter().position(|known| known == name).map(|kind| kind as u8);
        let move_of_term = terminals.iter().enumerate().map(|(term, terminal)| {
            let name = terminal.name.as_str();
            if openers.contains(term as u16) {
                return Move::Open;
            }
            if closers.contains(term as u16) {
                return Move::Close;
            }
            if let Some((_, kind)) = name.split_once("_START_") {
                return kind_of(kind).map_or(Move::Stay, Move::Start);
            }
            if name.strip_prefix("END_").and_then(kind_of).is_some() {
                return Move::End;
            }
            match name {
                "FIELD" => Move::Field,
                _ if name.starts_with("FIELD_END") => Move::FieldEnd,
                _ if name.starts_with("FORMAT") => Move::Format,
                _ => Move::Stay,
            }
        });
        let move_of_term = move_of_term.collect();
        Ok(Self { code: modes[0].1, ending: None, field, kinds, move_of_term, is_one_token })
    }

    /// Of a language that opens nothing.
    pub fn none(terminals: usize, code: u16) -> Self {
        Self {
            code,
            ending: None,
            field: None,
            kinds: Vec::new(),
            move_of_term: vec![Move::Stay; terminals],
            is_one_token: false,
        }
    }

    /// Of a language in which it matters whether a statement may have ended: what each terminal does, and
    /// the lexer's starts elsewhere and there.
    pub fn endings(move_of_term: Vec<Move>, code: u16, ending: u16) -> Self {
        Self { ending: Some(ending), move_of_term, ..Self::none(0, code) }
    }

    /// Whether a kind of formatted strings is raw.
    pub fn is_raw(&self, kind: u8) -> bool {
        self.kinds[usize::from(kind)].is_raw
    }

    pub fn move_of(&self, term: u16) -> Move {
        self.move_of_term[usize::from(term)]
    }

    fn max_level(&self) -> u8 {
        if self.is_one_token { MAX_FORMAT_LEVEL_OF_ONE_TOKEN } else { MAX_FORMAT_LEVEL }
    }

    fn start_of(&self, mode: Mode) -> u16 {
        match mode {
            Mode::Code => self.code,
            Mode::Ending => self.ending.unwrap_or(self.code),
            Mode::Field => self.field.unwrap_or(self.code),
            Mode::Text { kind, level, behind } => {
                let kind = &self.kinds[usize::from(kind)];
                match kind.behind {
                    _ if level == 0 => kind.text,
                    Some(rest) if behind => rest,
                    _ => kind.specification,
                }
            }
        }
    }

    /// The lexer's start behind a move, where that does not depend on what is open.
    pub fn start_behind(&self, movement: Move) -> Option<u16> {
        match movement {
            Move::Open | Move::GoesOn => Some(self.code),
            Move::MayEnd => self.ending,
            Move::Start(kind) => Some(self.kinds[usize::from(kind)].text),
            Move::Field => self.field,
            Move::Stay | Move::Close | Move::End | Move::FieldEnd | Move::Format => None,
        }
    }

    /// The mode in which a text goes on behind a field in it.
    fn behind_field(&self, kind: u8, level: u8) -> Mode {
        Mode::Text { kind, level, behind: level > 0 && self.kinds[usize::from(kind)].behind.is_some() }
    }

    fn quotes_in(&self, outside: Quotes, kind: u8) -> Quotes {
        if self.is_one_token { outside | self.kinds[usize::from(kind)].quotes } else { 0 }
    }

    /// Kinds of formatted strings that a field with these quotes may belong to.
    fn kinds_with(&self, quotes: Quotes) -> impl Iterator<Item = (u8, Quotes)> + '_ {
        self.kinds.iter().enumerate().filter_map(move |(number, kind)| {
            let fits = !self.is_one_token || quotes & kind.quotes != 0;
            fits.then_some((number as u8, quotes & !kind.quotes))
        })
    }
}

fn quotes_of(kind: &str) -> Result<Quotes, String> {
    match kind.trim_end_matches('R') {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(4),
        "4" => Ok(8),
        _ => Err(format!("the mode text_{kind} is of no known kind of quotes")),
    }
}

/// All stacks met so far.
pub struct Modes {
    nodes: Vec<Node>,
    numbers: FxHashMap<(u32, Frame), u32>,
}

impl Modes {
    pub fn new(rules: &Rules) -> Self {
        let frame = Frame { mode: Mode::Code, quotes: 0, at: 0 };
        let root = Node {
            below: UNKNOWN,
            frame,
            start: rules.code,
            brackets: 0,
            strings: 0,
            needed: 0,
            is_guess: false,
            shape: ROOT,
        };
        Self { nodes: vec![root], numbers: FxHashMap::default() }
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.numbers.capacity() * size_of::<(u32, Frame, u32)>()
    }

    /// The lexer's start state for a stack.
    #[inline]
    pub fn start(&self, stack: u32) -> u16 {
        self.nodes[stack as usize].start
    }

    /// Quotes that may not occur here.
    #[inline]
    pub fn quotes(&self, stack: u32) -> Quotes {
        self.nodes[stack as usize].frame.quotes
    }

    /// The quotes that have yet to come, to end what is known to be open.
    #[inline]
    pub fn needed(&self, stack: u32) -> Quotes {
        self.nodes[stack as usize].needed
    }

    /// Whether what lies below the stack is unknown.
    #[inline]
    pub fn is_guess(&self, stack: u32) -> bool {
        self.nodes[stack as usize].is_guess
    }

    /// Whether the innermost frame is the only one that is known.
    #[inline]
    pub fn is_lowest(&self, stack: u32) -> bool {
        stack != ROOT && self.nodes[stack as usize].below == UNKNOWN
    }

    /// Whether a move leaves the one frame that is known.
    pub fn is_left(&self, stack: u32, movement: Move) -> bool {
        let leaves = match self.mode(stack) {
            Mode::Code => movement == Move::Close,
            Mode::Field => matches!(movement, Move::FieldEnd | Move::Format),
            Mode::Text { level: 0, .. } => movement == Move::End,
            Mode::Text { .. } => movement == Move::FieldEnd,
            Mode::Ending => false,
        };
        leaves && self.is_lowest(stack)
    }

    /// Behind the last quotes in a text that may end a formatted string of several lines.
    pub fn last_ending(&self, rules: &Rules, text: &[u8]) -> Option<usize> {
        let kinds = rules.kinds.iter().fold(0, |all, kind| all | kind.quotes);
        let ends = |&(_, quotes): &(u8, Quotes)| kinds & quotes != 0;
        let ends: SmallVec<[u8; 2]> = TRIPLE.into_iter().filter(ends).map(|(quote, _)| quote).collect();
        let is_end = |three: &[u8]| ends.contains(&three[0]) && three[0] == three[1] && three[1] == three[2];
        let found = (!ends.is_empty()).then(|| text.windows(3).rposition(is_end)).flatten();
        found.map(|at| at + 3)
    }

    /// The stack of one frame that stands for all in which the same is read until they are left.
    pub fn read_as(&mut self, rules: &Rules, stack: u32) -> u32 {
        let Frame { mode, quotes, .. } = self.nodes[stack as usize].frame;
        match mode {
            Mode::Text { kind, level, behind } if level > 1 && level < rules.max_level() => {
                self.open(rules, Mode::Text { kind, level: 1, behind }, quotes)
            }
            _ => stack,
        }
    }

    /// Whether a move ends a formatted string that may have several lines.
    pub fn ends_lines(&self, rules: &Rules, stack: u32, movement: Move) -> bool {
        let Mode::Text { kind, .. } = self.mode(stack) else { return false };
        movement == Move::End && rules.kinds[usize::from(kind)].quotes & ONE_LINE == 0
    }

    pub fn mode(&self, stack: u32) -> Mode {
        self.nodes[stack as usize].frame.mode
    }

    /// Whether a formatted string is known to be open.
    pub fn is_in_text(&self, stack: u32) -> bool {
        self.nodes[stack as usize].strings > 0
    }

    /// Behind a lexeme that may end a statement.
    fn ending(&mut self, rules: &Rules) -> u32 {
        self.push(rules, ROOT, Frame { mode: Mode::Ending, quotes: 0, at: 0 })
    }

    /// Whether a statement may have ended, where that matters.
    pub fn is_ending(&self, stack: u32) -> bool {
        self.mode(stack) == Mode::Ending
    }

    /// Whether the text may end with this stack.
    pub fn may_end(&self, stack: u32) -> bool {
        stack == ROOT || self.is_ending(stack)
    }

    /// The number that all stacks of equal frames share, wherever those were opened.
    pub fn shape(&self, stack: u32) -> u32 {
        self.nodes[stack as usize].shape
    }

    /// The terminals that would nest too deep.
    pub fn too_deep(&self, rules: &Rules, stack: u32) -> TermSet {
        let Node { brackets, strings, frame, .. } = self.nodes[stack as usize];
        let no_field = matches!(frame.mode, Mode::Text { level, .. } if level >= rules.max_level());
        let mut terms = TermSet::default();
        if brackets < MAX_BRACKETS && strings < MAX_FORMATTED && !no_field {
            return terms;
        }
        for (term, movement) in rules.move_of_term.iter().enumerate() {
            let is_too_deep = match movement {
                Move::Open => brackets >= MAX_BRACKETS,
                Move::Field => no_field || (brackets >= MAX_BRACKETS && !rules.is_one_token),
                Move::Start(_) => strings >= MAX_FORMATTED,
                _ => false,
            };
            if is_too_deep {
                terms.insert(term as u16);
            }
        }
        terms
    }

    /// Where the innermost bracket or field was opened, in bytes of the text.
    pub fn open_bracket(&self, mut stack: u32) -> Option<usize> {
        while matches!(self.mode(stack), Mode::Text { .. }) {
            stack = self.nodes[stack as usize].below;
        }
        (stack != ROOT && !self.is_ending(stack)).then(|| self.nodes[stack as usize].frame.at as usize)
    }

    /// The same frames again, as a stack of these.
    pub fn copy(&mut self, rules: &Rules, from: &Self, stack: u32) -> u32 {
        let mut frames = Vec::new();
        let mut next = stack;
        while next != ROOT {
            frames.push(from.nodes[next as usize].frame);
            next = from.nodes[next as usize].below;
        }
        frames.into_iter().rev().fold(ROOT, |below, frame| self.push(rules, below, frame))
    }

    /// The stack whose innermost frame is known and no other.
    pub fn open(&mut self, rules: &Rules, mode: Mode, quotes: Quotes) -> u32 {
        self.push(rules, UNKNOWN, Frame { mode, quotes, at: 0 })
    }

    /// The stack with the innermost frame of this one and nothing else known.
    pub fn opened(&mut self, rules: &Rules, stack: u32) -> u32 {
        if stack == ROOT || self.is_ending(stack) {
            return stack;
        }
        let frame = Frame { at: 0, ..self.nodes[stack as usize].frame };
        self.push(rules, UNKNOWN, frame)
    }

    fn push(&mut self, rules: &Rules, below: u32, frame: Frame) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry((below, frame)).or_insert(next);
        if number == next {
            let mut under =
                self.nodes.get(below as usize).map_or((0, 0), |node| (node.brackets, node.strings));
            if rules.is_one_token && frame.mode == Mode::Field {
                // What a field holds is parsed by itself.
                under.0 = 0;
            }
            let own = match frame.mode {
                Mode::Text { kind, .. } => rules.kinds[usize::from(kind)].quotes,
                _ => 0,
            };
            let needed_below = self.nodes.get(below as usize).map_or(0, |node| node.needed);
            let text = matches!(frame.mode, Mode::Text { .. });
            let string = matches!(frame.mode, Mode::Text { level: 0, .. });
            self.nodes.push(Node {
                below,
                frame,
                start: rules.start_of(frame.mode),
                brackets: under.0 + u16::from(!text),
                strings: under.1 + u16::from(string),
                needed: needed_below | frame.quotes | own,
                is_guess: self.nodes.get(below as usize).is_none_or(|node| node.is_guess),
                shape: number,
            });
            let shape_below = self.nodes.get(below as usize).map_or(below, |node| node.shape);
            if frame.at != 0 || shape_below != below {
                self.nodes[number as usize].shape = self.push(rules, shape_below, Frame { at: 0, ..frame });
            }
        }
        number
    }

    /// The stacks that a move may lead to: one at most unless what lies below is unknown, none
    /// where the move cannot be made or nests too deep. `at` is where its lexeme begins.
    pub fn after(&mut self, rules: &Rules, stack: u32, movement: Move, at: u32) -> Stacks {
        let Node { below, frame, brackets, strings, .. } = self.nodes[stack as usize];
        let Frame { mode, quotes, .. } = frame;
        let mut pushed = |mode, quotes| smallvec![self.push(rules, stack, Frame { mode, quotes, at })];
        match (movement, mode) {
            (Move::Stay, _) => smallvec![stack],
            (Move::MayEnd, _) => smallvec![self.ending(rules)],
            (Move::GoesOn, _) => smallvec![ROOT],
            (Move::Open, _) if brackets < MAX_BRACKETS => pushed(Mode::Code, quotes),
            (Move::Start(kind), _) if strings < MAX_FORMATTED => pushed(Mode::text(kind, 0), quotes),
            (Move::Field, Mode::Text { kind, level, .. })
                if level < rules.max_level() && (rules.is_one_token || brackets < MAX_BRACKETS) =>
            {
                pushed(Mode::Field, rules.quotes_in(quotes, kind))
            }
            (Move::Close, Mode::Code) | (Move::End, Mode::Text { level: 0, .. }) => {
                self.leave(rules, stack, below, quotes)
            }
            (Move::Format, Mode::Field) => self.enter_specification(rules, below, quotes),
            (Move::FieldEnd, Mode::Field) if below != UNKNOWN => smallvec![self.behind_field(rules, below)],
            (Move::FieldEnd, Mode::Field) => {
                let texts = self.open_texts(rules, quotes, 0..=rules.max_level());
                texts.into_iter().map(|text| self.behind_field(rules, text)).collect()
            }
            (Move::FieldEnd, Mode::Text { kind, level, .. }) if level > 0 => {
                if below == UNKNOWN {
                    smallvec![self.open(rules, rules.behind_field(kind, level - 1), quotes)]
                } else {
                    smallvec![self.behind_field(rules, below)]
                }
            }
            _ => Stacks::new(),
        }
    }

    /// The stack of a text once a field in it has ended.
    fn behind_field(&mut self, rules: &Rules, text: u32) -> u32 {
        let Node { below, frame, .. } = self.nodes[text as usize];
        match frame.mode {
            Mode::Text { kind, level, .. } => {
                self.push(rules, below, Frame { mode: rules.behind_field(kind, level), ..frame })
            }
            Mode::Code | Mode::Field | Mode::Ending => text,
        }
    }

    fn leave(&mut self, rules: &Rules, stack: u32, below: u32, quotes: Quotes) -> Stacks {
        if stack == ROOT {
            return Stacks::new();
        }
        if below == UNKNOWN { self.around(rules, quotes) } else { smallvec![below] }
    }

    /// What may be innermost where a bracket or a string with these quotes outside has ended.
    fn around(&mut self, rules: &Rules, quotes: Quotes) -> Stacks {
        let mut stacks: Stacks = smallvec![self.open(rules, Mode::Code, quotes)];
        if quotes == 0 {
            stacks.push(ROOT);
        }
        if rules.field.is_some() && (quotes != 0 || !rules.is_one_token) {
            stacks.push(self.open(rules, Mode::Field, quotes));
        }
        stacks
    }

    fn enter_specification(&mut self, rules: &Rules, below: u32, quotes: Quotes) -> Stacks {
        if below == UNKNOWN {
            return self.open_texts(rules, quotes, 1..=rules.max_level());
        }
        let Mode::Text { kind, level, .. } = self.mode(below) else { return Stacks::new() };
        let frame = Frame {
            mode: Mode::text(kind, level + 1),
            quotes: self.quotes(below),
            at: self.nodes[below as usize].frame.at,
        };
        smallvec![self.push(rules, below, frame)]
    }

    fn open_texts(&mut self, rules: &Rules, quotes: Quotes, levels: std::ops::RangeInclusive<u8>) -> Stacks {
        let kinds: Vec<(u8, Quotes)> = rules.kinds_with(quotes).collect();
        let mut stacks = Stacks::new();
        for (kind, outside) in kinds {
            for level in levels.clone() {
                stacks.push(self.open(rules, Mode::text(kind, level), outside));
            }
        }
        stacks
    }

    /// Every stack of which the innermost frame alone is known, and the root. With quotes that
    /// may not occur, only those in `present` are thought of, since each has yet to come; but for a
    /// formatted string's own, which may come at once.
    pub fn all_open(&mut self, rules: &Rules, present: Quotes) -> Vec<u32> {
        let mut stacks = vec![ROOT];
        if rules.ending.is_some() {
            stacks.push(self.ending(rules));
            return stacks;
        }
        let sets = if rules.is_one_token { present } else { 0 };
        for quotes in (0..=ALL_QUOTES).filter(|quotes| quotes & !sets == 0) {
            stacks.push(self.open(rules, Mode::Code, quotes));
            if rules.field.is_some() && (quotes != 0 || !rules.is_one_token) {
                stacks.push(self.open(rules, Mode::Field, quotes));
            }
            for kind in 0..rules.kinds.len() as u8 {
                let own = rules.kinds[usize::from(kind)].quotes;
                if quotes & own == 0 {
                    for level in 0..=rules.max_level() {
                        let text = self.open(rules, Mode::text(kind, level), quotes);
                        let behind = self.behind_field(rules, text);
                        stacks.push(text);
                        stacks.extend((behind != text).then_some(behind));
                    }
                }
            }
        }
        stacks
    }
}

/// Where the last of each kind of quotes stands in a text.
#[derive(Clone, Copy, Default)]
pub struct LastQuotes([Option<u32>; 4]);

impl LastQuotes {
    /// Take a text that came by this change; returns the distances, all before what has changed, at which
    /// other kinds occur from there on than before.
    pub fn update(&mut self, text: &[u8], change: &Change) -> Option<Range<u32>> {
        let mut farthest = None;
        for ((quote, single), (_, triple)) in SINGLE.into_iter().zip(TRIPLE) {
            let last = &mut self.0[single.trailing_zeros() as usize];
            let changed =
                find_last(last, text, change, |bytes| bytes.iter().rposition(|&byte| byte == quote));
            farthest = farthest.max(changed);
            let last = &mut self.0[triple.trailing_zeros() as usize];
            let find = |bytes: &[u8]| bytes.windows(3).rposition(|three| three == [quote; 3]);
            farthest = farthest.max(find_last(last, text, change, find));
        }
        farthest.map(|farthest| change.kept as u32 + 1..farthest)
    }

    /// The kinds that occur from a distance to the text's end on.
    pub fn from(&self, distance: u32) -> Quotes {
        let mut present = 0;
        for (bit, last) in self.0.iter().enumerate() {
            present |= Quotes::from(last.is_some_and(|last| last <= distance)) << bit;
        }
        present
    }
}

/// Find a distance again: in what the texts have in common at their end, or in what has changed, or where it
/// was before that, or else in all that precedes it. Returns the farthest distance from which on it is another
/// question whether the quotes occur, if it is for any before what has changed.
fn find_last(
    last: &mut Option<u32>,
    text: &[u8],
    change: &Change,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Option<u32> {
    const REACH: usize = 2;
    let &Change { old, new, from, kept } = change;
    let before = *last;
    if before.is_some_and(|distance| distance as usize <= kept) {
        return None;
    }
    let distance_of = |at: usize| Some((new - at) as u32);
    let (start, end) = (from.saturating_sub(REACH), (new - kept + REACH).min(new));
    *last = find(&text[start..end]).and_then(|at| distance_of(start + at));
    let place = before.map(|distance| old - distance as usize);
    if last.is_none()
        && let Some(at) = place
    {
        let is_there = at + REACH < from;
        if is_there {
            *last = distance_of(at);
            return None;
        }
        *last = find(&text[..from]).and_then(distance_of);
        return Some(last.unwrap_or(new as u32));
    }
    match (place, *last) {
        (Some(at), Some(_)) if at < from => distance_of(at),
        (None, Some(_)) => Some(new as u32),
        _ => None,
    }
}

/// How many equal quotes a text ends with, and which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct QuoteRun {
    quote: u8,
    length: u8,
}

impl QuoteRun {
    /// The run at the end of a text.
    pub fn at_end(bytes: &[u8]) -> Self {
        let start = bytes.len().saturating_sub(2);
        bytes[start..].iter().fold(Self::default(), |run, &byte| run.after(byte))
    }

    #[must_use]
    pub fn after(self, byte: u8) -> Self {
        if byte != b'\'' && byte != b'"' {
            return Self::default();
        }
        let length = if byte == self.quote { self.length.saturating_add(1) } else { 1 };
        Self { quote: byte, length }
    }

    /// Whether one more byte makes this run longer.
    pub fn goes_on(self, byte: u8) -> bool {
        self.length > 0 && byte == self.quote
    }

    /// Whether a byte with these quotes forbidden may stand where it makes this run.
    fn is_allowed(self, byte: u8, quotes: Quotes) -> bool {
        let single = SINGLE.iter().any(|&(quote, bit)| quotes & bit != 0 && byte == quote);
        let triple = TRIPLE.iter().any(|&(quote, bit)| quotes & bit != 0 && byte == quote && self.length > 2);
        let line = quotes & ONE_LINE != 0 && matches!(byte, b'\n' | b'\r');
        !(single || triple || line || byte == b'\\')
    }
}

/// Whether a text may stand where these quotes are forbidden, behind `run`.
pub fn is_clean(bytes: &[u8], mut run: QuoteRun, quotes: Quotes) -> bool {
    quotes == 0
        || bytes.iter().all(|&byte| {
            run = run.after(byte);
            run.is_allowed(byte, quotes)
        })
}

/// Whether a text may begin as these bytes do where these quotes are forbidden: the first `taken` of
/// them, and the quotes behind that go on with those they end with.
pub fn is_clean_start(bytes: &[u8], taken: usize, run: QuoteRun, quotes: Quotes) -> bool {
    if quotes == 0 {
        return true;
    }
    let (inside, behind) = bytes.split_at(taken);
    let end = inside.iter().fold(run, |run, &byte| run.after(byte));
    let goes_on = behind.iter().take(2).take_while(|&&byte| end.goes_on(byte)).count();
    is_clean(inside, run, quotes) && is_clean(&behind[..goes_on], end, quotes & !ONE_LINE)
}
