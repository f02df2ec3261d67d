//! A language: its compiled grammar, and the costs and charts that all its texts share. Costs and charts are
//! computed when they are first needed.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::charts::pool::ChartPool;
use crate::charts::predictions::Predictions;
use crate::grammar::Grammar;
use crate::grammar::costs::{Costs, Wording};
use crate::names::lines::pool::LinePool;

/// A compiled grammar with its costs and its charts.
pub struct Language {
    grammar: Grammar,
    costs: [OnceLock<Arc<Costs>>; 2],
    pub charts: ChartPool,
    pub predictions: Predictions,
    pub lines: Arc<LinePool>,
}

impl Language {
    /// Returns the language of a grammar, without costs and charts.
    pub fn new(grammar: Grammar) -> Self {
        Self {
            grammar,
            costs: Default::default(),
            charts: ChartPool::default(),
            predictions: Predictions::default(),
            lines: Arc::default(),
        }
    }

    /// Returns the least costs of texts, which are computed at the first call.
    pub fn costs(&self, wording: Wording) -> Arc<Costs> {
        let costs = || Arc::new(Costs::new(&self.grammar, wording));
        Arc::clone(self.costs[wording as usize].get_or_init(costs))
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
