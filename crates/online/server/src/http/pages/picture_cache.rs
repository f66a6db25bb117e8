use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use gebeta_protocol::Code;
use gebeta_rules::AnyPosition;

use crate::limits;

/// Cache of board pictures. Drawing takes tens of milliseconds of a core, so the latest pictures are kept, and few are drawn at once.
#[derive(Debug)]
pub(crate) struct PictureCache {
    kept: Mutex<CachedPictures>,
    drawing: Semaphore,
    /// Requests that draw or wait.
    queue: Semaphore,
}

/// Pictures by position: games that have just begun share one.
#[derive(Debug, Default)]
struct CachedPictures {
    pictures: HashMap<AnyPosition, (Bytes, u64)>,
    /// Counts uses, to find the least recently used picture.
    uses: u64,
}

impl CachedPictures {
    fn find(&mut self, position: &AnyPosition) -> Option<Bytes> {
        self.uses += 1;
        let (png, last_use) = self.pictures.get_mut(position)?;
        *last_use = self.uses;
        Some(png.clone())
    }

    fn keep(&mut self, position: AnyPosition, png: Bytes) {
        if self.pictures.len() >= limits::DRAWINGS_KEPT {
            let oldest = self.pictures.iter().min_by_key(|(_, (_, last_use))| *last_use);
            if let Some(oldest) = oldest.map(|(position, _)| *position) {
                self.pictures.remove(&oldest);
            }
        }
        self.uses += 1;
        self.pictures.insert(position, (png, self.uses));
    }
}

impl Default for PictureCache {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            drawing: Semaphore::new(limits::DRAWING),
            queue: Semaphore::new(limits::DRAWING + limits::DRAWINGS_WAITING),
        }
    }
}

impl PictureCache {
    /// The picture of a position.
    ///
    /// # Errors
    /// Too many requests wait.
    pub(crate) async fn png(self: &Arc<Self>, position: AnyPosition) -> Result<Bytes, Code> {
        if let Some(png) = self.find(&position) {
            return Ok(png);
        }
        let _place = self.queue.try_acquire().map_err(|_| Code::Full)?;
        let _turn = self.drawing.acquire().await.map_err(|_| Code::Unavailable)?;
        // Another request may have drawn the same while this one waited.
        if let Some(png) = self.find(&position) {
            return Ok(png);
        }
        let drawn = spawn_blocking(move || gebeta_render::png(&position)).await;
        let png = Bytes::from(drawn.map_err(|error| {
            tracing::error!(cause = %error, "drawing a picture panicked");
            Code::Unavailable
        })?);
        self.lock().keep(position, png.clone());
        Ok(png)
    }

    fn find(&self, position: &AnyPosition) -> Option<Bytes> {
        self.lock().find(position)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CachedPictures> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::mancala::{Rules, Setup};

    use super::*;

    #[tokio::test]
    async fn a_picture_is_drawn_once_for_concurrent_requests() {
        let pictures = Arc::<PictureCache>::default();
        let asked = (0..8).map(|_| pictures.png(board(4)));
        let pngs: Vec<Bytes> =
            futures_util::future::join_all(asked).await.into_iter().map(Result::unwrap).collect();
        assert!(pngs.iter().all(|png| png.as_ptr() == pngs[0].as_ptr()), "one drawing, shared");
    }

    #[tokio::test]
    async fn a_full_queue_refuses_pictures_that_are_not_cached() {
        let pictures = Arc::<PictureCache>::default();
        pictures.png(board(4)).await.unwrap();
        let all = (limits::DRAWING + limits::DRAWINGS_WAITING) as u32;
        let _queue = pictures.queue.try_acquire_many(all).unwrap();
        assert_eq!(pictures.png(board(3)).await, Err(Code::Full));
        assert!(pictures.png(board(4)).await.is_ok());
    }

    #[test]
    fn the_picture_not_asked_for_longest_makes_room() {
        let mut kept = CachedPictures::default();
        for stones in 1..=limits::DRAWINGS_KEPT {
            kept.keep(board(stones), Bytes::new());
        }
        assert!(kept.find(&board(1)).is_some());
        kept.keep(board(0), Bytes::new());
        assert_eq!(kept.pictures.len(), limits::DRAWINGS_KEPT);
        assert!(kept.find(&board(1)).is_some() && kept.find(&board(2)).is_none());
    }

    /// A different board for each number.
    fn board(number: usize) -> AnyPosition {
        let (first, second) = (number % 100, number / 100);
        let text = format!("{first},{second},0,0,0,1,0,1,0,0,0,0,0,0 1");
        let setup: Setup = text.parse().unwrap();
        AnyPosition::Mancala(setup.position(&Rules::GEBETA).unwrap())
    }
}
