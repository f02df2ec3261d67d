//! This module provides the Python class of a model's logits, which are given by their address.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::guarded;
use quoin_core::logits;

/// A model's logits in memory that Python does not own: one number in single precision for each token.
#[pyclass(name = "Logits", module = "engine._core", frozen)]
pub struct PyLogits {
    address: usize,
    length: usize,
}

impl PyLogits {
    fn numbers(&self) -> &[f32] {
        // SAFETY: the caller of `new` guarantees that `length` numbers remain at the address during a call.
        unsafe { std::slice::from_raw_parts(self.address as *const f32, self.length) }
    }

    #[allow(
        clippy::mut_from_ref,
        reason = "the numbers are not this object's, which only knows where they are"
    )]
    pub fn numbers_to_change(&self) -> &mut [f32] {
        // SAFETY: the caller of `new` guarantees that `length` numbers remain at the address and that nothing
        // else uses them during a call; Python's lock is held.
        unsafe { std::slice::from_raw_parts_mut(self.address as *mut f32, self.length) }
    }
}

#[pymethods]
impl PyLogits {
    /// Wraps `length` numbers at an address. They must remain there during each call that uses this object,
    /// and nothing else may use them then.
    #[new]
    fn new(address: usize, length: usize) -> PyResult<Self> {
        guarded(|| {
            let end = length.checked_mul(size_of::<f32>()).and_then(|size| address.checked_add(size));
            let is_room = end.is_some_and(|end| isize::try_from(end).is_ok());
            if address == 0 || !address.is_multiple_of(align_of::<f32>()) || !is_room {
                return Err(PyValueError::new_err("no numbers can be at this address"));
            }
            Ok(Self { address, length })
        })
    }

    /// Returns the likeliest token, and the logarithm of the sum of the exponentials of all logits.
    fn summary(&self) -> PyResult<(usize, f64)> {
        guarded(|| Ok(logits::summary(self.numbers()))).map(|summary| (summary.first, summary.log_sum))
    }

    /// Returns the `count` likeliest tokens, best first.
    fn best(&self, count: usize) -> PyResult<Vec<usize>> {
        guarded(|| Ok(logits::best(self.numbers(), count)))
    }
}
