use gebeta_fairness::{Digest, Transcript, rules_digest};
use gebeta_protocol::{LobbyEntry, MatchView, Side};

use crate::{Match, Stage, public_rule_set};

impl Match {
    /// The game as a record; once it is over with its envelopes, so that anybody can verify it.
    pub fn to_record(&self) -> String {
        let mut record = self.record().clone();
        record.notes.push(("Site".to_owned(), self.id().to_string()));
        if let Stage::Over(over) = self.stage() {
            record.notes.push(("Ended".to_owned(), over.how.word().to_owned()));
            if record.outcome().is_none() {
                record.decided = over.outcome.map(Into::into);
            }
        }
        let envelopes = self.envelopes();
        let seeds = envelopes.all_seeds(envelopes.revealed);
        match (envelopes.all_seals(), seeds, self.player_of(Side::A)) {
            (Some(seals), Some(seeds), Some(a)) => {
                let rules = rules_digest(&record.rules);
                let game = self.id().to_string();
                let coin = self.by_coin();
                let chained = envelopes.chain.map(|mark| (mark.place, Digest::new(*mark.head.bytes())));
                Transcript { game, rules, seals, seeds, a, coin, chained }.write(&record)
            }
            _ => record.to_string(),
        }
    }

    /// What anybody may see of it at a glance.
    pub fn view(&self) -> MatchView {
        let over = match self.stage() {
            Stage::Over(over) => Some(over),
            _ => None,
        };
        let names = self.names();
        MatchView {
            game: self.id(),
            ver: self.revision(),
            rule_set: self.setup().rule_set.clone(),
            clock: self.setup().clock,
            names: [&names.a, &names.b].into_iter().flatten().cloned().collect(),
            bot: [&self.bots().a, &self.bots().b].into_iter().flatten().next().cloned(),
            position: self.position().to_string(),
            to_move: self.side_to_move(),
            ended: over.map(|over| over.how),
            outcome: over.and_then(|over| over.outcome),
        }
    }

    /// Its line in the lobby; none if it is not open to all.
    pub fn lobby_entry(&self) -> Option<LobbyEntry> {
        let setup = self.setup();
        if !setup.listed || self.stage() != Stage::Waiting {
            return None;
        }
        Some(LobbyEntry {
            game: self.id(),
            name: self.names().a.clone()?,
            rule_set: public_rule_set(setup),
            clock: setup.clock,
            seat: setup.seat,
        })
    }
}
