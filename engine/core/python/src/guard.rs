//! This module provides the Python classes of the filter between a model and a text.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors::{guarded, with_locked};
use crate::state::{Expected, MissingNames, PyState, Shared, named};
use crate::vocabulary::PyVocabulary;
use quoin_core::guard::Guard;
use quoin_core::guard::openings::Openings;
use quoin_core::guard::position::Matchers;
use quoin_core::quotient::state::{Admitted, Binding};

/// What a middle must leave open around a cursor.
#[pyclass(name = "Openings", module = "engine._core", frozen)]
pub struct PyOpenings {
    openings: Arc<Openings>,
}

#[pymethods]
impl PyOpenings {
    #[new]
    #[pyo3(signature = (state, left, right, by_columns, usual = b"" as &[u8]))]
    fn new(
        py: Python<'_>,
        state: &PyState,
        left: &[u8],
        right: &[u8],
        by_columns: bool,
        usual: &[u8],
    ) -> PyResult<Self> {
        let openings = py.detach(|| {
            state.shared.with_own(&state.position, |quotients, position| {
                Openings::around(quotients, position, left, right, by_columns, usual)
            })
        })?;
        Ok(Self { openings: Arc::new(openings) })
    }

    /// Returns only how the file is laid out: a middle may then close whatever is open.
    fn layout(&self) -> PyResult<Self> {
        guarded(|| Ok(Self { openings: Arc::new(Openings::clone(&self.openings).layout()) }))
    }
}

/// Follows a middle and says which bytes may follow and whether it may end.
#[pyclass(name = "Guard", module = "engine._core", frozen)]
pub struct PyGuard {
    shared: Shared,
    guard: Mutex<Guard>,
}

impl PyGuard {
    #[track_caller]
    fn with<T>(&self, call: impl FnOnce(&mut Matchers<'_>, &mut Guard) -> T) -> PyResult<T> {
        self.shared.with_own(&self.guard, call)
    }
}

#[pymethods]
impl PyGuard {
    /// Returns a guard at a state. With `around`, the state must be the one at the cursor, and the middle
    /// must stay in its context.
    #[new]
    #[pyo3(signature = (state, around=None))]
    fn new(state: &PyState, around: Option<&PyOpenings>) -> PyResult<Self> {
        let is_around = around.is_some();
        let around = around.map(|around| Arc::clone(&around.openings));
        let guard = with_locked(&state.position, |position| Ok(Guard::new(position.clone(), around)))?;
        let guard = Self { shared: state.shared.clone(), guard: Mutex::new(guard) };
        if is_around {
            guard.with(|quotients, guard| guard.stay_within(quotients))?;
        }
        Ok(guard)
    }

    /// Lets the middle read one unknown name, the pending one or the next (`one`), one that an import can bind
    /// (`importable`), all such names from here on (`importables`), or all names (`all`).
    fn admit(&self, which: &str) -> PyResult<()> {
        let admitted = match which {
            "one" => Admitted::One,
            "importable" => Admitted::Importable,
            "importables" => Admitted::Importables,
            "all" => Admitted::All,
            _ => return Err(PyValueError::new_err("no names are admitted as that")),
        };
        self.with(|_, guard| guard.admit(admitted))
    }

    /// Returns the unknown names that the middle was allowed to read.
    fn admitted<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let names = self.with(|quotients, guard| guard.position().admitted_names(quotients))?;
        Ok(names.iter().map(|name| PyBytes::new(py, name)).collect())
    }

    /// Lets the middle read no further names that what follows must bind.
    fn owe_nothing(&self) -> PyResult<()> {
        self.with(|_, guard| guard.owe_nothing())
    }

