//! What the texts of a language have in common, kept from one to the next: their charts.
//!
//! Charts say nothing of the text that they were made for, so all sessions of a language share them:
//! the first text of a process makes most of those that the others need.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::charts::forward::ForwardCharts;
use crate::charts::reverse::ReverseCharts;
use crate::grammar::Grammar;
use crate::limits::KEPT_CHARTS_BYTES;

static GENERATIONS: AtomicU64 = AtomicU64::new(1);

/// The charts of a language.
pub struct ContextCharts {
    pub forward: ForwardCharts,
    pub nodes: ReverseCharts,
    /// Another number for each beginning from nothing, in the whole process.
    pub generation: u64,
    /// Bytes that may be taken before all is forgotten, once that is known.
    most: Option<usize>,
}

impl ContextCharts {
    fn new(grammar: &Grammar) -> Self {
        let generation = GENERATIONS.fetch_add(1, Ordering::Relaxed);
        Self {
            forward: ForwardCharts::new(grammar),
            nodes: ReverseCharts::new(grammar),
            generation,
            most: None,
        }
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.forward.size() + self.nodes.size()
    }

    /// Note how much the first text takes, for which there has to be room in any case.
    fn measure(&mut self) {
        if self.most.is_none() {
            self.most = Some((2 * self.size()).max(KEPT_CHARTS_BYTES));
        }
    }
}

/// A place for the charts of a language, made when they are first asked for.
#[derive(Default)]
pub struct ChartPool(Mutex<Option<ContextCharts>>);

impl ChartPool {
    /// Forget all charts.
    pub fn clear(&self) {
        *self.slot() = None;
    }

    fn slot(&self) -> MutexGuard<'_, Option<ContextCharts>> {
        self.0.lock().unwrap_or_else(|poisoned| {
            self.0.clear_poison();
            let mut slot = poisoned.into_inner();
            *slot = None;
            slot
        })
    }

    /// Give the charts of the language to one session at a time: new ones where the old ones have grown
    /// too large, or where making them failed.
    pub fn with<T>(&self, grammar: &Grammar, session: impl FnOnce(&mut ContextCharts) -> T) -> T {
        let mut slot = self.slot();
        slot.take_if(|kept| kept.most.is_some_and(|most| kept.size() > most));
        let kept = slot.get_or_insert_with(|| ContextCharts::new(grammar));
        let result = session(kept);
        kept.measure();
        result
    }
}
