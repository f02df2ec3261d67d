//! What a document's names are found with.

use crate::grammar::Grammar;
use crate::names::lines::charts::LineCharts;
use crate::names::symbols::Symbols;

/// The charts of lines, and the names of a document.
pub struct NameTables {
    pub charts: LineCharts,
    pub symbols: Symbols,
}

impl NameTables {
    /// Returns the tables of a document without names.
    pub fn new(grammar: &Grammar) -> Self {
        Self { charts: LineCharts::new(grammar), symbols: Symbols::default() }
    }
}
