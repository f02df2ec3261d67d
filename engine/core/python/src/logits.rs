//! A model's logits as Python names them: by their address.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::guarded;
use quoin_core::logits;

/// A model's logits in memory that is not Python's: single precision, one for each token.
#[pyclass(name = "Logits", module = "engine._core", frozen)]
pub struct PyLogits {
    address: usize,
    length: usize,
}

impl PyLogits {
    fn numbers(&self) -> &[f32] {
        // SAFETY: that so many numbers are there as long as this is asked is what the caller of `new` promises.
        unsafe { std::slice::from_raw_parts(self.address as *const f32, self.length) }
    }

    #[allow(
        clippy::mut_from_ref,
        reason = "the numbers are not this object's, which only knows where they are"
    )]
    pub fn numbers_to_change(&self) -> &mut [f32] {
        // SAFETY: as above; Python's lock is held, and the caller says that nobody else looks at them.
        unsafe { std::slice::from_raw_parts_mut(self.address as *mut f32, self.length) }
    }
}

#[pymethods]
impl PyLogits {
    /// What stands at an address, which must be there, and be let be, whenever it is asked for.
    #[new]
    fn new(address: usize, length: usize) -> PyResult<Self> {
        if address == 0 || !address.is_multiple_of(align_of::<f32>()) {
            return Err(PyValueError::new_err("no numbers can be at this address"));
        }
        Ok(Self { address, length })
    }

    /// The likeliest token, and the logarithm of the sum of the exponentials.
    fn summary(&self) -> PyResult<(usize, f64)> {
        guarded(|| Ok(logits::summary(self.numbers()))).map(|summary| (summary.first, summary.log_sum))
    }

    /// The likeliest tokens, best first.
    fn best(&self, count: usize) -> PyResult<Vec<usize>> {
        guarded(|| Ok(logits::best(self.numbers(), count)))
    }
}
