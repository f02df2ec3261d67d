//! What a document's names are found with.

use std::sync::Arc;

use crate::names::lines::pool::LinePool;
use crate::names::symbols::Symbols;

/// The charts of lines, and the names of a document.
pub struct NameTables {
    pub charts: Arc<LinePool>,
    pub symbols: Symbols,
}

impl NameTables {
    /// Returns the tables of a document without names.
    pub fn new(charts: &Arc<LinePool>) -> Self {
        Self { charts: Arc::clone(charts), symbols: Symbols::default() }
    }
}
