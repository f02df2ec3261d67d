//! The scopes around a position and the names that are bound in them.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use crate::layout::columns::Column;
use crate::names::line::{Header, Line, Moment};
use crate::names::symbols::{Symbol, Symbols};

/// A scope around the cursor.
#[derive(Clone, Debug)]
struct Scope {
    /// What opened the scope; none for the scope of the file.
    header: Option<Header>,
    /// The column of the line that opened it.
    column: u32,
    /// The names bound before the cursor, or by a block around the cursor that is repeated.
    before: FxHashSet<Symbol>,
    /// The names bound after the cursor.
    after: FxHashSet<Symbol>,
    declared: FxHashSet<Symbol>,
}

impl Scope {
    fn new(header: Option<Header>, column: u32) -> Self {
        let (before, after, declared) = Default::default();
        Self { header, column, before, after, declared }
    }

    /// Returns whether a line at a column is outside the scope.
    fn ends_before(&self, column: u32) -> bool {
        self.header.is_some() && self.column >= column
    }
}

/// The scopes around a position, the innermost last.
#[derive(Clone, Debug)]
pub struct Environment {
    scopes: Vec<Arc<Scope>>,
    /// The columns of the lines around the position whose blocks are repeated.
    loops: Vec<u32>,
    /// Whether names may be bound that cannot be seen.
    pub is_open: bool,
    /// The names that are visible at each moment, in order.
    sorted: Arc<[OnceLock<Vec<Arc<[u8]>>>; 3]>,
}

impl Default for Environment {
    fn default() -> Self {
        let scopes = vec![Arc::new(Scope::new(None, 0))];
        Self { scopes, loops: Vec::new(), is_open: false, sorted: Default::default() }
    }
}

impl Environment {
    /// Adds a line before the position.
    pub fn push(&mut self, line: &Line) {
        self.sorted = Arc::default();
        self.enter(line.column);
        self.is_open |= line.imports_all;
        let innermost = self.scopes.len() - 1;
        for &symbol in &line.declares {
            let scope = Arc::make_mut(&mut self.scopes[innermost]);
            scope.declared.insert(symbol);
            scope.before.insert(symbol);
        }
        for &symbol in &line.binds {
            let scope = Arc::make_mut(&mut self.scopes[innermost]);
            scope.before.insert(symbol);
            if scope.declared.contains(&symbol) {
                Arc::make_mut(&mut self.scopes[0]).before.insert(symbol);
            }
        }
        if line.header.is_some() {
            let mut scope = Scope::new(line.header, line.column.col);
            scope.before.extend(&line.parameters);
            self.scopes.push(Arc::new(scope));
        }
        if line.repeats {
            self.loops.push(line.column.col);
        }
    }

    /// Leaves the scopes and the repeated blocks that a line at a column is outside of.
    pub fn enter(&mut self, column: Column) {
        while self.scopes.last().is_some_and(|scope| scope.ends_before(column.col)) {
            self.scopes.pop();
            self.sorted = Arc::default();
        }
        self.loops.retain(|&own| own < column.col);
    }

    /// Adds the lines after the cursor. `cursor` is what the line of the cursor binds and opens.
    pub fn add_after<'l>(&mut self, cursor: &Line, lines: impl IntoIterator<Item = &'l Arc<Line>>) {
        self.sorted = Arc::default();
        let innermost = self.scopes.len() - 1;
        let mut depth = innermost;
        // The columns of the scopes that begin after the cursor.
        let mut own: Vec<u32> = cursor.header.iter().map(|_| cursor.column.col).collect();
        let mut loops = self.loops.clone();
        for line in lines {
            let column = line.column.col;
            self.is_open |= line.imports_all;
            while own.last().is_some_and(|&own| own >= column) {
                own.pop();
            }
            while own.is_empty() && self.scopes[depth].ends_before(column) {
                depth -= 1;
            }
            loops.retain(|&own| own < column);
            if own.is_empty() {
                let is_repeated = depth == innermost && !loops.is_empty();
                let scope = Arc::make_mut(&mut self.scopes[depth]);
                scope.after.extend(&line.binds);
                if is_repeated {
                    scope.before.extend(&line.binds);
                }
            }
            let file = Arc::make_mut(&mut self.scopes[0]);
            file.after.extend(&line.declares);
            if line.header.is_some() {
                own.push(column);
            }
        }
    }

    /// Binds names in the scope of the file.
    pub fn bind_in_file(&mut self, symbols: impl IntoIterator<Item = Symbol>) {
        self.sorted = Arc::default();
        Arc::make_mut(&mut self.scopes[0]).before.extend(symbols);
    }

    /// Returns whether a name is bound when it is read.
    pub fn knows(&self, symbol: Symbol, moment: Moment) -> bool {
        self.visible(moment).any(|names| names.contains(&symbol))
    }

    /// Returns the sets of names that are visible at a moment.
    fn visible(&self, moment: Moment) -> impl Iterator<Item = &FxHashSet<Symbol>> {
        let mut is_deferred = moment != Moment::AtOnce;
        let mut is_innermost = moment != Moment::Later;
        self.scopes.iter().rev().flat_map(move |scope| {
            let is_seen = std::mem::take(&mut is_innermost) || scope.header != Some(Header::Class);
            let after = (is_seen && is_deferred).then_some(&scope.after);
            is_deferred |= scope.header == Some(Header::Function);
            is_seen.then_some(&scope.before).into_iter().chain(after)
        })
    }

    /// Returns the names that are visible, in order.
    pub fn sorted(&self, symbols: &Symbols, moment: Moment) -> &[Arc<[u8]>] {
        self.sorted[moment as usize].get_or_init(|| {
            let all: FxHashSet<Symbol> = self.visible(moment).flatten().copied().collect();
            let mut names: Vec<Arc<[u8]>> =
                all.into_iter().map(|symbol| Arc::clone(symbols.text(symbol))).collect();
            names.sort_unstable();
            names
        })
    }
}
