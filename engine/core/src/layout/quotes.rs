//! The quotes around replacement fields. A field may not contain them if a formatted string is one token.

use std::ops::Range;

use crate::base::byte_sets::Groups;
use crate::base::text::{Distance, Edit};

/// A set of quotes that may not occur, as bits: `'` and `"` of one line, then the same of several lines. Up
/// to Python 3.11 a formatted string is first read as one token, so a replacement field may contain neither
/// the quotes around it nor a backslash nor a comment.
pub type Quotes = u8;

const SINGLE: [(u8, Quotes); 2] = [(b'\'', 1), (b'"', 2)];
pub const TRIPLE: [(u8, Quotes); 2] = [(b'\'', 4), (b'"', 8)];
/// The quotes of strings of one line.
pub const ONE_LINE: Quotes = 3;
pub const ALL_QUOTES: Quotes = 15;

/// The position of the last quotes of each kind in a text, as distances from its end.
#[derive(Clone, Copy, Default)]
pub struct LastQuotes([Option<u32>; 4]);

impl LastQuotes {
    /// Updates the positions after an edit. Returns the distances before the edit whose answer to *which
    /// quotes follow?* has changed.
    pub fn update(&mut self, text: &[u8], change: &Edit) -> Option<Range<u32>> {
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

    /// Returns the kinds of quotes that occur between a distance and the text's end.
    pub fn from(&self, distance: Distance) -> Quotes {
        let mut present = 0;
        for (bit, last) in self.0.iter().enumerate() {
            present |= Quotes::from(last.is_some_and(|last| last <= distance.0)) << bit;
        }
        present
    }
}

/// Updates the position of the last quotes of one kind after an edit. Returns the farthest distance before
/// the edit whose answer to *do these quotes follow?* has changed, if any.
fn find_last(
    last: &mut Option<u32>,
    text: &[u8],
    change: &Edit,
    find: impl Fn(&[u8]) -> Option<usize>,
) -> Option<u32> {
    const REACH: usize = 2;
    let &Edit { old, new, from, kept } = change;
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

/// A run of equal quotes at the end of a text: which quote, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct QuoteRun {
    quote: u8,
    length: u8,
}

impl QuoteRun {
    /// Returns the run at the end of a text.
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

    /// Returns whether a byte extends the run.
    pub fn goes_on(self, byte: u8) -> bool {
        self.length > 0 && byte == self.quote
    }

    /// Returns whether a byte may stand where these quotes are forbidden, if the byte makes this run.
    fn is_allowed(self, byte: u8, quotes: Quotes) -> bool {
        let single = SINGLE.iter().any(|&(quote, bit)| quotes & bit != 0 && byte == quote);
        let triple = TRIPLE.iter().any(|&(quote, bit)| quotes & bit != 0 && byte == quote && self.length > 2);
        let line = quotes & ONE_LINE != 0 && matches!(byte, b'\n' | b'\r');
        !(single || triple || line || byte == b'\\')
    }
}

/// The quotes that may not occur at a position, and the run of quotes just before it, if that matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Quoting {
    pub quotes: Quotes,
    pub run: QuoteRun,
}

impl Quoting {
    /// Nothing is forbidden.
    pub const NONE: Self = Self { quotes: 0, run: QuoteRun { quote: 0, length: 0 } };

    /// Returns the quoting after a run. It only matters if three of its quotes are forbidden.
    pub fn new(quotes: Quotes, run: QuoteRun) -> Self {
        let matters = TRIPLE.iter().any(|&(quote, bit)| quotes & bit != 0 && run.goes_on(quote));
        Self { quotes, run: if matters { run } else { QuoteRun::default() } }
    }

    /// Returns whether the last byte of a text that begins here may stand.
    pub fn allows(self, text: &[u8]) -> bool {
        let Some((&byte, before)) = text.split_last().filter(|_| self.quotes != 0) else { return true };
        let length = before.iter().rev().take_while(|&&other| other == byte).count();
        let first = if length == before.len() { self.run } else { QuoteRun::default() };
        let run = before[before.len() - length..].iter().fold(first, |run, &byte| run.after(byte));
        run.after(byte).is_allowed(byte, self.quotes)
    }
}

/// Returns whether a byte may matter to any quoting. A comment, which `#` begins, may not occur between quotes.
pub const fn matters(byte: u8) -> bool {
    matches!(byte, b'\'' | b'"' | b'\\' | b'\n' | b'\r' | b'#')
}

/// Returns whether some bytes of these groups may matter to a quoting.
pub fn may_matter(bytes: Groups) -> bool {
    [b'\'', b'"', b'\\', b'\n', b'\r', b'#'].iter().any(|&byte| Groups::of(byte).are_within(bytes))
}

/// Returns whether a text may follow `run` where these quotes are forbidden.
pub fn is_clean(bytes: &[u8], mut run: QuoteRun, quotes: Quotes) -> bool {
    quotes == 0
        || bytes.iter().all(|&byte| {
            run = run.after(byte);
            run.is_allowed(byte, quotes)
        })
}

/// Returns whether a text may begin with these bytes where these quotes are forbidden: the first `taken`
/// bytes, and the quotes after them that extend the run with which they end.
pub fn is_clean_start(bytes: &[u8], taken: usize, run: QuoteRun, quotes: Quotes) -> bool {
    if quotes == 0 {
        return true;
    }
    let (inside, rest) = bytes.split_at(taken);
    let end = inside.iter().fold(run, |run, &byte| run.after(byte));
    let goes_on = rest.iter().take(2).take_while(|&&byte| end.goes_on(byte)).count();
    is_clean(inside, run, quotes) && is_clean(&rest[..goes_on], end, quotes & !ONE_LINE)
}
