//! The layout's state at a position of the text.

use smallvec::SmallVec;

use crate::base::ids::id_type;
use crate::layout::columns::{Column, FILE_LEVEL, IndentStack};
use crate::layout::declared::numbers::{AT_START, ScopeId};

id_type! {
    /// The number of a stack of [`crate::layout::modes::ModeStacks`]: the brackets and formatted strings that
    /// are open.
    ModeStack: u32
}

id_type! {
    /// The number of a stack of [`crate::layout::scopes::ConditionStacks`]: what is open for the context
    /// conditions.
    ConditionStack: u32
}

/// The stacks to which an action may lead.
pub type Outcomes = SmallVec<[ModeStack; 4]>;

/// The stack of modes at a text's own start, where nothing is open.
pub const ROOT: ModeStack = ModeStack(0);

/// The stack of conditions where nothing is open and no definition has begun.
pub const NO_SCOPE: ConditionStack = ConditionStack(0);

/// The layout's state at a position. It takes fourteen words and is cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayoutState {
    pub stack: IndentStack,
    /// The brackets and formatted strings that are open.
    pub modes: ModeStack,
    /// What is open for the context conditions.
    pub scopes: ConditionStack,
    /// The names that are declared.
    pub declared: ScopeId,
    /// The column so far, which matters only while `at_line_start`.
    pub column: Column,
    /// Whether this logical line has no content yet.
    pub at_line_start: bool,
    /// Whether a backslash has fixed the column.
    pub frozen: bool,
    /// Whether a line of content has ended whose NEWLINE was not fed yet.
    pub newline_pending: bool,
}

impl LayoutState {
    pub const START: Self = Self {
        stack: FILE_LEVEL,
        modes: ROOT,
        scopes: NO_SCOPE,
        declared: AT_START,
        column: Column::ZERO,
        at_line_start: true,
        frozen: false,
        newline_pending: false,
    };

    /// Returns whether indentation counts here: the next content begins a logical line.
    pub fn opens_line(&self) -> bool {
        self.at_line_start && self.modes == ROOT
    }

    #[must_use]
    pub fn after_blank(mut self, blank: u8) -> Self {
        if self.at_line_start && !self.frozen {
            self.column = self.column.after(blank);
        }
        self
    }

    /// Returns the state after many equal blanks.
    #[must_use]
    pub fn after_blanks(mut self, blank: u8, count: u32) -> Self {
        if self.at_line_start && !self.frozen {
            self.column = self.column.after_many(blank, count);
        }
        self
    }

    #[must_use]
    pub fn after_line_end(mut self) -> Self {
        if self.modes == ROOT {
            if !self.at_line_start {
                self.newline_pending = true;
            }
            self.at_line_start = true;
            self.frozen = false;
            self.column = Column::ZERO;
        }
        self
    }

    /// Returns the state after a backslash; among the blanks at a line's start it may fix the column.
    #[must_use]
    pub fn after_line_join(mut self) -> Self {
        if self.at_line_start
            && !self.frozen
            && let Some(column) = self.column.at_join()
        {
            self.frozen = true;
            self.column = column;
        }
        self
    }

    /// Returns the state after a lexeme of content whose layout terminals were fed.
    #[must_use]
    pub fn after_content(mut self, stack: IndentStack, modes: ModeStack) -> Self {
        self.stack = stack;
        self.modes = modes;
        self.at_line_start = false;
        self.newline_pending = false;
        self.frozen = false;
        self.column = Column::ZERO;
        self
    }
}
