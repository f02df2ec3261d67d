//! The scopes around a position and the names that are bound in them.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use crate::layout::columns::Column;
use crate::names::blocks::{Blocks, Mode, Scopes};
use crate::names::lines::line::{Header, Line, Moment};
use crate::names::symbols::{Symbol, Symbols};

/// A set of names that environments share.
pub type Names = Arc<FxHashSet<Symbol>>;

/// Maximum number of names that are not yet merged into those that count everywhere.
const MAX_FRESH: usize = 64;

/// The texts of names in order.
type Sorted = Vec<Arc<[u8]>>;

/// A scope around the cursor.
#[derive(Clone, Debug)]
struct Scope {
    /// What opened the scope; none for the scope of the file.
    header: Option<Header>,
    /// The column of the line that opened it.
    column: u32,
    /// The names bound before the cursor, and those bound after it.
    before: Names,
    after: Names,
    /// The names that belong to an outer scope.
    declared: Names,
    /// The names that the line which opened the scope binds once the scope has ended: a class's own.
    own: Names,
}

impl Scope {
    fn new(header: Option<Header>, column: u32) -> Self {
        let (before, after, declared, own) = Default::default();
        Self { header, column, before, after, declared, own }
    }

    /// Returns whether a line at a column is outside the scope.
    fn ends_before(&self, column: u32) -> bool {
        self.header.is_some() && self.column >= column
    }
}

/// The form of the scopes around a position, without their names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The columns of the lines that opened the scopes; none for the scope of the file.
    scopes: Vec<Option<u32>>,
    /// The columns of the lines whose blocks are repeated.
    loops: Vec<u32>,
    /// The column of the cursor's line, if it opens a scope.
    own: Option<u32>,
}

/// The names that lines after the cursor bind in scopes of an outline.
#[derive(Clone, Debug)]
pub struct Later {
    /// For each scope, its names.
    scopes: Vec<Names>,
    /// The names of the innermost scope that are bound in a block around the cursor which is repeated.
    repeated: Names,
    is_open: bool,
}

impl Later {
    /// Reads the lines after the cursor.
    pub fn new<'l>(outline: &Outline, lines: impl IntoIterator<Item = &'l Arc<Line>>) -> Self {
        let mut found = vec![FxHashSet::default(); outline.scopes.len()];
        let (mut repeated, mut is_open) = (FxHashSet::default(), false);
        let mut depth = outline.scopes.len() - 1;
        // The columns of the scopes that begin after the cursor.
        let mut own: Vec<u32> = outline.own.into_iter().collect();
        let mut loops = outline.loops.clone();
        for line in lines.into_iter().flat_map(|line| line.parts()) {
            let column = line.column.col;
            is_open |= line.imports_all;
            while own.last().is_some_and(|&own| own >= column) {
                own.pop();
            }
            while own.is_empty() && outline.scopes[depth].is_some_and(|scope| scope >= column) {
                depth -= 1;
            }
            loops.retain(|&own| own < column);
            if own.is_empty() {
                found[depth].extend(&line.binds);
                if depth + 1 == outline.scopes.len() && !loops.is_empty() {
                    repeated.extend(&line.binds);
                }
            }
            found[0].extend(line.declared());
            if line.header.is_some() {
                own.push(column);
            }
        }
        Self { scopes: found.into_iter().map(Arc::new).collect(), repeated: Arc::new(repeated), is_open }
    }
}

/// The scopes around a position, the innermost last.
#[derive(Clone, Debug)]
pub struct Environment {
    scopes: Vec<Scope>,
    /// The columns of the lines around the position whose blocks are repeated.
    loops: Vec<u32>,
    /// The names that count in every scope.
    everywhere: Names,
    /// More such names, which are few.
    fresh: Names,
    /// What is open in a language of blocks.
    blocks: Blocks,
    /// Names of one scope that are bound after the cursor and count before, and the number of scopes around them.
    repeated: (usize, Names),
    /// Whether names may be bound that cannot be seen.
    pub is_open: bool,
    /// The names that are visible at each moment, in order.
    sorted: Arc<[OnceLock<Sorted>; 3]>,
}

impl Default for Environment {
    fn default() -> Self {
        let (loops, everywhere, fresh, blocks, repeated, sorted) = Default::default();
        let scopes = vec![Scope::new(None, 0)];
        Self { scopes, loops, everywhere, fresh, blocks, repeated, is_open: false, sorted }
    }
}

impl Environment {
    /// Adds a line before the position.
    pub fn push(&mut self, line: &Line) {
        line.parts().for_each(|part| self.push_part(part));
    }

