use std::time::Duration;

use gebeta_solver::file::Header;
use gebeta_solver::senet::{Extent, Layer, TableFileBuilder};

use crate::{CliError, Console};

/// What the layers of a table of Senet took, and what the others will take.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    /// Of the last layer that was large enough to tell something.
    measured: Option<Measured>,
}

#[derive(Clone, Copy, Debug)]
struct Measured {
    layer: Layer,
    sweeps: u32,
    /// Values improved in a second.
    rate: f64,
}

impl Forecast {
    /// Below so many positions a layer says nothing about the next ones.
    const LARGE: u64 = 100_000;

    /// Hears of a layer that is finished, of its sweeps in all and of those made now, and tells of it if it
    /// is large and any were.
    pub(super) fn hear(
        &mut self,
        layer: Layer,
        [sweeps, now]: [u32; 2],
        took: Duration,
        left: u64,
        console: &mut Console<'_>,
    ) -> Result<(), CliError> {
        let size = with_mirror_image(layer);
        if size < Self::LARGE || now == 0 {
            return Ok(());
        }
        let seconds = took.as_secs_f64();
        let measured =
            Measured { layer, sweeps, rate: size as f64 * f64::from(now) / seconds.max(f64::EPSILON) };
        self.measured = Some(measured);
        let made = if now < sweeps {
            format!("{sweeps} sweeps, {now} of them now")
        } else {
            format!("{sweeps} sweeps")
        };
        write!(
            console.out,
            "{}: {size} positions, {made}, {seconds:.1} s, {:.2} million updates/s",
            name(layer),
            measured.rate / 1e6,
        )?;
        if left > 0 {
            let time = span(measured.hours(left));
            write!(console.out, "; {left} positions left, about {time} at this rate")?;
        }
        writeln!(console.out)?;
        console.out.flush()?;
        Ok(())
    }

    /// Tells what the layers behind those of up to `until` pieces will take: time by the last measured layer, memory and
    /// disk by counting.
    pub(super) fn tell(
        &self,
        extent: Extent,
        until: u8,
        header: &Header,
        console: &mut Console<'_>,
    ) -> Result<(), CliError> {
        let (mut left, mut memory, mut sweeps) = (0, 0, 0);
        for layer in extent.groups().filter(|layer| layer.total() > until) {
            let size = with_mirror_image(layer);
            left += size;
            memory = memory.max(TableFileBuilder::memory(layer));
            sweeps = sweeps.max(TableFileBuilder::sweeps_bytes(layer));
            let time =
                self.measured.map_or_else(String::new, |last| format!(", about {}", span(last.hours(size))));
            writeln!(
                console.out,
                "{}: {size} positions, {} of memory{time}",
                name(layer),
                amount(TableFileBuilder::memory(layer))
            )?;
        }
        writeln!(
            console.out,
            "{left} positions are left: {} of memory, {} of disk and {} more for stored sweeps, the last ones and those \
             being written",
            amount(memory),
            amount(header.file_len()),
            amount(2 * sweeps)
        )?;
        match self.measured {
            Some(last) => writeln!(
                console.out,
                "about {} at the rate of {}: {:.1} million updates/s, {} sweeps",
                span(last.hours(left)),
                name(last.layer),
                last.rate / 1e6,
                last.sweeps
            )?,
            None => {
                writeln!(console.out, "no layer of this run was large enough to say how long that takes")?;
            }
        }
        Ok(())
    }
}

impl Measured {
    /// How long so many positions take at this rate, with as many sweeps.
    fn hours(self, positions: u64) -> f64 {
        positions as f64 * f64::from(self.sweeps) / self.rate / 3600.0
    }
}

/// How many positions a layer and its mirror image have.
pub(super) fn with_mirror_image(layer: Layer) -> u64 {
    let both = if layer == layer.mirrored() { 1 } else { 2 };
    both * layer.positions()
}

/// A number of bytes in a unit that leaves something to read.
fn amount(bytes: u64) -> String {
    let bytes = bytes as f64;
    if bytes < 1e9 { format!("{:.0} MB", (bytes / 1e6).max(1.0)) } else { format!("{:.1} GB", bytes / 1e9) }
}

/// A time in a unit that leaves something to read.
fn span(hours: f64) -> String {
    match hours * 60.0 {
        minutes if minutes < 1.0 => format!("{:.0} s", (minutes * 60.0).max(1.0)),
        minutes if minutes < 90.0 => format!("{minutes:.0} min"),
        _ => format!("{hours:.1} h"),
    }
}

fn name(layer: Layer) -> String {
    format!("{}+{}", layer.own(), layer.theirs())
}
