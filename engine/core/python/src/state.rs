//! This module provides the Python class of positions in middles.

use std::panic::Location;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use smallvec::SmallVec;

use crate::errors::{locked, with_locked};
use crate::interrupt::interruptible;
use crate::language::names;
use crate::panics::enter;
use crate::vocabulary::PyVocabulary;
use quoin_core::base::sets::TermSet;
use quoin_core::complete::search::Wanted;
use quoin_core::grammar::costs::Wording;
use quoin_core::guard::position::{Matchers, Position};
use quoin_core::matcher::Matcher;
use quoin_core::quotient::state::Admitted;
use quoin_core::quotient::surroundings::Surroundings;

/// The names of the terminals that each quotient expects, and whether its right context may follow.
pub type Expected = Vec<(Vec<String>, bool)>;

/// Names, each with a byte offset in the right context and whether it is read in the scope of the cursor.
pub type MissingNames<'py> = Vec<(Bound<'py, PyBytes>, usize, bool)>;

/// The quotients of a position, which are shared with other positions.
#[derive(Clone, Default)]
pub struct Shared(SmallVec<[Arc<Mutex<Matcher>>; 1]>);

impl Shared {
    /// Locks all quotients for one call. They are locked in the order of their addresses, so that positions
    /// that share some of them in different orders cause no deadlock.
    fn with<T>(&self, call: impl FnOnce(&mut Matchers<'_>) -> T) -> PyResult<T> {
        let mut order: SmallVec<[usize; 1]> = (0..self.0.len()).collect();
        order.sort_unstable_by_key(|&place| Arc::as_ptr(&self.0[place]));
        let lock = |place: usize| Ok((place, locked(&self.0[place])?));
        let mut locks = order.into_iter().map(lock).collect::<PyResult<SmallVec<[_; 1]>>>()?;
        locks.sort_unstable_by_key(|&(place, _)| place);
        let mut quotients: SmallVec<[&mut Matcher; 1]> =
            locks.iter_mut().map(|(_, one)| &mut **one).collect();
        interruptible(|| call(&mut quotients))
    }

    /// Locks the position's own data and all quotients for one call, which the thread's function may interrupt. A panic
    /// becomes a `CoreError`.
    #[track_caller]
    pub fn with_own<T, O>(
        &self,
        own: &Mutex<O>,
        call: impl FnOnce(&mut Matchers<'_>, &mut O) -> T,
    ) -> PyResult<T> {
        let place = Location::caller();
        with_locked(own, |own| {
            self.with(|quotients| {
                enter(place);
                call(quotients, own)
            })
        })
    }
}

/// Returns expectations with the names of their terminals.
pub fn named(quotients: &Matchers<'_>, expected: &[(TermSet, bool)]) -> Expected {
    let pairs = quotients.iter().zip(expected);
    pairs.map(|(quotient, (terms, ends))| (names(&quotient.grammar, terms), *ends)).collect()
}

/// A position in a growing middle, of one quotient or several.
#[pyclass(name = "State", module = "engine._core", frozen)]
#[derive(Default)]
pub struct PyState {
    pub shared: Shared,
    pub position: Mutex<Position>,
}

impl PyState {
    /// Returns the state at the cursor of a quotient, which is not viable if there is no quotient.
    #[track_caller]
    pub fn start(quotient: Option<&Arc<Mutex<Matcher>>>) -> PyResult<Self> {
        let Some(quotient) = quotient else { return Ok(Self::default()) };
        let position = with_locked(quotient, |quotient| Ok(Position::new(quotient.start().cloned())))?;
        let shared = Shared(position.states().iter().map(|_| Arc::clone(quotient)).collect());
        Ok(Self { shared, position: Mutex::new(position) })
    }

    #[track_caller]
    fn with<T>(&self, call: impl FnOnce(&mut Matchers<'_>, &mut Position) -> T) -> PyResult<T> {
        self.shared.with_own(&self.position, call)
    }
}

#[pymethods]
impl PyState {
    /// Returns the combination of states of different quotients, in which a text fits only if it fits in each
    /// of them.
    #[staticmethod]
    fn of_all(states: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let (mut all, mut shared) = (Vec::new(), Shared::default());
        for state in states {
            let position = with_locked(&state.position, |position| Ok(position.clone()))?;
            if !position.is_viable() {
                return Ok(Self::default());
            }
            if state.shared.0.iter().any(|new| shared.0.iter().any(|known| Arc::ptr_eq(new, known))) {
                return Err(PyValueError::new_err("two states of one quotient"));
            }
            shared.0.extend(state.shared.0.iter().cloned());
            all.extend_from_slice(position.states());
        }
        Ok(Self { shared, position: Mutex::new(Position::new(all)) })
    }

    /// Lets the middle read any names from here on.
    fn admit_all(&self) -> PyResult<()> {
        self.with(|_, position| position.admit(Admitted::All))
    }

    /// Returns the names that the right context reads and that only a middle can bind, each with its byte offset there
    /// and whether it is read in the scope of the cursor.
    fn missing<'py>(&self, py: Python<'py>) -> PyResult<MissingNames<'py>> {
        let names = self.with(|quotients, position| position.missing_names(quotients))?;
        Ok(names.iter().map(|(name, at, is_near)| (PyBytes::new(py, name), *at, *is_near)).collect())
    }

    /// Returns the numbers of those names that are missing still if the middle ends here.
    fn still_missing(&self) -> PyResult<Vec<usize>> {
        self.with(|quotients, position| position.still_missing(quotients))
    }

    /// Returns whether some text after this position may make a middle that fits.
    fn viable(&self) -> PyResult<bool> {
        with_locked(&self.position, |position| Ok(position.is_viable()))
    }

    /// Returns whether the contexts use names of members that neither declares; the state must be one at the cursor.
    fn lacks_members(&self) -> PyResult<bool> {
        self.with(|quotients, position| position.lacks_members(quotients))
    }

    /// Advances by `data` if the middle stays viable; otherwise, changes nothing and returns false.
    fn advance(&self, data: &[u8]) -> PyResult<bool> {
        self.with(|quotients, position| position.advance(quotients, data))
    }

    /// Returns whether the middle would stay viable with `data`.
    fn accepts(&self, data: &[u8]) -> PyResult<bool> {
        self.with(|quotients, position| position.accepts(quotients, data))
    }

    /// Returns the number of bytes that are accepted one after another.
    fn viable_prefix(&self, data: &[u8]) -> PyResult<usize> {
        self.with(|quotients, position| position.viable_prefix(quotients, data))
    }

    /// Returns whether the text so far is a middle that fits.
    fn member(&self) -> PyResult<bool> {
        self.with(|quotients, position| position.is_member(quotients))
    }

    /// Returns a short text that makes the middle a member, or None if none is found within the limits.
    fn completion<'py>(
        &self,
        py: Python<'py>,
        max_bytes: usize,
        max_steps: usize,
        readable: bool,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let wording = if readable { Wording::Readable } else { Wording::Short };
        let wanted = Wanted { max_bytes, max_steps, wording };
        let found = py.detach(|| self.with(|quotients, position| position.completion(quotients, wanted)))?;
        Ok(found.map(|text| PyBytes::new(py, &text)))
    }

