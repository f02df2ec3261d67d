//! This module provides the Python class of a model's vocabulary.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use quoin_core::mask::Vocabulary;

use crate::errors::guarded;
use crate::language::PyGrammar;

/// The byte strings of a model's tokens.
#[pyclass(name = "Vocabulary", module = "engine._core", frozen)]
pub struct PyVocabulary {
    pub vocabulary: Vocabulary,
}

#[pymethods]
impl PyVocabulary {
    #[new]
    fn new(tokens: &Bound<'_, PyList>) -> PyResult<Self> {
        let (mut text, mut lengths) = (Vec::new(), Vec::with_capacity(tokens.len()));
        for token in tokens.iter() {
            let token = token.cast::<PyBytes>()?.as_bytes();
            text.extend_from_slice(token);
            lengths.push(token.len());
        }
        guarded(|| Ok(Self { vocabulary: Vocabulary::new(text, lengths) }))
    }

    /// Builds what the masks in a language need, and returns it as bytes that can be stored.
    fn prepare<'py>(&self, py: Python<'py>, grammar: &PyGrammar) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| guarded(|| Ok(self.vocabulary.prepare(&grammar.language))))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Restores what `prepare` returned for an equal vocabulary and language. Returns false if the bytes are
    /// invalid.
    fn restore(&self, py: Python<'_>, grammar: &PyGrammar, data: &[u8]) -> PyResult<bool> {
        py.detach(|| guarded(|| Ok(self.vocabulary.restore(&grammar.language, data))))
    }

    /// Returns whether `prepare` or `restore` was called for a language and its tables are still kept.
    fn is_prepared(&self, py: Python<'_>, grammar: &PyGrammar) -> PyResult<bool> {
        py.detach(|| guarded(|| Ok(self.vocabulary.is_prepared(&grammar.language))))
    }

    /// Returns the concatenated bytes of all tokens, and the offset at which each token begins, as 32-bit
    /// numbers with the least significant byte first. Both together identify a vocabulary.
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        guarded(|| {
            let (text, begins) = self.vocabulary.texts().parts();
            let begins: Vec<u8> = begins.iter().flat_map(|begin| begin.to_le_bytes()).collect();
            Ok((PyBytes::new(py, text), PyBytes::new(py, &begins)))
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        guarded(|| Ok(self.vocabulary.texts().len()))
    }
}
