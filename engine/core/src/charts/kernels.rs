//! Charts by what they begin with.
//!
//! A chart is the closure of its *kernel*, the items that it begins with: equal kernels need one chart.
//! So tokens and statements that are alike come through the same charts, and what is known of a chart is
//! known of all of them.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::charts::earley::{ChartId, Charts, Item};

/// A chart whose first items are its kernel.
#[derive(Clone, Copy)]
struct Entry {
    chart: ChartId,
    count: u32,
    /// The entry of the same hash made before; the number of entries at that time where there is none.
    before: u32,
}

/// The charts of an arena that have been entered here.
#[derive(Default)]
pub struct Kernels {
    entries: Vec<Entry>,
    /// By hash of the kernel: the entry made last.
    newest: FxHashMap<u64, u32>,
}

impl Kernels {
    /// The chart that begins with these items, sorted and each once.
    pub fn find(&self, charts: &Charts, kernel: &[Item]) -> Option<ChartId> {
        let mut next = *self.newest.get(&hash(kernel))? as usize;
        loop {
            let entry = self.entries[next];
            if charts.items(entry.chart).get(..entry.count as usize) == Some(kernel) {
                return Some(entry.chart);
            }
            if entry.before as usize == next {
                return None;
            }
            next = entry.before as usize;
        }
    }

    /// Enter a chart that begins with these items, in this order.
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
