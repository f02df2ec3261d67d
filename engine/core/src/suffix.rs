//! The right context's lexemes, from any offset at which one may begin.
//!
//! Offsets are distances from the end, so that an edit in front of a lexeme leaves it what it
//! was. What is open at an offset is a stack of [`Modes`]; below the right context's start it is
//! unknown, so a lexeme that leaves an unknown frame has several ways on. A lexeme is alive if one
//! of them comes to the end with nothing open.

use smallvec::SmallVec;

use crate::ahead::Ahead;
use crate::common;
use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::layout::modes::{LastQuotes, Mode, Modes, Move, QuoteRun, Quotes, ROOT, is_clean_start};
use crate::lexer::NO_SET;
use crate::limits::MAX_BRACKETS;
use crate::names;
use crate::places::Places;

/// One lexeme of the right context.
#[derive(Clone, Debug)]
pub struct Lexeme {
    /// Distance from the end at which it begins.
    distance: u32,
    /// The terminals it may be.
    pub set: u16,
    /// Distance from the end at which the next one begins.
    pub next: u32,
    /// What may be open behind it, so that the end is reached.
    pub ways: SmallVec<[u32; 2]>,
    /// Brackets that are open in front of it, the most of all ways.
    brackets: u32,
    pub ahead: Ahead,
}

impl Lexeme {
    pub fn is_alive(&self) -> bool {
        !self.ways.is_empty()
    }
}

/// A lexeme whose ways on are not all known yet.
struct Open {
    distance: u32,
    stack: u32,
    set: u16,
    next: u32,
    ways: SmallVec<[u32; 2]>,
}

/// Numbers by distance and stack, in pages, since neighbours are asked for one after another.
#[derive(Default)]
struct Pages {
    /// By number of the page in the text, and stack.
    numbers: Places,
    /// The numbers plus one, or 0.
    pages: Vec<[u32; PAGE]>,
}

const PAGE: usize = 32;

impl Pages {
    fn get(&self, distance: u32, stack: u32) -> Option<usize> {
        let page = self.numbers.get(distance / PAGE as u32, (stack, 0))?;
        (self.pages[page as usize][distance as usize % PAGE] as usize).checked_sub(1)
    }

    fn insert(&mut self, distance: u32, stack: u32, number: usize) {
        let (part, key) = (distance / PAGE as u32, (stack, 0));
        let page = self.numbers.get(part, key).unwrap_or_else(|| {
            let page = self.pages.len() as u32;
            self.pages.push([0; PAGE]);
            self.numbers.insert(part, key, page);
            page
        });
        self.pages[page as usize][distance as usize % PAGE] = number as u32 + 1;
    }

    /// Forget what lies beyond a distance, of a text of so many bytes.
    fn keep(&mut self, distance: u32, length: usize) {
        let last = distance / PAGE as u32;
        self.numbers.keep(last, length / PAGE);
        for page in self.numbers.at(last) {
            self.pages[page as usize][distance as usize % PAGE + 1..].fill(0);
        }
    }

    fn size(&self) -> usize {
        self.numbers.size() + self.pages.capacity() * size_of::<[u32; PAGE]>()
    }
}

pub struct Lexemes {
    bytes: Vec<u8>,
    found: Vec<Lexeme>,
    /// By distance from the end: number of the lexeme that begins there with nothing open, plus one.
    at: Vec<u32>,
    /// By distance and stack: the numbers of the others.
    at_open: Pages,
    last_quotes: LastQuotes,
    pub modes: Modes,
    /// The stack of one bracket and nothing else known.
    in_bracket: u32,
}

impl Lexemes {
    pub fn new(grammar: &Grammar) -> Self {
        let mut modes = Modes::new(&grammar.modes);
        let in_bracket = modes.open(&grammar.modes, Mode::Code, 0);
        Self {
            bytes: Vec::new(),
            found: Vec::new(),
            at: vec![0],
            at_open: Pages::default(),
            last_quotes: LastQuotes::default(),
            modes,
            in_bracket,
        }
    }

    /// Take a new context; returns the length of the common suffix.
    pub fn update(&mut self, bytes: &[u8]) -> u32 {
        let common = common::suffix(&self.bytes, bytes);
        let old = self.bytes.len();
        self.bytes.splice(..old - common, bytes[..bytes.len() - common].iter().copied());
        self.at.truncate(common + 1);
        self.at.resize(bytes.len() + 1, 0);
        self.at_open.keep(common as u32, bytes.len());
        self.last_quotes.update(bytes, common);
        while self.found.pop_if(|lexeme| lexeme.distance as usize > common).is_some() {}
        common as u32
    }

    /// The kinds of quotes that occur.
    pub fn quotes_present(&self) -> Quotes {
        self.last_quotes.from(self.length())
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes of the context.
    pub fn length(&self) -> u32 {
        self.bytes.len() as u32
    }

    pub fn byte(&self, distance: u32) -> u8 {
        self.bytes[self.bytes.len() - distance as usize]
    }

    /// Bytes kept for the text and for what is known of it.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
            + self.found.capacity() * size_of::<Lexeme>()
            + self.at.capacity() * size_of::<u32>()
            + self.at_open.size()
            + self.modes.size()
    }

    /// Whether the end can be reached from here, with `stack` open.
    pub fn is_alive(&mut self, grammar: &Grammar, distance: u32, stack: u32) -> bool {
        if distance == 0 { self.modes.may_end(stack) } else { self.get(grammar, distance, stack).is_alive() }
    }

    /// The lexeme that begins at this distance (not at the end) with `stack` open, and all behind it.
    pub fn get(&mut self, grammar: &Grammar, distance: u32, stack: u32) -> &Lexeme {
        let number = match self.number(distance, stack) {
            Some(number) => number,
            None => self.read(grammar, distance, stack),
        };
        &self.found[number]
    }

