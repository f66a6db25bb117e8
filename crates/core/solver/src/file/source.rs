use std::io;

/// A source of the bytes of a table: a file, or memory.
pub trait Source {
    /// How a message calls it.
    fn name(&self) -> &str;

    /// How many bytes there are.
    fn len(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes from `offset` on; an error if there are not so many.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;

    /// Whether there is nothing.
    fn is_empty(&self) -> io::Result<bool> {
        self.len().map(|len| len == 0)
    }
}

/// A table in memory.
#[derive(Clone, Debug)]
pub struct Bytes {
    name: String,
    bytes: Vec<u8>,
}

impl Bytes {
    /// Calls some bytes by a name.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes }
    }
}

impl Source for Bytes {
    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.bytes.get(offset..));
        let found = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}
