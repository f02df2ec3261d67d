//! Quotes around replacement fields, which may not occur in them where a formatted string is one token.

use std::ops::Range;

use crate::base::text::{Distance, Edit};

/// Quotes that may not occur, as bits: of one line by `'` and `"`, of several lines by the same.
/// Up to Python 3.11 a formatted string is one token first, so the quotes around a replacement
/// field may not occur in it, nor a backslash, nor a comment.
pub type Quotes = u8;

const SINGLE: [(u8, Quotes); 2] = [(b'\'', 1), (b'"', 2)];
pub const TRIPLE: [(u8, Quotes); 2] = [(b'\'', 4), (b'"', 8)];
/// Those of one line.
pub const ONE_LINE: Quotes = 3;
pub const ALL_QUOTES: Quotes = 15;

/// Where the last of each kind of quotes stands in a text.
#[derive(Clone, Copy, Default)]
pub struct LastQuotes([Option<u32>; 4]);

impl LastQuotes {
    /// Take a text that came by this change; returns the distances, all before what has changed, at which
    /// other kinds occur from there on than before.
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

    /// The kinds that occur from a distance to the text's end on.
    pub fn from(&self, distance: Distance) -> Quotes {
        let mut present = 0;
        for (bit, last) in self.0.iter().enumerate() {
            present |= Quotes::from(last.is_some_and(|last| last <= distance.0)) << bit;
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
    let (inside, rest) = bytes.split_at(taken);
    let end = inside.iter().fold(run, |run, &byte| run.after(byte));
    let goes_on = rest.iter().take(2).take_while(|&&byte| end.goes_on(byte)).count();
    is_clean(inside, run, quotes) && is_clean(&rest[..goes_on], end, quotes & !ONE_LINE)
}
