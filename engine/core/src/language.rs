//! A language: its compiled grammar, and what all its texts share and is found out when it is first needed.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::charts::pool::ChartPool;
use crate::grammar::Grammar;
use crate::grammar::costs::{Costs, Wording};

/// A compiled grammar with its costs and its charts.
pub struct Language {
    grammar: Grammar,
    costs: [OnceLock<Arc<Costs>>; 2],
    pub charts: ChartPool,
}

impl Language {
    pub fn new(grammar: Grammar) -> Self {
        Self { grammar, costs: Default::default(), charts: ChartPool::default() }
    }

    /// The least costs of texts, found when they are first asked for.
    pub fn costs(&self, wording: Wording) -> Arc<Costs> {
        let costs = || Arc::new(Costs::new(&self.grammar, wording));
        Arc::clone(self.costs[wording as usize].get_or_init(costs))
    }

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
