//! A layer between two sweeps, as bytes.

use std::io::{self, Read, Write};

use super::cell::Cell;
use super::value_iteration::Work;

const MAGIC: &[u8; 8] = b"GEBETAS2";
/// How many values are turned into bytes at a time.
const AT_ONCE: usize = 1 << 16;

impl<C: Cell> Work<C> {
    /// Writes everything that the next sweep needs. `id` identifies the table it belongs to.
    pub(super) fn save(&self, id: u64, out: &mut dyn Write) -> io::Result<()> {
        let mut sum = Sum::default();
        let mut put = |bytes: &[u8]| {
            sum.add(bytes);
            out.write_all(bytes)
        };
        put(&self.label(id))?;
        put(&self.sweeps.to_le_bytes())?;
        put(&self.change.to_le_bytes())?;
        put(&self.before.to_le_bytes())?;
        let mut bytes = Vec::new();
        for cells in self.sides.iter().flat_map(|cells| cells.chunks(AT_ONCE)) {
            bytes.clear();
            for cell in cells {
                bytes.extend_from_slice(&cell.bytes()[..C::WIDTH]);
            }
            put(&bytes)?;
        }
        out.write_all(&sum.0.to_le_bytes())
    }

    /// Reads what [`Self::save`] wrote. After an error the values are of no use.
    pub(super) fn restore(&mut self, id: u64, from: &mut dyn Read) -> io::Result<()> {
        let label = self.label(id);
        let mut sum = Sum::default();
        let mut get = |bytes: &mut [u8]| {
            from.read_exact(bytes)?;
            sum.add(bytes);
            io::Result::Ok(())
        };
        let mut found = vec![0; label.len()];
        get(&mut found)?;
        if found != label {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let (mut sweeps, mut change, mut before) = ([0; 4], [0; 8], [0; 8]);
        get(&mut sweeps)?;
        get(&mut change)?;
        get(&mut before)?;
        let mut bytes = vec![0; AT_ONCE * C::WIDTH];
        for cells in self.sides.iter_mut().flat_map(|cells| cells.chunks_mut(AT_ONCE)) {
            let bytes = &mut bytes[..cells.len() * C::WIDTH];
            get(bytes)?;
            for (cell, bytes) in cells.iter_mut().zip(bytes.chunks_exact(C::WIDTH)) {
                *cell = C::from_bytes(bytes);
            }
        }
        let mut expected = [0; 8];
        from.read_exact(&mut expected)?;
        if expected != sum.0.to_le_bytes() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.sweeps = u32::from_le_bytes(sweeps);
        self.change = f64::from_le_bytes(change);
        self.before = f64::from_le_bytes(before);
        Ok(())
    }

    /// What no other layer, table or way of holding values begins with.
    fn label(&self, id: u64) -> Vec<u8> {
        let mut label = MAGIC.to_vec();
        label.extend_from_slice(&id.to_le_bytes());
        label.extend_from_slice(&[self.layer.own(), self.layer.theirs(), C::WIDTH as u8]);
        label
    }
}

/// A checksum (FNV-1a over words).
struct Sum(u64);

impl Default for Sum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.0 = (self.0 ^ u64::from_le_bytes(padded)).wrapping_mul(0x100_0000_01b3).rotate_left(29);
        }
    }
}
