//! The layout's state at a place of the text.

use crate::base::ids::id_type;
use crate::layout::columns::{Column, FILE_LEVEL, IndentStack};

id_type! {
    /// A stack of [`crate::layout::modes::ModeStacks`]: brackets and formatted strings that are open.
    ModeStack: u32
}

id_type! {
    /// A stack of [`crate::layout::scopes::ConditionStacks`]: what is open for the context conditions.
    ConditionStack: u32
}

/// The stack of modes of a text's own start: nothing is open.
pub const ROOT: ModeStack = ModeStack(0);

/// The stack of conditions where nothing is open, and no definition has begun.
pub const NO_SCOPE: ConditionStack = ConditionStack(0);

/// The place in the text, as far as layout is concerned. Thirteen words, copied freely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayoutState {
    pub stack: IndentStack,
    /// Brackets and formatted strings open: a stack of [`crate::layout::modes::ModeStacks`].
    pub modes: ModeStack,
    /// The same for errors that no grammar finds: a stack of [`crate::layout::conditions::ConditionStacks`].
    pub scopes: ConditionStack,
    /// Column so far; counts only while `at_line_start`.
    pub column: Column,
    /// No content on this logical line yet.
    pub at_line_start: bool,
    /// A backslash has fixed the column.
    pub frozen: bool,
    /// A line of content has ended whose NEWLINE is not fed yet.
    pub newline_pending: bool,
}

impl LayoutState {
    pub const START: Self = Self {
        stack: FILE_LEVEL,
        modes: ROOT,
        scopes: NO_SCOPE,
        column: Column::ZERO,
        at_line_start: true,
        frozen: false,
        newline_pending: false,
    };

    /// Indentation counts here: the next content begins a logical line.
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

    /// A backslash among the blanks at a line's start may fix the column.
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

    /// After a lexeme of content, its layout terminals fed.
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
