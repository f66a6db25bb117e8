use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::{set_interval_with_handle, set_timeout};
use web_sys::{AudioBufferSourceNode, GainNode};

use super::mixer::Mixer;
use super::tune::{Mood, Tune};

/// How often the musician looks at the clock, and how far ahead it plays, in seconds: more than a hidden page
/// lets pass between two looks.
const LOOK: f64 = 0.4;
const AHEAD: f64 = 1.6;
/// How long music takes to fade, in seconds.
const FADE: f64 = 1.2;

/// Music that goes on until it is dropped.
pub(super) struct Music {
    mood: Mood,
    mixer: Mixer,
    channel: Option<GainNode>,
    timer: Option<IntervalHandle>,
    under_way: Rc<RefCell<Vec<AudioBufferSourceNode>>>,
}

impl Music {
    /// Begins a new tune.
    pub(super) fn start(mixer: &Mixer, mood: Mood) -> Self {
        let channel = mixer.channel();
        let under_way = Rc::new(RefCell::new(Vec::new()));
        let timer = channel.clone().and_then(|channel| {
            let mut musician = Musician {
                tune: Tune::new(mood, js_sys::Date::now() as u64),
                next: mixer.now() + 0.3,
                mixer: mixer.clone(),
                channel,
                under_way: Rc::clone(&under_way),
            };
            musician.play_ahead();
            let musician = RefCell::new(musician);
            set_interval_with_handle(
                move || musician.borrow_mut().play_ahead(),
                Duration::from_secs_f64(LOOK),
            )
            .ok()
        });
        Self { mood, mixer: mixer.clone(), channel, timer, under_way }
    }

    pub(super) const fn mood(&self) -> Mood {
        self.mood
    }
}

impl Drop for Music {
    fn drop(&mut self) {
        if let Some(timer) = &self.timer {
            timer.clear();
        }
        let Some(channel) = self.channel.take() else { return };
        let _ = channel.gain().set_target_at_time(0.0, self.mixer.now(), FADE / 4.0);
        let under_way = Rc::clone(&self.under_way);
        let silence = move || {
            for source in under_way.borrow_mut().drain(..) {
                // One that has ended already needs no stop.
                let _ = source.disconnect();
            }
            let _ = channel.disconnect();
        };
        set_timeout(silence, Duration::from_secs_f64(FADE));
    }
}

/// The one who plays the tune a little ahead of the clock.
struct Musician {
    tune: Tune,
    /// When the next note begins.
    next: f64,
    mixer: Mixer,
    channel: GainNode,
    under_way: Rc<RefCell<Vec<AudioBufferSourceNode>>>,
}

impl Musician {
    fn play_ahead(&mut self) {
        /// More than sound at a time: enough to stop what has been begun.
        const KEPT: usize = 24;
        // After a rest the tune goes on from now.
        self.next = self.next.max(self.mixer.now());
        while self.next < self.mixer.now() + AHEAD {
            let note = self.tune.next();
            let wave = self.tune.wave(note);
            let mut under_way = self.under_way.borrow_mut();
            under_way.extend(self.mixer.sound(&wave, self.next, &self.channel));
            if under_way.len() > KEPT {
                under_way.remove(0);
            }
            self.next += f64::from(note.pause);
        }
    }
}
