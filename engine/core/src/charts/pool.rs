//! This module keeps the charts that the texts of a language share.
//!
//! Charts do not depend on the text that they were built for, so all sessions of a language share them. The
//! first text of a process builds most of the charts that other texts need.
//!
//! Charts of middles depend on their texts. An arena that no middle needs any longer serves the next ones. What is known
//! of the grammar's states is as much worth to them as the memory, which the processor's caches still hold.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::base::interrupt::{Interrupted, caught};
use crate::charts::earley::Charts;
use crate::charts::forward::ForwardCharts;
use crate::charts::kernels::Kernels;
use crate::charts::reverse::ReverseCharts;
use crate::grammar::Grammar;
use crate::limits::{KEPT_CHARTS_BYTES, KEPT_CHARTS_TIMES};

static GENERATIONS: AtomicU64 = AtomicU64::new(1);

/// The charts of a language.
pub struct ContextCharts {
    pub forward: ForwardCharts,
    pub nodes: ReverseCharts,
    /// Unique number in the process: charts that are built anew, from none, have a new one.
    pub generation: u64,
    /// Maximum memory of the charts, in bytes, after which they are discarded; none until it is known.
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

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.forward.size() + self.nodes.size()
    }

    /// Returns whether the charts exceed their maximum memory. If the next session `goes_on` with what it has read with
    /// these charts, the maximum is [`KEPT_CHARTS_TIMES`] greater.
    fn is_full(&self, goes_on: impl FnOnce(u64) -> bool) -> bool {
        let Some(most) = self.most else { return false };
        let size = self.size();
        size > most && (size > most * KEPT_CHARTS_TIMES || !goes_on(self.generation))
    }

    /// Sets the maximum memory after the first text, whose charts must fit in any case.
    fn measure(&mut self) {
        if self.most.is_none() {
            self.most = Some((2 * self.size()).max(KEPT_CHARTS_BYTES));
        }
    }
}

/// The charts of a language, which are built on first use.
#[derive(Default)]
pub struct ChartPool(Mutex<Option<ContextCharts>>);

impl ChartPool {
    /// Discards all charts.
    pub fn clear(&self) {
        *self.slot() = None;
    }

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.slot().as_ref().map_or(0, ContextCharts::size)
    }

    fn slot(&self) -> MutexGuard<'_, Option<ContextCharts>> {
        self.0.lock().unwrap_or_else(|poisoned| {
            self.0.clear_poison();
            let mut slot = poisoned.into_inner();
            *slot = None;
            slot
        })
    }

    /// Discards the charts if they exceed their maximum memory. The next session `goes_on` with charts of a generation if
    /// it would have to read anew most of what it has read with them.
    pub fn make_room(&self, goes_on: impl FnOnce(u64) -> bool) {
        self.slot().take_if(|kept| kept.is_full(goes_on));
    }

    /// Lends the charts of the language to one session at a time. They are built anew if they were discarded, or if a
    /// session panicked while it used them.
    pub fn with<T>(&self, grammar: &Grammar, session: impl FnOnce(&mut ContextCharts) -> T) -> T {
        let mut slot = self.slot();
        let kept = slot.get_or_insert_with(|| ContextCharts::new(grammar));
        // An interruption leaves the charts as they are: it comes between two of them.
        let result = caught(|| session(kept));
        if result.is_ok() {
            kept.measure();
        }
        drop(slot);
        result.unwrap_or_else(|interrupted: Interrupted| interrupted.go_on())
    }
}

/// Maximum number of arenas that are kept: those of two texts that are read in turns.
const MOST_SPARE: usize = 2;

/// An arena and the index of its charts.
pub struct Spare {
    pub charts: Charts,
    pub kernels: Kernels,
}

/// The arenas of a language that nothing refers to.
#[derive(Default)]
pub struct Spares(Mutex<Vec<Spare>>);

impl Spares {
    /// Returns an arena without charts.
    pub fn take(&self) -> Spare {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.pop().unwrap_or_else(|| Spare { charts: Charts::new(), kernels: Kernels::default() })
    }

    /// Keeps an arena, whose charts are forgotten.
    pub fn give_back(&self, mut spare: Spare) {
        spare.charts.reset();
        spare.kernels.reset();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST_SPARE {
            kept.push(spare);
        }
    }

    /// Drops what is kept.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
