//! Columns, stacks of indentation levels, and what a line's column does to them
//! (The Python Language Reference, section 2.1.8; `CPython`, `Parser/lexer/lexer.c`).

use crate::base::ids::id_type;
use crate::base::interner::Numbers;

/// A column by `CPython`'s two rules: tabs to multiples of eight, and tabs as one character. Levels
/// compare equal or greater only when both do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, PartialOrd, Ord)]
pub struct Column {
    pub col: u32,
    pub alt: u32,
}

impl Column {
    pub const ZERO: Self = Self { col: 0, alt: 0 };

    /// The column after one more blank character.
    #[must_use]
    pub fn after(self, blank: u8) -> Self {
        match blank {
            b'\t' => Self { col: (self.col / 8 + 1) * 8, alt: self.alt + 1 },
            b'\x0c' => Self::ZERO,
            _ => Self { col: self.col + 1, alt: self.alt + 1 },
        }
    }

    /// Blanks that lead to this column, if any do.
    pub fn blanks(self) -> Vec<u8> {
        let wider = self.col.saturating_sub(self.alt);
        let tabs = wider.div_ceil(7);
        // A blank in front of the first tab counts for the second column alone.
        let before = tabs * 7 - wider;
        let after = self.col.saturating_sub(tabs * 8);
        let run = |byte, count| vec![byte; count as usize];
        [run(b' ', before), run(b'\t', tabs), run(b' ', after)].concat()
    }

    /// What `CPython` takes for both columns once a backslash has fixed the first.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { col: self.col, alt: self.col }
    }

    /// The column for good of a line whose blanks, up to this one, end with a backslash: the first
    /// that does so above column 0 decides.
    pub fn at_join(self) -> Option<Self> {
        (self.col > 0).then(|| self.fixed())
    }
}

id_type! {
    /// A stack of [`IndentStacks`].
    IndentStack: u32
}

/// The stack that holds the file's level, column 0, alone.
pub const FILE_LEVEL: IndentStack = IndentStack(0);

/// Stacks of levels, shared and numbered; the first is [`FILE_LEVEL`].
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

    /// The greatest height of any stack.
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

    /// Levels from the file's on.
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

/// What the first lexeme of a line's content does to the levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// One level more, at this column.
    Indent,
    /// So many levels fewer, none included.
    Dedents(u32),
    /// No such level, or tabs and blanks that do not compare.
    Inconsistent,
}

/// How a line at `column` relates to the levels of `stack`.
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

/// Columns that a block may have which ends at a position of the right context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Columns {
    Any,
    /// Exactly this one.
    At(Column),
    /// This one by the first rule, whatever the second says.
    AtCol(u32),
    /// Greater than this one, by the first rule.
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
