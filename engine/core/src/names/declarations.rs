//! Mistakes with names that are declared to belong to an outer scope.
//!
//! `CPython`'s compiler refuses such a declaration of a name that its scope has used before, of a parameter, and of a
//! name that no function around binds, if it is to belong to one (`symtable.c`: `symtable_visit_stmt`, `analyze_name`).

use rustc_hash::FxHashSet;

use crate::names::lines::line::{Declared, Header, Line};
use crate::names::symbols::Symbol;

/// A scope, while its lines are read.
struct Scope {
    header: Option<Header>,
    column: u32,
    /// The names that it reads or binds, and those that it binds. Imports bind names and do not use them.
    uses: FxHashSet<Symbol>,
    binds: FxHashSet<Symbol>,
    /// The names that belong to the file, and those that belong to the nearest function that binds them.
    global: FxHashSet<Symbol>,
    nearest: FxHashSet<Symbol>,
    /// The names that scopes inside want a function around them to bind.
    wanted: Vec<Symbol>,
}

impl Scope {
    fn new(header: Option<Header>, column: u32, binds: &[Symbol]) -> Self {
        let binds: FxHashSet<Symbol> = binds.iter().copied().collect();
        let uses = binds.clone();
        let (global, nearest, wanted) = Default::default();
        Self { header, column, uses, binds, global, nearest, wanted }
    }

    /// Returns whether the scope has declared that a name belongs to an outer one.
    fn declares(&self, name: Symbol) -> bool {
        self.global.contains(&name) || self.nearest.contains(&name)
    }
}

/// The scopes of some lines, the innermost last.
pub struct Declarations<'a> {
    /// The names that the file has bound before.
    known: &'a FxHashSet<Symbol>,
    scopes: Vec<Scope>,
    /// The scope of the cursor, while it is open, and the names that may not be used in it.
    of_cursor: Option<usize>,
    forbidden: FxHashSet<Symbol>,
    pub is_mistaken: bool,
}

impl<'a> Declarations<'a> {
    /// Returns the scope of the file, which has bound `known` names before.
    pub fn new(known: &'a FxHashSet<Symbol>) -> Self {
        let scopes = vec![Scope::new(None, 0, &[])];
        Self { known, scopes, of_cursor: None, forbidden: FxHashSet::default(), is_mistaken: false }
    }

    /// Forbids to use names in the scope of a cursor whose line has a column.
    pub fn forbid(&mut self, column: u32, names: impl IntoIterator<Item = Symbol>) {
        self.leave(column);
        self.of_cursor = Some(self.scopes.len() - 1);
        self.forbidden.extend(names);
    }

    /// Returns the names that may not be used in the innermost scope.
    pub fn forbidden(&self) -> Option<&FxHashSet<Symbol>> {
        self.of_cursor.filter(|&own| own + 1 == self.scopes.len()).map(|_| &self.forbidden)
    }

    /// Returns whether a function around the innermost scope binds a name.
    pub fn is_bound_around(&self, name: Symbol) -> bool {
        let around = self.scopes.iter().rev().skip(1);
        around.filter(|scope| scope.header == Some(Header::Function)).any(|scope| scope.binds.contains(&name))
    }

    /// Closes the scopes that a line at a column is outside of.
    pub fn leave(&mut self, column: u32) {
        while self.scopes.last().is_some_and(|scope| scope.header.is_some() && scope.column >= column) {
            self.close();
        }
    }

    /// Reads a line.
    pub fn push(&mut self, line: &Line) {
        line.parts().for_each(|part| self.push_part(part));
    }

    /// Reads one of the parts of a line.
    pub fn push_part(&mut self, line: &Line) {
        self.leave(line.column.col);
        for declared in line.declares.iter().filter(|_| line.parses) {
            self.is_mistaken |= line.uses_before(declared);
            self.declare(declared);
        }
        self.use_names(line);
        if line.header.is_some() {
            self.scopes.push(Scope::new(line.header, line.column.col, &line.parameters));
        }
    }

    /// Reads names that are used where a line is not whole.
    pub fn use_certain(&mut self, names: &[Symbol]) {
        let forbidden =
            self.forbidden().is_some_and(|forbidden| names.iter().any(|name| forbidden.contains(name)));
        self.is_mistaken |= forbidden;
    }

    /// Returns whether there is a mistake if nothing follows.
    pub fn is_mistaken_at_end(mut self) -> bool {
        self.leave(0);
        let is_wanting = |scope: &Scope| !scope.wanted.is_empty() || !scope.nearest.is_empty();
        self.is_mistaken || self.scopes.iter().any(is_wanting)
    }

    /// Reads the declaration of a name in the innermost scope.
    pub fn declare(&mut self, declared: &Declared) {
        let Declared { symbol, is_nearest, .. } = *declared;
        if self.scopes.len() == 1 {
            self.is_mistaken |= self.known.contains(&symbol);
        }
        let Some(scope) = self.scopes.last_mut() else { return };
        let (own, other) = if is_nearest {
            (&mut scope.nearest, &scope.global)
        } else {
            (&mut scope.global, &scope.nearest)
        };
        self.is_mistaken |= scope.uses.contains(&symbol) || other.contains(&symbol);
        own.insert(symbol);
    }

    fn use_names(&mut self, line: &Line) {
        self.use_certain(&line.uses);
        self.annotate(&line.annotates);
        let Some(scope) = self.scopes.last_mut() else { return };
        let bound = line.binds.iter().chain(&line.annotates).copied();
        let own: Vec<Symbol> = bound.filter(|&name| !scope.declares(name)).collect();
        scope.uses.extend(&line.uses);
        scope.binds.extend(own);
    }

    /// Reads annotations of names in the innermost scope. The file may declare what it annotates.
    pub fn annotate(&mut self, names: &[Symbol]) {
        let scope = self.scopes.last().filter(|scope| scope.header.is_some());
        self.is_mistaken |= scope.is_some_and(|scope| names.iter().any(|&name| scope.declares(name)));
    }

    /// Closes the innermost scope: the names that it and the scopes inside it want, and that it does not bind, a
    /// function around it has to bind.
    fn close(&mut self) {
        let Some(closed) = self.scopes.pop() else { return };
        if self.of_cursor == Some(self.scopes.len()) {
            self.of_cursor = None;
        }
        let is_function = closed.header == Some(Header::Function);
        let mut wanted: Vec<Symbol> = closed.nearest.iter().copied().collect();
        for name in closed.wanted {
            self.is_mistaken |= is_function && closed.global.contains(&name);
            if !(is_function && (closed.binds.contains(&name) || closed.nearest.contains(&name))) {
                wanted.push(name);
            }
        }
        if let Some(around) = self.scopes.last_mut() {
            around.wanted.extend(wanted);
        }
    }
}