    /// Returns the names that the right context reads and that only a middle can bind, each with its byte offset there
    /// and whether it is read in the scope of the cursor.
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<MissingNames<'py>> {
        let names = self.with(|quotients, guard| guard.position().missing_names(quotients))?;
        Ok(names.iter().map(|(name, at, is_near)| (PyBytes::new(py, name), *at, *is_near)).collect())
    }

    /// Returns the numbers of those names that are missing still if the middle ends here.
    fn still_missing(&self) -> PyResult<Vec<usize>> {
        self.with(|quotients, guard| guard.position().still_missing(quotients))
    }

    /// Returns how some bytes bind the name that they end with: none if they may not follow, or do not.
    fn binds(&self, data: &[u8]) -> PyResult<Option<&'static str>> {
        Ok(match self.with(|quotients, guard| guard.binding(quotients, data))? {
            Binding::No => None,
            Binding::Perhaps => Some("statement"),
            Binding::Only => Some("name"),
            Binding::Parameter => Some("parameter"),
        })
    }

    /// Returns whether the user has typed an unknown name that is read here if it ends at the cursor, and with which
    /// known names begin.
    fn has_typed_unknown_name(&self) -> PyResult<bool> {
        self.with(|quotients, guard| guard.position().has_typed_unknown_name(quotients))
    }

    /// Returns the names that what follows must bind, or is hoped to.
    fn unsettled_names<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let names = self.with(|quotients, guard| guard.position().unsettled_names(quotients))?;
        Ok(names.iter().map(|name| PyBytes::new(py, name)).collect())
    }

    /// Returns whether the names matter that the middle reads.
    fn filters_names(&self) -> PyResult<bool> {
        self.with(|quotients, guard| guard.position().filters_names(quotients))
    }

    /// Returns whether the middle may end here.
    fn member(&self) -> PyResult<bool> {
        self.with(|quotients, guard| guard.is_member(quotients))
    }

    /// Returns whether bytes may follow.
    fn accepts(&self, data: &[u8]) -> PyResult<bool> {
        self.with(|quotients, guard| guard.accepts(quotients, data))
    }

    /// Returns for each of some tokens a byte 1 or 0: whether it may follow without its first `skip` bytes.
    /// The tokens are given as 32-bit numbers, least significant byte first.
    fn accepts_each<'py>(
        &self,
        py: Python<'py>,
        vocabulary: &PyVocabulary,
        tokens: &[u8],
        skip: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let texts = vocabulary.vocabulary.texts();
        let numbers = tokens.as_chunks().0.iter().map(|&number| u32::from_le_bytes(number));
        let known = numbers.filter(|&number| (number as usize) < texts.len());
        let after = known.map(|number| texts.token(number).get(skip..).unwrap_or_default());
        let accepted = py.detach(|| self.with(|quotients, guard| guard.accepts_each(quotients, after)))?;
        Ok(PyBytes::new(py, &accepted.into_iter().map(u8::from).collect::<Vec<u8>>()))
    }

    /// Advances by bytes if they may follow; otherwise, changes nothing and returns false.
    fn advance(&self, data: &[u8]) -> PyResult<bool> {
        self.with(|quotients, guard| guard.advance(quotients, data))
    }

    /// Returns, for refused bytes, how many of them are accepted, and what each quotient expects after those.
    fn refusal(&self, data: &[u8]) -> PyResult<(usize, Expected)> {
        self.with(|quotients, guard| {
            let (count, expected) = guard.refusal(quotients, data);
            (count, named(quotients, &expected))
        })
    }

    /// Returns whether the middle may end after a text.
    fn may_end_with(&self, text: &[u8]) -> PyResult<bool> {
        self.with(|quotients, guard| guard.may_end_with(quotients, text))
    }

    /// Returns a short text that ends the middle, or None if none is found. The limits of the search are
    /// greater if it is `thorough`.
    fn closing<'py>(&self, py: Python<'py>, thorough: bool) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let found = py.detach(|| self.with(|quotients, guard| guard.closing(quotients, thorough)))?;
        Ok(found.map(|text| PyBytes::new(py, &text)))
    }

    /// Returns the bytes with which every longer middle continues.
    fn forced<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let forced = self.with(|quotients, guard| guard.forced(quotients))?;
        Ok(PyBytes::new(py, &forced))
    }

    /// Returns a bit mask of tokens, which includes all tokens that may follow and possibly others.
    fn mask<'py>(&self, py: Python<'py>, vocabulary: &PyVocabulary) -> PyResult<Bound<'py, PyBytes>> {
        let mask = py.detach(|| {
            self.with(|quotients, guard| guard.position().mask(quotients, &vocabulary.vocabulary))
        })?;
        Ok(PyBytes::new(py, &mask))
    }

    /// Returns an independent copy of the guard.
    fn copy(&self) -> PyResult<Self> {
        let guard = with_locked(&self.guard, |guard| Ok(guard.clone()))?;
        Ok(Self { shared: self.shared.clone(), guard: Mutex::new(guard) })
    }
}
