use gebeta_fairness::{Digest, Transcript, rules_digest};
use gebeta_protocol::{ClockView, LobbyEntry, MatchView, Side};

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

    /// Whether it was made for everybody and is being played.
    pub fn is_public(&self) -> bool {
        self.setup().listed && self.stage() == Stage::Playing
    }

    /// Its line in the list of games to watch; none if it was not made for everybody, or is not being played.
    pub fn public_view(&self) -> Option<MatchView> {
        // The name in a rule file is free text of its author.
        self.is_public().then(|| MatchView { rule_set: public_rule_set(self.setup()), ..self.view() })
    }

    /// What the players have left at `now`.
    pub fn clock_view(&self, now: u64) -> ClockView {
        let left = |side| self.clock().left(self.player_of(side)?, now);
        let runs = self.clock().runs_for();
        let runs = Side::BOTH.into_iter().find(|side| runs.is_some() && self.player_of(*side) == runs);
        ClockView { runs, a: left(Side::A), b: left(Side::B) }
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
