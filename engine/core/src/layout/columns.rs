//! Columns, stacks of indentation levels, and the effect of a line's column on the levels (The Python
//! Language Reference, section 2.1.8; `CPython`, `Parser/lexer/lexer.c`).

use crate::base::ids::id_type;
use crate::base::interner::Numbers;

/// A column by both rules of `CPython`: a tab advances to the next multiple of eight, or counts as one
/// character. Two levels are comparable only if both rules agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, PartialOrd, Ord)]
pub struct Column {
    pub col: u32,
    pub alt: u32,
}

impl Column {
    pub const ZERO: Self = Self { col: 0, alt: 0 };

    /// Returns the column after one more blank.
    #[must_use]
    pub fn after(self, blank: u8) -> Self {
        match blank {
            b'\t' => Self { col: (self.col / 8 + 1) * 8, alt: self.alt + 1 },
            b'\x0c' => Self::ZERO,
            _ => Self { col: self.col + 1, alt: self.alt + 1 },
        }
    }

    /// Returns the column after many equal blanks.
    #[must_use]
    pub fn after_many(self, blank: u8, count: u32) -> Self {
        let Some(more) = count.checked_sub(1) else { return self };
        let first = self.after(blank);
        let second = first.after(blank);
        // From the first one on, each blank adds as much as the one before.
        let advance = |from: u32, to: u32| from.saturating_add(to.saturating_sub(from).saturating_mul(more));
        Self { col: advance(first.col, second.col), alt: advance(first.alt, second.alt) }
    }

    /// Returns blanks that lead to this column, if there are any.
    pub fn blanks(self) -> Vec<u8> {
        let wider = self.col.saturating_sub(self.alt);
        let tabs = wider.div_ceil(7);
        // A blank before the first tab counts only for the second rule.
        let before = tabs * 7 - wider;
        let after = self.col.saturating_sub(tabs * 8);
        let run = |byte, count| vec![byte; count as usize];
        [run(b' ', before), run(b'\t', tabs), run(b' ', after)].concat()
    }

    /// Returns the column that `CPython` uses for both rules after a backslash has fixed the first one.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { col: self.col, alt: self.col }
    }

    /// Returns the final column of a line whose blanks so far end with a backslash: the first backslash above
    /// column 0 decides.
    pub fn at_join(self) -> Option<Self> {
        (self.col > 0).then(|| self.fixed())
    }
}

id_type! {
    /// The number of a stack of [`IndentStacks`].
    IndentStack: u32
}

/// The stack that holds only the file's level, column 0.
pub const FILE_LEVEL: IndentStack = IndentStack(0);

/// Stacks of levels, which share frames and have numbers; the first one is [`FILE_LEVEL`].
pub struct IndentStacks {
    nodes: Vec<(IndentStack, Column)>,
    heights: Vec<u32>,
    numbers: Numbers<(IndentStack, Column)>,
}

impl Default for IndentStacks {
    fn default() -> Self {
        Self { nodes: vec![(FILE_LEVEL, Column::ZERO)], heights: vec![1], numbers: Numbers::from(1) }
    }
}

impl IndentStacks {
    pub fn top(&self, stack: IndentStack) -> Column {
        self.nodes[stack.index()].1
    }

    pub fn height(&self, stack: IndentStack) -> u32 {
        self.heights[stack.index()]
    }

    /// Returns the greatest height of any stack.
    pub fn greatest_height(&self) -> u32 {
        self.heights.iter().copied().max().unwrap_or(0)
    }

    pub fn pop(&self, stack: IndentStack) -> IndentStack {
        self.nodes[stack.index()].0
    }

    pub fn push(&mut self, stack: IndentStack, column: Column) -> IndentStack {
        let (number, is_new) = self.numbers.of((stack, column));
        if is_new {
            self.nodes.push((stack, column));
            self.heights.push(self.heights[stack.index()] + 1);
        }
        IndentStack(number)
    }

    /// Returns the levels, the file's first.
    pub fn levels(&self, mut stack: IndentStack) -> Vec<Column> {
        let mut levels = Vec::new();
        while stack != FILE_LEVEL {
            levels.push(self.top(stack));
            stack = self.pop(stack);
        }
        levels.push(Column::ZERO);
        levels.reverse();
        levels
    }
}

/// The effect of a line's first lexeme of content on the levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It adds a level at this column.
    Indent,
    /// It removes this number of levels, which may be 0.
    Dedents(u32),
    /// Its column is no level, or tabs and blanks are not comparable.
    Inconsistent,
}

/// Returns the effect of a line at `column` on the levels of `stack`.
pub fn turn(stacks: &IndentStacks, mut stack: IndentStack, column: Column) -> Turn {
    let top = stacks.top(stack);
    if column.col > top.col {
        return if column.alt > top.alt { Turn::Indent } else { Turn::Inconsistent };
    }
    let mut count = 0;
    while stacks.top(stack).col > column.col {
        stack = stacks.pop(stack);
        count += 1;
    }
    if stacks.top(stack) == column { Turn::Dedents(count) } else { Turn::Inconsistent }
}

/// The columns that are possible for a block that ends at a position of the right context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Columns {
    Any,
    /// Exactly this column.
    At(Column),
    /// This column by the first rule, and any by the second.
    AtCol(u32),
    /// Any column greater than this one by the first rule.
    Above(u32),
}

impl Columns {
    pub fn hold(&self, column: Column) -> bool {
        match *self {
            Self::Any => true,
            Self::At(exact) => column == exact,
            Self::AtCol(col) => column.col == col,
            Self::Above(col) => column.col > col,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, FILE_LEVEL, IndentStacks, Turn, turn};

    fn check(levels: &[u32], column: u32, expected: Turn) {
        let mut stacks = IndentStacks::default();
        let stack =
            levels.iter().fold(FILE_LEVEL, |stack, &col| stacks.push(stack, Column { col, alt: col }));
        assert_eq!(turn(&stacks, stack, Column { col: column, alt: column }), expected);
    }

    #[test]
    fn a_line_turns_the_levels() {
        check(&[], 0, Turn::Dedents(0));
        check(&[], 1, Turn::Indent);
        check(&[4, 8], 8, Turn::Dedents(0));
        check(&[4, 8], 4, Turn::Dedents(1));
        check(&[4, 8], 0, Turn::Dedents(2));
        check(&[4, 8], 6, Turn::Inconsistent);
        check(&[4, 8], 9, Turn::Indent);
    }

    #[test]
    fn a_tab_and_blanks_do_not_compare() {
        let mut stacks = IndentStacks::default();
        let stack = stacks.push(FILE_LEVEL, Column::ZERO.after(b'\t'));
        let blanks = (0..8).fold(Column::ZERO, |column, _| column.after(b' '));
        assert_eq!(turn(&stacks, stack, blanks), Turn::Inconsistent);
        assert_eq!(turn(&stacks, stack, Column::ZERO.after(b'\t')), Turn::Dedents(0));
    }
    #[test]
    fn blanks_lead_to_their_column() {
        for text in ["", " ", "    ", "\t", "\t\t", " \t    ", "  \t\t ", "       \t", "\t \t  \t   "] {
            let column = |blanks: &[u8]| blanks.iter().fold(Column::ZERO, |at, &blank| at.after(blank));
            let wanted = column(text.as_bytes());
            assert_eq!(column(&wanted.blanks()), wanted, "{text:?}");
        }
    }
}
