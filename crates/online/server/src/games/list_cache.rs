use std::sync::{Arc, Mutex, PoisonError};

use crate::limits;

/// Cache of a list of games. It is made once a second, however many clients look.
#[derive(Debug)]
pub(crate) struct ListCache<T>(Mutex<Option<(u64, Arc<[T]>)>>);

impl<T> Default for ListCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> ListCache<T> {
    /// The cached list, if it is fresh. Of several callers that find it stale, one gets none and refreshes it; the others
    /// get the old list.
    pub(crate) fn shown(&self, now: u64) -> Option<Arc<[T]>> {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, list) = shown.as_mut()?;
        if now.saturating_sub(*at) < limits::LOBBY_MS {
            return Some(Arc::clone(list));
        }
        *at = now;
        None
    }

    /// Stores a list that was read at `now`.
    pub(crate) fn keep(&self, now: u64, list: Vec<T>) -> Arc<[T]> {
        let list: Arc<[T]> = list.into();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&list)));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_callers_one_refreshes_the_list_each_second() {
        let lobby = ListCache::<u8>::default();
        assert_eq!(lobby.shown(5000), None, "nothing was shown");
        lobby.keep(5000, Vec::new());
        let times = [5000, 5999, 6000, 6000, 6999, 7000, 7001];
        let asked = times.map(|now| lobby.shown(now).is_none());
        assert_eq!(asked, [false, false, true, false, false, true, false]);
    }
}
