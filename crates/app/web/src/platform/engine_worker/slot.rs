use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// A place for something that comes later.
#[derive(Debug)]
pub(super) struct Slot<T>(Rc<RefCell<Inside<T>>>);

#[derive(Debug)]
struct Inside<T> {
    value: Option<T>,
    waiting: Option<Waker>,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self(Rc::new(RefCell::new(Inside { value: None, waiting: None })))
    }
}

impl<T> Clone for Slot<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Slot<T> {
    /// Puts it there, and wakes who waits for it.
    pub(super) fn fill(&self, value: T) {
        let waiting = {
            let mut inside = self.0.borrow_mut();
            inside.value = Some(value);
            inside.waiting.take()
        };
        if let Some(waker) = waiting {
            waker.wake();
        }
    }

    /// Waits until it is there, and takes it.
    pub(super) async fn filled(&self) -> T {
        poll_fn(|context| {
            let mut inside = self.0.borrow_mut();
            if let Some(value) = inside.value.take() {
                return Poll::Ready(value);
            }
            inside.waiting = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::task::Context;

    #[test]
    fn who_waits_gets_what_comes() {
        let slot = Slot::default();
        let mut waiting = pin!(slot.filled());
        let mut context = Context::from_waker(Waker::noop());
        assert_eq!(waiting.as_mut().poll(&mut context), Poll::Pending);
        slot.clone().fill(3);
        assert_eq!(waiting.as_mut().poll(&mut context), Poll::Ready(3));
    }
}
