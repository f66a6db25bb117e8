use gebeta_rules::{AnyPly, AnyRules, Coin, Player};

use crate::{FairnessError, Transcript};

/// The result of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How many throws were verified: all of them.
    pub throws: usize,
    /// Whether the coin decided who is Player 1.
    pub coin: bool,
    /// Who begins by the coin, where the rules want one.
    pub first: Option<Player>,
    /// Whether A and B contributed their own seeds; one is enough.
    pub own_seeds: (bool, bool),
}

/// Verifies a game from its text: it is unchanged, every move is legal, every seed matches its commitment, every throw
/// follows from the seeds.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(text: &str) -> Result<Verdict, FairnessError> {
    let (record, transcript) = Transcript::read(text)?;
    let key = transcript.open(&record)?;
    if transcript.coin {
        let (first, letter) = if key.coin_is_a() { (Player::One, "A") } else { (Player::Two, "B") };
        if transcript.a != first {
            return Err(FairnessError::Coin(letter));
        }
    }
    let toss = record.rules.wants_coin().then(|| key.toss());
    if record.coin != toss {
        return Err(FairnessError::First(toss.map(Coin::first)));
    }
    let mut throws = 0;
    if let AnyRules::Senet(rules) = record.rules {
        for (n, ply) in record.plies().iter().enumerate() {
            let AnyPly::Senet(written, _) = ply else { continue };
            let drawn = key.throw(n as u32).roll(rules.no_dark);
            if drawn != *written {
                return Err(FairnessError::Throw {
                    throw: n + 1,
                    written: written.get(),
                    drawn: drawn.get(),
                });
            }
            throws += 1;
        }
    }
    let own_seeds = (!transcript.seeds.a.is_default(), !transcript.seeds.b.is_default());
    Ok(Verdict { throws, coin: transcript.coin, first: toss.map(Coin::first), own_seeds })
}
