//! This module lets a function of Python end the core's work in a thread: it raises an exception, which the call then
//! raises.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quoin_core::base::interrupt::watched;

use crate::errors::CoreError;

/// A function that raises an exception if the work must end, and the least time between two calls of it.
type Watch = (Py<PyAny>, Duration);

thread_local! {
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// Has `check` called while the core works in this thread, at most every `seconds`; None ends this. If it raises an
/// exception, the work ends and the call raises the exception. Returns the former function and its seconds.
#[pyfunction]
#[pyo3(signature = (check, seconds=0.0))]
pub fn watch(check: Option<Py<PyAny>>, seconds: f64) -> (Option<Py<PyAny>>, f64) {
    let every = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let former = WATCH.replace(check.map(|check| (check, every)));
    former.map_or((None, 0.0), |(check, every)| (Some(check), every.as_secs_f64()))
}

/// Returns the result of the core's work, or the exception that the thread's function raised in the midst of it. What
/// the work has found so far is kept where the core keeps it.
pub fn interruptible<T>(call: impl FnOnce() -> T) -> PyResult<T> {
    if WATCH.with_borrow(Option::is_none) {
        return Ok(call());
    }
    let raised: Rc<Cell<Option<PyErr>>> = Rc::default();
    let (found, asked) = (Rc::clone(&raised), Cell::new(None));
    // Most calls end before they ask, so the time is not read before.
    let is_over = move || {
        let error = ask(&asked);
        let is_over = error.is_some();
        found.set(error);
        is_over
    };
    let interrupted = |_| raised.take().unwrap_or_else(|| CoreError::new_err("interrupted without a reason"));
    watched(Rc::new(is_over), call).map_err(interrupted)
}

/// Calls the thread's function if it is time to. Returns the exception that it raises.
fn ask(asked: &Cell<Option<Instant>>) -> Option<PyErr> {
    let now = Instant::now();
    let check = WATCH.with_borrow(|watch| {
        let (check, every) = watch.as_ref()?;
        if asked.get().map_or(Duration::ZERO, |last| now - last) < *every {
            asked.set(asked.get().or(Some(now)));
            return None;
        }
        asked.set(Some(now));
        Some(Python::attach(|py| check.clone_ref(py)))
    })?;
    Python::attach(|py| check.call0(py).err())
}
