//! This module finds charts by their kernels.
//!
//! A chart is the closure of its *kernel*, the items that it begins with, so equal kernels need only one
//! chart. Similar tokens and statements therefore share their charts, and with them everything that was
//! computed for a chart.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::charts::earley::{ChartId, Charts, Item};

/// Maximum number of charts for which an index without charts keeps room.
const MOST_KEPT: usize = 4096;

/// A chart whose first items are its kernel.
#[derive(Clone, Copy)]
struct Entry {
    chart: ChartId,
    count: u32,
    /// The previous entry with an equal hash, or the entry's own number if there is none.
    before: u32,
}

/// An index of charts of an arena by their kernels.
#[derive(Default)]
pub struct Kernels {
    entries: Vec<Entry>,
    /// For each hash of a kernel, the last entry with it.
    newest: FxHashMap<u64, u32>,
}

impl Kernels {
    /// Forgets all charts.
    pub fn reset(&mut self) {
        if self.entries.capacity() > MOST_KEPT {
            *self = Self::default();
        }
        self.entries.clear();
        self.newest.clear();
    }

    /// Returns the chart with this kernel, whose items are sorted and without duplicates.
    pub fn find(&self, charts: &Charts, kernel: &[Item]) -> Option<ChartId> {
        let mut next = *self.newest.get(&hash(kernel))? as usize;
        loop {
            let entry = self.entries[next];
            if charts.own_items(entry.chart).get(..entry.count as usize) == Some(kernel) {
                return Some(entry.chart);
            }
            if entry.before as usize == next {
                return None;
            }
            next = entry.before as usize;
        }
    }

    /// Adds a chart that begins with the items of this kernel, in this order.
    pub fn enter(&mut self, kernel: &[Item], chart: ChartId) {
        let number = self.entries.len() as u32;
        let before = self.newest.insert(hash(kernel), number).unwrap_or(number);
        self.entries.push(Entry { chart, count: kernel.len() as u32, before });
    }
}

fn hash(kernel: &[Item]) -> u64 {
    let mut hasher = FxHasher::default();
    kernel.hash(&mut hasher);
    hasher.finish()
}
