use web_sys::{AudioBufferSourceNode, AudioContext, GainNode};

use super::wave::RATE;

/// The way from waves to the loudspeaker: effects and music, a volume over both, and a guard against clipping.
#[derive(Clone)]
pub(super) struct Mixer {
    context: AudioContext,
    volume: GainNode,
    /// The music goes through here, and steps back while an effect is played.
    music: GainNode,
}

/// How far the music steps back.
const DUCKED: f32 = 0.35;
/// How quickly it does, and how slowly it comes again, in seconds.
const DUCKING: f64 = 0.03;
const RETURNING: f64 = 0.5;

impl Mixer {
    /// None where the browser has no audio.
    pub(super) fn open() -> Option<Self> {
        let context = AudioContext::new().ok()?;
        let volume = context.create_gain().ok()?;
        let music = context.create_gain().ok()?;
        let guard = context.create_dynamics_compressor().ok()?;
        music.connect_with_audio_node(&volume).ok()?;
        volume.connect_with_audio_node(&guard).ok()?;
        guard.connect_with_audio_node(&context.destination()).ok()?;
        Some(Self { context, volume, music })
    }

    /// From 0 to 100; ears hear the square of it as even steps.
    pub(super) fn set_volume(&self, volume: u8) {
        let loud = (f32::from(volume.min(100)) / 100.0).powi(2);
        // A parameter takes every finite number.
        let _ = self.volume.gain().set_target_at_time(loud, self.now(), 0.02);
    }

    /// Plays an effect at once, over the music.
    pub(super) fn play(&self, wave: &[f32]) {
        let now = self.now();
        self.sound(wave, now, &self.volume);
        let music = self.music.gain();
        let _ = music.cancel_scheduled_values(now);
        let _ = music.set_target_at_time(DUCKED, now, DUCKING);
        let length = f64::from(wave.len() as f32 / RATE);
        let _ = music.set_target_at_time(1.0, now + length.min(1.0), RETURNING);
    }

    /// A place for one piece of music, which can be faded out without the next.
    pub(super) fn channel(&self) -> Option<GainNode> {
        let channel = self.context.create_gain().ok()?;
        channel.connect_with_audio_node(&self.music).ok()?;
        Some(channel)
    }

    /// Plays `wave` from the time `when` on. None where the browser refuses.
    pub(super) fn sound(&self, wave: &[f32], when: f64, through: &GainNode) -> Option<AudioBufferSourceNode> {
        let buffer = self.context.create_buffer(1, wave.len() as u32, RATE).ok()?;
        buffer.copy_to_channel(wave, 0).ok()?;
        let source = self.context.create_buffer_source().ok()?;
        source.set_buffer(Some(&buffer));
        source.connect_with_audio_node(through).ok()?;
        source.start_with_when(when).ok()?;
        Some(source)
    }

    /// Seconds on the clock of the audio device.
    pub(super) fn now(&self) -> f64 {
        self.context.current_time()
    }

    /// Stops the clock, or lets it go on.
    pub(super) fn rest(&self, hidden: bool) {
        let _ = if hidden { self.context.suspend() } else { self.context.resume() };
    }
}