    /// The bytes from a distance on.
    pub fn from(&self, distance: u32) -> &[u8] {
        &self.bytes[self.bytes.len() - distance as usize..]
    }

    /// The lexeme that begins there, if it was read before.
    pub fn known(&self, distance: u32, stack: u32) -> Option<&Lexeme> {
        self.number(distance, stack).map(|number| &self.found[number])
    }

    fn number(&self, distance: u32, stack: u32) -> Option<usize> {
        if stack == ROOT {
            return (self.at[distance as usize] as usize).checked_sub(1);
        }
        self.at_open.get(distance, stack)
    }

    /// Read on to the end or to what is known, and come back.
    fn read(&mut self, grammar: &Grammar, distance: u32, stack: u32) -> usize {
        let mut work = vec![self.begin(grammar, distance, stack)];
        let mut last = 0;
        while let Some(open) = work.last() {
            let unknown =
                open.ways.iter().find(|&&way| open.next > 0 && self.number(open.next, way).is_none());
            if let Some(&way) = unknown {
                let next = open.next;
                work.push(self.begin(grammar, next, way));
            } else if let Some(open) = work.pop() {
                last = self.close(grammar, open);
            }
        }
        last
    }

    /// The lexeme at a distance; none where something is open that does not end any more: a formatted
    /// string, or a bracket in front of a text that is whole without it.
    fn begin(&mut self, grammar: &Grammar, distance: u32, stack: u32) -> Open {
        let is_whole = stack == self.in_bracket && self.get(grammar, distance, ROOT).is_alive();
        if !is_whole && self.modes.needed(stack) & !self.last_quotes.from(distance) == 0 {
            return self.lex(grammar, distance, stack);
        }
        Open { distance, stack, set: NO_SET, next: distance, ways: SmallVec::new() }
    }

    fn lex(&mut self, grammar: &Grammar, distance: u32, stack: u32) -> Open {
        let start = self.bytes.len() - distance as usize;
        let found = grammar.lexer.longest(self.modes.start(stack), &self.bytes[start..]);
        let next = distance - found.end as u32;
        let mut open = Open { distance, stack, set: found.set, next, ways: SmallVec::new() };
        if found.set != NO_SET && self.is_allowed(grammar, found.set, start, start + found.end, stack) {
            open.ways = self.modes.after(&grammar.modes, stack, grammar.move_of(found.set), 0);
        }
        open
    }

    fn is_allowed(&self, grammar: &Grammar, set: u16, start: usize, end: usize, stack: u32) -> bool {
        if let Layout::Python(names) = &grammar.layout {
            let terms = grammar.lexer.set(set);
            let ends_text = end == self.bytes.len();
            if (ends_text && names.needs_more(terms)) || names.is_byte_order_mark(terms) {
                return false;
            }
        }
        if grammar.is_too_long(set, end - start)
            || !names::fit(grammar, self.modes.start(stack), None, &self.bytes[start..end])
        {
            return false;
        }
        let quotes = self.modes.quotes(stack);
        if quotes == 0 {
            return true;
        }
        // What precedes may change, so a run of quotes is found from the lexeme that it begins in.
        !grammar.is_comment(set)
            && is_clean_start(&self.bytes[start..], end - start, QuoteRun::default(), quotes)
    }

    /// Keep the ways on that come to the end.
    fn close(&mut self, grammar: &Grammar, open: Open) -> usize {
        let Open { distance, stack, set, next, mut ways } = open;
        let change = match grammar.move_of(set) {
            Move::Open | Move::Field => -1,
            Move::Close | Move::FieldEnd => 1,
            _ => 0,
        };
        let mut brackets = 0;
        ways.retain(|way| {
            let behind = if next == 0 {
                self.modes.may_end(*way).then_some(0)
            } else {
                self.known(next, *way).filter(|lexeme| lexeme.is_alive()).map(|lexeme| lexeme.brackets)
            };
            let Some(behind) = behind else { return false };
            let before = behind.saturating_add_signed(change);
            brackets = brackets.max(before);
            before <= u32::from(MAX_BRACKETS)
        });
        let ahead = Ahead::of(self, grammar, (set, stack), next, &mut ways);
        let number = self.found.len();
        self.found.push(Lexeme { distance, set, next, ways, brackets, ahead });
        if stack == ROOT {
            self.at[distance as usize] = number as u32 + 1;
        } else {
            self.at_open.insert(distance, stack, number);
        }
        number
    }

    /// Where reading on from here with `stack` open fails, as an offset from the start: at a lexeme
    /// that cannot stand there, though what follows can, or at a bracket that stays open; none if the
    /// end is reached.
    pub fn failure(&mut self, grammar: &Grammar, mut distance: u32, mut stack: u32) -> Option<usize> {
        let mut opened: Vec<(u32, u32)> = Vec::new();
        while distance > 0 && !self.is_alive(grammar, distance, stack) {
            let open = self.lex(grammar, distance, stack);
            let Some(&way) = open.ways.first() else { break };
            if self.is_alive(grammar, open.next, way) {
                break;
            }
            match grammar.move_of(open.set) {
                Move::Open | Move::Start(_) | Move::Field => opened.push((stack, distance)),
                Move::Close | Move::End | Move::FieldEnd => {
                    opened.pop_if(|&mut (below, _)| below == way);
                }
                Move::Stay | Move::Format | Move::MayEnd | Move::GoesOn => {}
            }
            (distance, stack) = (open.next, way);
        }
        if distance > 0 && self.is_alive(grammar, distance, stack) {
            return None;
        }
        if distance == 0 {
            distance = opened.first().map(|&(_, distance)| distance)?;
        }
        Some(self.bytes.len() - distance as usize)
    }
}
