//! This module provides the Python class of the n-gram model of the text around the cursor.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::guarded;
use crate::logits::PyLogits;
use quoin_core::ngrams::{Ngrams, ORDERS};

/// The tokens of some texts, and the share of the probability of each order.
#[pyclass(name = "Ngrams", module = "engine._core", frozen)]
pub struct PyNgrams {
    ngrams: Ngrams,
}

#[pymethods]
impl PyNgrams {
    /// Returns the model of some texts. The tokens are 32-bit numbers in the machine's byte order; a number
    /// with all bits set separates two texts.
    #[new]
    fn new(tokens: &[u8], shares: Vec<[f64; 3]>) -> PyResult<Self> {
        let (whole, rest) = tokens.as_chunks::<4>();
        let shares = <[_; ORDERS]>::try_from(shares).ok();
        let shares = shares.filter(|all| all.iter().flatten().all(|share| (0.0..1.0).contains(share)));
        let (Some(shares), true) = (shares, rest.is_empty()) else {
            return Err(PyValueError::new_err("these are no tokens, or no shares from 0 to less than 1"));
        };
        let tokens = whole.iter().map(|bytes| u32::from_ne_bytes(*bytes)).collect();
        guarded(|| Ok(Self { ngrams: Ngrams::new(tokens, shares) }))
    }

    /// Interpolates logits in place with the n-gram probabilities of the texts. The caller must own the
    /// logits.
    #[allow(clippy::needless_pass_by_value, reason = "Python's lists come as vectors")]
    fn interpolate(&self, logits: &PyLogits, history: Vec<u32>, allowed: Option<Vec<u32>>) -> PyResult<()> {
        let allowed = allowed.map(|tokens| tokens.into_iter().collect());
        guarded(|| {
            self.ngrams.interpolate(&history, allowed.as_ref(), logits.numbers_to_change());
            Ok(())
        })
    }
}
