//! The charts of lines, which all documents of a language share.

use std::sync::{Mutex, MutexGuard, OnceLock};

use crate::base::interrupt::{Interrupted, caught};
use crate::grammar::Grammar;
use crate::names::lines::charts::LineCharts;
use crate::names::lines::plain::PlainCode;

/// The charts of the lines of a language, and its plain code, which are found on first use.
#[derive(Default)]
pub struct LinePool {
    charts: Mutex<Option<LineCharts>>,
    plain: OnceLock<Option<PlainCode>>,
}

impl LinePool {
    /// Discards all charts.
    pub fn clear(&self) {
        *self.slot() = None;
    }

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.slot().as_ref().map_or(0, LineCharts::size)
    }

    /// Returns the plain code of the language, if it has any.
    pub fn plain(&self, grammar: &Grammar) -> Option<&PlainCode> {
        self.plain.get_or_init(|| PlainCode::new(grammar)).as_ref()
    }

    /// Lends the charts to one line at a time. They are built anew after a panic while they were used.
    pub fn with<T>(&self, grammar: &Grammar, call: impl FnOnce(&mut LineCharts) -> T) -> T {
        let mut slot = self.slot();
        let charts = slot.get_or_insert_with(|| LineCharts::new(grammar));
        // An interruption leaves the charts as they are: it comes between two of them.
        let result = caught(|| call(charts));
        drop(slot);
        result.unwrap_or_else(|interrupted: Interrupted| interrupted.go_on())
    }

    fn slot(&self) -> MutexGuard<'_, Option<LineCharts>> {
        self.charts.lock().unwrap_or_else(|poisoned| {
            self.charts.clear_poison();
            let mut slot = poisoned.into_inner();
            *slot = None;
            slot
        })
    }
}
