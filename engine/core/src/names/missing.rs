//! The names that the right context reads, and that are bound only if the middle binds them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::grammar::Grammar;
use crate::layout::columns::Column;
use crate::names::environment::Environment;
use crate::names::lines::line::{Header, Line, Moment};
use crate::names::symbols::{Symbol, Symbols};

/// Maximum number of lines after the cursor in which missing names are searched.
pub const MAX_LINES: usize = 1000;

/// A name that the right context reads and that nothing binds.
#[derive(Clone, Debug)]
pub struct Missing {
    pub symbol: Symbol,
    /// The byte offset in the right context of the line that reads it first.
    pub at: usize,
    /// Whether it is read in the scope of the cursor, or in a scope inside that one.
    pub is_near: bool,
    /// The least column of the lines after the cursor's up to the one that reads it.
    pub least: u32,
    /// The column and the moment at which the middle's scopes must know it.
    column: Column,
    moment: Moment,
}

impl Missing {
    /// Returns whether the name is bound if an environment is that of the position before the right context.
    pub fn is_bound(&self, environment: &mut Environment) -> bool {
        environment.enter(self.column);
        environment.knows(self.symbol, self.moment)
    }
}

/// Finds the missing names of the lines after a cursor. `environment` is what is known before them, `depth` the number
/// of scopes in which the middle binds names, and `lines` are given with their byte offsets in the right context.
pub fn find_missing(
    grammar: &Grammar,
    symbols: &Symbols,
    mut environment: Environment,
    depth: usize,
    lines: &[(usize, Arc<Line>)],
) -> Vec<Missing> {
    let Some(rules) = &grammar.name_rules else { return Vec::new() };
    if environment.is_open {
        return Vec::new();
    }
    let parts: Vec<(usize, &Line)> =
        lines.iter().flat_map(|(at, line)| line.parts().map(|part| (*at, part))).collect();
    let bodies = names_of_bodies(&parts);
    let (mut is_near, mut least) = (true, u32::MAX);
    let mut opened: Vec<(u32, Option<Header>)> = Vec::new();
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for (&(at, line), body) in parts.iter().zip(bodies) {
        environment.enter(line.column);
        is_near &= environment.depth() >= depth;
        least = least.min(line.column.col);
        opened.retain(|&(column, _)| column < line.column.col);
        let is_inside = opened.iter().any(|&(_, header)| header == Some(Header::Function));
        let moment = if is_inside { Moment::Later } else { Moment::AtOnce };
        let column = opened.first().map_or(line.column, |&(column, _)| Column { col: column, ..line.column });
        for &symbol in &line.reads {
            let is_deferred = line.deferred.contains(&symbol);
            let here = if is_deferred { Moment::Perhaps } else { Moment::AtOnce };
            let is_known =
                environment.knows(symbol, here) || rules.builtins.contains(symbols.text(symbol).as_ref());
            if !is_known && seen.insert(symbol) {
                found.push(Missing { symbol, at, is_near, least, column, moment });
            }
        }
        environment.push_part(line);
        if line.header.is_some() {
            environment.bind(body);
            opened.push((line.column.col, line.header));
        }
    }
    found
}

/// Returns for each line that opens a scope the names that are bound anywhere in that scope.
fn names_of_bodies(lines: &[(usize, &Line)]) -> Vec<Vec<Symbol>> {
    let mut found: Vec<Vec<Symbol>> = vec![Vec::new(); lines.len()];
    let mut around: Vec<usize> = Vec::new();
    for (number, (_, line)) in lines.iter().enumerate() {
        while around.last().is_some_and(|&last| lines[last].1.column.col >= line.column.col) {
            around.pop();
        }
        if let Some(&innermost) = around.last() {
            found[innermost].extend(&line.binds);
        }
        if line.header.is_some() {
            around.push(number);
        }
    }
    found
}
