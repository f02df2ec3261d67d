//! This module guards every call of the core and turns a panic into a Python exception.

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::{Mutex, MutexGuard};

use pyo3::create_exception;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::panics::enter;

create_exception!(_core, CoreError, PyRuntimeError, "A fault inside the engine's core.");

/// Returns the result of a call, or a `CoreError` if the call panics.
#[track_caller]
pub fn guarded<T>(call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let place = Location::caller();
    guarded_from(place, call)
}

fn guarded_from<T>(place: &'static Location<'static>, call: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        enter(place);
        call()
    }));
    caught.unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("unknown");
        Err(CoreError::new_err(format!("the engine's core failed: {text}")))
    })
}

/// Locks a mutex for one guarded call. Fails with a `CoreError` if a call panicked while it held the lock.
#[track_caller]
pub fn with_locked<T, O>(mutex: &Mutex<O>, call: impl FnOnce(&mut O) -> PyResult<T>) -> PyResult<T> {
    let place = Location::caller();
    guarded_from(place, || {
        let mut own = locked(mutex)?;
        enter(place);
        call(&mut own)
    })
}

/// Locks a mutex. Fails with a `CoreError` if a call panicked while it held the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    mutex.lock().map_err(|_| CoreError::new_err("the engine's core failed here before"))
}