    /// Adds one of the parts of a line.
    pub fn push_part(&mut self, line: &Line) {
        self.sorted = Arc::default();
        if let Some(lexemes) = &line.lexemes {
            self.is_open |= line.imports_all;
            self.in_blocks(|blocks, scopes| blocks.push(lexemes, scopes));
            return;
        }
        self.enter(line.column);
        self.is_open |= line.imports_all;
        let innermost = self.scopes.len() - 1;
        let scope = &mut self.scopes[innermost];
        if !line.declares.is_empty() {
            Arc::make_mut(&mut scope.declared).extend(line.declared());
            Arc::make_mut(&mut scope.before).extend(line.declared());
        }
        let is_class = line.header == Some(Header::Class);
        if !line.binds.is_empty() && !is_class {
            Arc::make_mut(&mut scope.before).extend(&line.binds);
            let is_outer = |symbol: &&Symbol| scope.declared.contains(symbol);
            let outer: Vec<Symbol> = line.binds.iter().filter(is_outer).copied().collect();
            Arc::make_mut(&mut self.scopes[0].before).extend(outer);
        }
        if line.header.is_some() {
            let mut scope = Scope::new(line.header, line.column.col);
            Arc::make_mut(&mut scope.before).extend(&line.parameters);
            if is_class {
                Arc::make_mut(&mut scope.own).extend(&line.binds);
            }
            self.scopes.push(scope);
        }
        if line.repeats {
            self.loops.push(line.column.col);
        }
    }

    /// Binds names in the innermost scope.
    pub fn bind(&mut self, names: Vec<Symbol>) {
        if let Some(scope) = self.scopes.last_mut().filter(|_| !names.is_empty()) {
            Arc::make_mut(&mut scope.before).extend(names);
            self.sorted = Arc::default();
        }
    }

    /// Returns the beginning of a text of blocks before which nothing is known but what its first name is.
    pub fn inside(first: Mode) -> Self {
        let mut environment = Self::default();
        environment.blocks = Blocks::inside(first, &mut environment);
        environment
    }

    /// Returns what a name is that follows, in a language of blocks.
    pub fn mode(&self) -> Mode {
        self.blocks.mode()
    }

    /// Returns the names that the last line of blocks has read and that were not known before.
    pub fn unknown(&self) -> &[Symbol] {
        self.blocks.unknown()
    }

    /// Returns the names that a text of blocks has and does not declare.
    pub fn globals(mut self) -> Names {
        self.in_blocks(Blocks::finish);
        let mut all = self.everywhere;
        Arc::make_mut(&mut all).extend(self.fresh.iter());
        all
    }

    /// Adds the names that a text of blocks after the cursor has and does not declare.
    pub fn add_globals_after(&mut self, names: &Names) {
        self.sorted = Arc::default();
        self.repeated = (0, Arc::clone(names));
    }

    /// Makes known what a name may be that follows in a language of blocks. What is declared around it does not count
    /// yet, and what the right context does with those names is no sign of global ones.
    pub fn expect_name(&mut self) {
        let undeclared = self.in_blocks(Blocks::expect_name);
        for name in undeclared.iter().filter(|&name| self.repeated.1.contains(name)).collect::<Vec<_>>() {
            Arc::make_mut(&mut self.repeated.1).remove(name);
            self.sorted = Arc::default();
        }
    }

    fn in_blocks<T>(&mut self, f: impl FnOnce(&mut Blocks, &mut Self) -> T) -> T {
        let mut blocks = std::mem::take(&mut self.blocks);
        let found = f(&mut blocks, self);
        self.blocks = blocks;
        found
    }

    /// Returns the number of scopes.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Returns the column of the line that opened the outermost scope but that of the file.
    pub fn outermost_column(&self) -> Option<u32> {
        self.scopes.get(1).map(|scope| scope.column)
    }

    /// Returns whether the innermost scope of a line at a column is that of a function.
    pub fn has_function_at(&self, column: u32) -> bool {
        let around = self.scopes.iter().rev().find(|scope| !scope.ends_before(column));
        around.is_some_and(|scope| scope.header == Some(Header::Function))
    }

    /// Returns the names that the file binds before the position.
    pub fn bound_in_file(&self) -> &FxHashSet<Symbol> {
        &self.scopes[0].before
    }

    /// Returns whether a function around the position binds a name after it.
    pub fn binds_later_in_function(&self, name: Symbol) -> bool {
        let functions = self.scopes.iter().filter(|scope| scope.header == Some(Header::Function));
        functions.into_iter().any(|scope| scope.after.contains(&name))
    }

