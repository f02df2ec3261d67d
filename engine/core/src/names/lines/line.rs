//! What a logical line binds, reads and opens.

use crate::layout::columns::Column;
use crate::names::lines::lexemes::Lexemes;
use crate::names::lines::mistakes::{Bound, Verdict};
use crate::names::symbols::Symbol;

/// What reading a line counts as; see [`count_steps`](crate::base::interrupt::count_steps).
pub const STEPS_A_LINE: usize = 64;

/// A scope that a logical line opens for the lines after it that are further to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    Function,
    Class,
}

/// A name that belongs to an outer scope from a place in a line on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    pub symbol: Symbol,
    /// Whether the scope is that of the nearest function around which binds the name, and not that of the file.
    pub is_nearest: bool,
    /// The number of uses of the line before it.
    pub(super) uses: usize,
}

/// What a logical line does with names.
#[derive(Clone, Default, Debug)]
pub struct Line {
    pub column: Column,
    pub header: Option<Header>,
    /// Whether the block after the line is repeated.
    pub repeats: bool,
    /// The names that the line binds in its own scope.
    pub binds: Vec<Symbol>,
    /// The names that it binds in the scope that it opens: parameters.
    pub parameters: Vec<Symbol>,
    /// The names that belong to an outer scope from here on.
    pub declares: Vec<Declared>,
    /// The names that it annotates where statements begin.
    pub annotates: Vec<Symbol>,
    /// The names that it reads, without those that it has bound before.
    pub reads: Vec<Symbol>,
    /// Those of them that it may read later: in annotations and lambdas.
    pub deferred: Vec<Symbol>,
    /// The names that it reads, assigns to or annotates in its own scope, and not in that of a lambda or of a
    /// comprehension. Imports bind names and do not use them.
    pub uses: Vec<Symbol>,
    /// Whether it binds names that cannot be seen.
    pub imports_all: bool,
    /// Whether the grammar takes the line, if it is whole.
    pub parses: bool,
    /// What the lexemes do in a language of blocks.
    pub lexemes: Option<Lexemes>,
    /// The names that it may not bind again, where some matter.
    pub bound: Option<Box<Bound>>,
    /// The statements after the header of a definition in the same line, which stand in the scope that it opens.
    pub body: Option<Box<Line>>,
}

impl Line {
    /// Returns a line in a language of blocks.
    pub(super) fn of_blocks(column: Column, lexemes: Lexemes) -> Self {
        let imports_all = lexemes.are_open;
        Self { column, imports_all, parses: true, lexemes: Some(lexemes), ..Self::default() }
    }

    /// Returns the names that the line declares to belong to an outer scope.
    pub fn declared(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.declares.iter().map(|declared| declared.symbol)
    }

    /// Yields the line without what stands after the header of a definition, and that.
    pub fn parts(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.body.as_deref())
    }

    /// Returns whether the line declares names, as far as it is one of the language.
    pub fn may_declare(&self) -> bool {
        self.parts().any(|part| part.parses && !part.declares.is_empty())
    }

    /// Returns whether the line uses a name in its own scope before it declares it.
    pub fn uses_before(&self, declared: &Declared) -> bool {
        self.uses[..declared.uses].contains(&declared.symbol)
    }

    /// Returns whether the line binds a name twice that it may bind once.
    pub fn is_mistaken(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| bound.verdict == Verdict::Mistaken)
    }
}

/// When a name is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Moment {
    /// Where it stands.
    #[default]
    AtOnce,
    /// Perhaps later, in the scope in which it stands: in an annotation.
    Perhaps,
    /// When a function is called that begins in the line.
    Later,
}

/// What is bound at the end of a line that is not whole.
#[derive(Clone, Default, Debug)]
pub struct Partial {
    pub line: Line,
    /// The names that are bound at the end.
    pub bound: Vec<Symbol>,
    /// When a name is read that follows.
    pub moment: Moment,
    /// The names that are read outside what is open at the end.
    pub settled: Vec<Symbol>,
    /// The names that are read or bound outside all brackets, where nothing else can be done with them.
    pub uses: Vec<Symbol>,
}

impl Partial {
    /// Returns the names that the line reads.
    pub fn reads(&self) -> Vec<Symbol> {
        self.line.parts().flat_map(|part| part.reads.iter().copied()).collect()
    }
}
