//! A language: its compiled grammar, and the costs and charts that all its texts share. Costs and charts are
//! computed when they are first needed.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::charts::pool::{ChartPool, Spares};
use crate::charts::predictions::Predictions;
use crate::grammar::Grammar;
use crate::grammar::costs::{Costs, WaysPool, Wording};
use crate::names::lines::pool::LinePool;

/// A compiled grammar with its costs and its charts.
pub struct Language {
    grammar: Grammar,
    costs: [OnceLock<Arc<Costs>>; 2],
    ways: Arc<WaysPool>,
    pub charts: ChartPool,
    pub predictions: Predictions,
    pub spares: Spares,
    pub lines: Arc<LinePool>,
}

impl Language {
    /// Returns the language of a grammar, without costs and charts.
    pub fn new(grammar: Grammar) -> Self {
        Self {
            grammar,
            costs: Default::default(),
            ways: Arc::default(),
            charts: ChartPool::default(),
            predictions: Predictions::default(),
            spares: Spares::default(),
            lines: Arc::default(),
        }
    }

    /// Returns the least costs of texts, which are computed at the first call.
    pub fn costs(&self, wording: Wording) -> Arc<Costs> {
        let costs = || Arc::new(Costs::new(&self.grammar, wording, &self.ways));
        Arc::clone(self.costs[wording as usize].get_or_init(costs))
    }

    /// Returns the memory of what is kept for all texts, in bytes: of the charts of contexts, of those of lines, and of
    /// the ways from the lexer's states.
    pub fn memory(&self) -> [usize; 3] {
        [self.charts.size(), self.lines.size(), self.ways.size()]
    }

    /// Returns the compiled grammar.
    pub fn grammar(&self) -> &Grammar {
        &self.grammar
    }
}

impl Deref for Language {
    type Target = Grammar;

    fn deref(&self) -> &Grammar {
        &self.grammar
    }
}
