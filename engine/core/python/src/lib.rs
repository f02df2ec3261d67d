//! This crate binds the core to Python.
//!
//! Every call is made through [`errors::guarded`], which turns a panic into a `CoreError`, so the process is
//! not aborted. A quotient in which a call has panicked refuses every further call.

mod errors;
mod guard;
mod interrupt;
mod language;
mod logits;
mod ngrams;
mod panics;
mod state;
mod vocabulary;

use pyo3::prelude::*;

use errors::CoreError;
use guard::{PyGuard, PyOpenings};
use language::{PyGrammar, PyQuotient, PySession};
use logits::PyLogits;
use ngrams::PyNgrams;
use state::PyState;
use vocabulary::PyVocabulary;

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    #[cfg(feature = "panics")]
    {
        module.add_function(wrap_pyfunction!(panics::entered, module)?)?;
        module.add_function(wrap_pyfunction!(panics::panic_at, module)?)?;
    }
    module.add("CoreError", module.py().get_type::<CoreError>())?;
    module.add_function(wrap_pyfunction!(interrupt::watch, module)?)?;
    module.add_class::<PyGrammar>()?;
    module.add_class::<PySession>()?;
    module.add_class::<PyQuotient>()?;
    module.add_class::<PyState>()?;
    module.add_class::<PyOpenings>()?;
    module.add_class::<PyGuard>()?;
    module.add_class::<PyLogits>()?;
    module.add_class::<PyNgrams>()?;
    module.add_class::<PyVocabulary>()
}