    /// Leaves the scopes and the repeated blocks that a line at a column is outside of.
    pub fn enter(&mut self, column: Column) {
        while self.scopes.last().is_some_and(|scope| scope.ends_before(column.col)) {
            let own = self.scopes.pop().map(|scope| scope.own).unwrap_or_default();
            if let Some(scope) = self.scopes.last_mut().filter(|_| !own.is_empty()) {
                Arc::make_mut(&mut scope.before).extend(own.iter());
            }
            self.sorted = Arc::default();
        }
        let was_repeated = !self.loops.is_empty();
        self.loops.retain(|&own| own < column.col);
        if was_repeated && self.loops.is_empty() {
            // What follows the cursor in a block that has been left is not run before.
            self.repeated = Default::default();
            self.sorted = Arc::default();
        }
    }

    /// Returns the form of the scopes. `cursor` is what the line of the cursor opens.
    pub fn outline(&self, cursor: &Line) -> Outline {
        Outline {
            scopes: self.scopes.iter().map(|scope| scope.header.map(|_| scope.column)).collect(),
            loops: self.loops.clone(),
            own: cursor.header.map(|_| cursor.column.col),
        }
    }

    /// Adds the names that are bound after the cursor, which were found for the outline of these scopes.
    pub fn add_later(&mut self, later: &Later) {
        self.sorted = Arc::default();
        self.is_open |= later.is_open;
        for (scope, names) in self.scopes.iter_mut().zip(&later.scopes) {
            scope.after = Arc::clone(names);
        }
        self.repeated = (self.scopes.len(), Arc::clone(&later.repeated));
    }

    /// Makes names known in every scope.
    pub fn add_everywhere(&mut self, symbols: impl IntoIterator<Item = Symbol>) {
        self.sorted = Arc::default();
        Arc::make_mut(&mut self.everywhere).extend(symbols);
    }

    /// Returns whether a name is bound when it is read.
    pub fn knows(&self, symbol: Symbol, moment: Moment) -> bool {
        self.visible(moment).any(|names| names.contains(&symbol))
    }

    /// Returns the sets of names that are visible at a moment.
    fn visible(&self, moment: Moment) -> impl Iterator<Item = &Names> {
        let mut is_deferred = moment != Moment::AtOnce;
        let mut is_innermost = moment != Moment::Later;
        let (depth, repeated) = &self.repeated;
        let repeated = (*depth <= self.scopes.len()).then_some(repeated);
        let scopes = self.scopes.iter().rev().flat_map(move |scope| {
            let is_seen = std::mem::take(&mut is_innermost) || scope.header != Some(Header::Class);
            let after = (is_seen && is_deferred).then_some(&scope.after);
            let own = is_deferred.then_some(&scope.own);
            is_deferred |= scope.header == Some(Header::Function);
            is_seen.then_some(&scope.before).into_iter().chain(after).chain(own)
        });
        [&self.everywhere, &self.fresh].into_iter().chain(repeated).chain(scopes)
    }

    /// Returns the sets of names that are visible at a moment, as far as they have any.
    pub fn sets(&self, moment: Moment) -> Vec<Names> {
        self.visible(moment).filter(|names| !names.is_empty()).map(Arc::clone).collect()
    }

    /// Returns the sets of all names that are visible here, in the scopes around, or in a scope that begins here.
    pub fn all_sets(&self) -> Vec<Names> {
        let of_scope = |scope: &Scope| [&scope.before, &scope.after, &scope.own].map(Arc::clone);
        let scopes = self.scopes.iter().flat_map(of_scope);
        let others = [&self.everywhere, &self.fresh, &self.repeated.1].map(Arc::clone);
        others.into_iter().chain(scopes).filter(|names| !names.is_empty()).collect()
    }

    /// Returns the names that are visible, in order.
    pub fn sorted(&self, symbols: &Symbols, moment: Moment) -> &[Arc<[u8]>] {
        self.sorted[moment as usize].get_or_init(|| {
            let all: FxHashSet<Symbol> =
                self.visible(moment).flat_map(|names| names.iter()).copied().collect();
            let mut names: Vec<Arc<[u8]>> =
                all.into_iter().map(|symbol| Arc::clone(symbols.text(symbol))).collect();
            names.sort_unstable();
            names
        })
    }
}

impl Scopes for Environment {
    fn begin(&mut self, names: Vec<Symbol>) {
        self.scopes.push(Scope::new(None, 0));
        Self::bind(self, names);
    }

    fn end(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
            self.sorted = Arc::default();
        }
    }

    fn bind(&mut self, names: Vec<Symbol>) {
        Self::bind(self, names);
    }

    fn mention(&mut self, name: Symbol) -> bool {
        if self.knows(name, Moment::AtOnce) {
            return false;
        }
        self.sorted = Arc::default();
        let fresh = Arc::make_mut(&mut self.fresh);
        fresh.insert(name);
        if fresh.len() > MAX_FRESH {
            Arc::make_mut(&mut self.everywhere).extend(std::mem::take(fresh));
        }
        true
    }
}
