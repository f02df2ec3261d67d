//! Panics on demand at the entry points of the core, for tests. Only a build with the feature `panics` has them;
//! in every other build the function is empty, and nothing can make it panic.

/// Does nothing.
#[cfg(not(feature = "panics"))]
pub fn enter(_place: &'static std::panic::Location<'static>) {}

#[cfg(feature = "panics")]
pub use on_demand::{enter, entered, panic_at};

#[cfg(feature = "panics")]
mod on_demand {
    use std::collections::BTreeMap;
    use std::panic::Location;
    use std::sync::{Mutex, PoisonError};

    use pyo3::prelude::*;

    /// The number of passes through each place, and the place and pass at which the next panic is due.
    static PASSES: Mutex<BTreeMap<(String, u32), usize>> = Mutex::new(BTreeMap::new());
    static DUE: Mutex<Option<(String, u32, usize)>> = Mutex::new(None);

    /// Counts a pass, and panics if one is due here.
    pub fn enter(place: &'static Location<'static>) {
        let key = (place.file().to_owned(), place.line());
        *PASSES.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default() += 1;
        let mut due = DUE.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((file, line, passes)) = due.as_mut() else { return };
        if *file == place.file() && *line == place.line() {
            if *passes == 0 {
                *due = None;
                drop(due);
                panic!("a panic on demand at {place}");
            }
            *passes -= 1;
        }
    }

    /// Returns the places that were passed, each with its file, its line and the number of passes.
    #[pyfunction]
    pub fn entered() -> Vec<(String, u32, usize)> {
        let passes = PASSES.lock().unwrap_or_else(PoisonError::into_inner);
        passes.iter().map(|((file, line), &count)| (file.clone(), *line, count)).collect()
    }

    /// Lets the core panic once, after some passes through a place.
    #[pyfunction]
    pub fn panic_at(file: String, line: u32, passes: usize) {
        *DUE.lock().unwrap_or_else(PoisonError::into_inner) = Some((file, line, passes));
    }
}
