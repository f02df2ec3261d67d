//! Ends work that takes long when the caller wants it to end.
//!
//! Long loops count their steps with [`count_steps`]. Every [`STEPS`] steps the question that was given to [`watched`]
//! is asked; if its answer is yes, the stack is unwound to [`watched`]. Work is interrupted only where a loop counts,
//! so a loop counts where what is known is true and complete as far as it goes. The caches then keep what the work
//! has found, and the next call goes on from there. (rust-analyzer ends its queries in this way.)

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Number of steps between two questions. A step takes some tens of nanoseconds.
const STEPS: u32 = 1024;

/// The caller wanted the work to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;

/// Returns whether the work must end now.
pub type Question = Rc<dyn Fn() -> bool>;

thread_local! {
    static WATCH: RefCell<Option<Question>> = const { RefCell::new(None) };
    static LEFT: Cell<u32> = const { Cell::new(STEPS) };
}

/// Does work of this thread, which ends early once the answer to `is_over` is yes.
pub fn watched<T>(is_over: Question, call: impl FnOnce() -> T) -> Result<T, Interrupted> {
    let _watch = Watch(WATCH.replace(Some(is_over)));
    caught(call)
}

/// The question of the work around a watched one, which is asked again afterwards.
struct Watch(Option<Question>);

impl Drop for Watch {
    fn drop(&mut self) {
        WATCH.set(self.0.take());
    }
}

/// Does work and returns whether it was interrupted, so that the caller can put things in order before it goes on
/// with [`Interrupted::go_on`].
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, Interrupted> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| match payload.downcast::<Interrupted>() {
        Ok(interrupted) => *interrupted,
        Err(panic) => resume_unwind(panic),
    })
}

impl Interrupted {
    /// Unwinds the stack further. This is no panic: no message is printed.
    pub fn go_on(self) -> ! {
        resume_unwind(Box::new(self))
    }
}

/// Counts steps, and asks whether the work must end if it is time to.
#[inline]
pub fn count_steps(steps: usize) {
    let left = LEFT.get();
    if (left as usize) > steps {
        LEFT.set(left - steps as u32);
    } else {
        LEFT.set(STEPS);
        ask();
    }
}

/// Number of steps over bytes that are counted together, and what they count as.
const BYTES: u32 = 4096;
const BYTES_COUNT: usize = 256;

/// Counts the steps of a loop over bytes, each of which takes a few nanoseconds.
#[derive(Default)]
pub struct ByteCount(u32);

impl ByteCount {
    /// Counts one step.
    #[inline]
    pub fn passed(&mut self) {
        self.0 += 1;
        if self.0 == BYTES {
            self.0 = 0;
            count_steps(BYTES_COUNT);
        }
    }
}

#[cold]
fn ask() {
    let question = WATCH.with_borrow(Option::clone);
    if question.is_some_and(|is_over| is_over()) {
        Interrupted.go_on();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::{Interrupted, STEPS, caught, count_steps, watched};

    /// Counts to a number and returns how far it came.
    fn count(to: usize, found: &Cell<usize>) {
        for step in 0..to {
            found.set(step);
            count_steps(1);
        }
    }

    #[test]
    fn work_ends_once_the_answer_is_yes() {
        for (most, expected) in [(0, Err(Interrupted)), (3, Err(Interrupted)), (100, Ok(()))] {
            let (asked, found) = (Rc::new(Cell::new(0)), Cell::new(0));
            let question = Rc::clone(&asked);
            let is_over = move || {
                question.set(question.get() + 1);
                question.get() > most
            };
            let steps = 10 * STEPS as usize;
            assert_eq!(watched(Rc::new(is_over), || count(steps, &found)), expected);
            assert_eq!(found.get() + 1 == steps, expected.is_ok());
            assert!(asked.get() <= most + 1);
            // Nobody watches any more.
            count(steps, &found);
            assert_eq!(found.get() + 1, steps);
        }
    }

    #[test]
    fn the_work_around_is_watched_again() {
        let found = Cell::new(0);
        let steps = 2 * STEPS as usize;
        let outer = watched(Rc::new(|| true), || {
            let inner = watched(Rc::new(|| false), || count(steps, &found));
            assert_eq!(inner, Ok(()));
            assert_eq!(caught(|| count(steps, &found)), Err(Interrupted));
            count(steps, &found);
        });
        assert_eq!(outer, Err(Interrupted));
    }

    #[test]
    #[should_panic(expected = "another reason")]
    fn panics_pass() {
        let _ = caught(|| panic!("another reason"));
    }
}
