use super::Net;

/// How a file of weights begins.
const MAGIC: &[u8; 8] = b"gbsenet1";

/// Why bytes are not a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// Something else.
    #[error("this is not a net for Senet")]
    Magic,
    /// Too short or too long.
    #[error("the file has {0} bytes instead of {expected}", expected = Net::BYTES)]
    Length(usize),
    /// A scale that is not a finite number.
    #[error("the scale of the weights is not a number")]
    Scale,
}

impl Net {
    /// The size of its file: a magic word, a scale, and two bytes for each weight.
    pub const BYTES: usize = MAGIC.len() + 4 + 2 * Self::LEN;

    /// The net as a file: every weight a multiple of the scale, little end first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let largest = self.weights.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        let scale = if largest > 0.0 { largest / f32::from(i16::MAX) } else { 1.0 };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(scale.to_le_bytes());
        for weight in &self.weights {
            bytes.extend(((weight / scale).round() as i16).to_le_bytes());
        }
        bytes
    }

    /// The net in a file.
    ///
    /// # Errors
    /// If it is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetError::Magic)?;
        let (scale, weights) = rest.split_first_chunk().ok_or(NetError::Length(bytes.len()))?;
        if bytes.len() != Self::BYTES {
            return Err(NetError::Length(bytes.len()));
        }
        let scale = f32::from_le_bytes(*scale);
        if !scale.is_finite() {
            return Err(NetError::Scale);
        }
        let (weights, _) = weights.as_chunks();
        Ok(Self {
            weights: weights.iter().map(|&pair| scale * f32::from(i16::from_le_bytes(pair))).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::senet::Rules;

    #[test]
    fn a_net_reads_back_and_a_broken_file_does_not() {
        let bytes = Net::of(&Rules::CLASSIC).to_bytes();
        assert_eq!(bytes.len(), Net::BYTES);
        assert_eq!(Net::from_bytes(&bytes).unwrap().to_bytes(), bytes);
        assert_eq!(Net::from_bytes(b"gbsenet0"), Err(NetError::Magic));
        assert_eq!(Net::from_bytes(&bytes[..9]), Err(NetError::Length(9)));
        assert_eq!(Net::from_bytes(&bytes[..bytes.len() - 1]), Err(NetError::Length(bytes.len() - 1)));
        let mut endless = bytes.clone();
        endless[8..12].copy_from_slice(&f32::INFINITY.to_le_bytes());
        assert_eq!(Net::from_bytes(&endless), Err(NetError::Scale));
        assert_eq!(Net::bring(&bytes), Err(NetError::Magic), "the second net is missing");
        assert_eq!(Net::bring(&[bytes.clone(), bytes].concat()), Ok(()));
    }
}