    /// Returns where the innermost bracket was opened, in bytes of the left context and the middle. With
    /// `joining`, only brackets count that join the lines in them to one.
    fn open_bracket(&self, joining: bool) -> PyResult<Option<usize>> {
        self.with(|quotients, position| {
            if joining { position.joining_bracket(quotients) } else { position.open_bracket(quotients) }
        })
    }

    /// Returns what surrounds the position: `code`, `comment` or `string`.
    fn surroundings(&self) -> PyResult<&'static str> {
        self.with(|quotients, position| match position.surroundings(quotients) {
            Surroundings::Code => "code",
            Surroundings::Comment => "comment",
            Surroundings::String => "string",
        })
    }

    /// Returns whether a word of code ends at the position that a letter would continue.
    fn is_in_word(&self) -> PyResult<bool> {
        self.with(|quotients, position| position.is_in_word(quotients))
    }

    /// Returns an independent copy of the state.
    fn copy(&self) -> PyResult<Self> {
        let position = with_locked(&self.position, |position| Ok(position.clone()))?;
        Ok(Self { shared: self.shared.clone(), position: Mutex::new(position) })
    }

    /// Returns what may follow according to each of the quotients.
    fn expected(&self) -> PyResult<Expected> {
        self.with(|quotients, position| {
            let expected = position.expected(quotients);
            named(quotients, &expected)
        })
    }

    /// Returns the bit mask of the tokens that keep the middle viable.
    fn mask<'py>(&self, py: Python<'py>, vocabulary: &PyVocabulary) -> PyResult<Bound<'py, PyBytes>> {
        let mask =
            py.detach(|| self.with(|quotients, position| position.mask(quotients, &vocabulary.vocabulary)))?;
        Ok(PyBytes::new(py, &mask))
    }
}
