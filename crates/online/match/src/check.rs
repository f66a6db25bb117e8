use gebeta_protocol::{Action, Code, Side, TimeControl, limits};
use gebeta_rules::Player;

use crate::{Match, Moment, Stage};

/// Whether `side` may do `action` now. The server asks before it decides, and players' programs before they offer it.
///
/// What only [`decide`](crate::decide) finds out is left: whether a move is legal, and whether a seed is the sealed one.
///
/// # Errors
/// Why it is refused.
pub fn check(game: &Match, side: Side, action: &Action, moment: &Moment) -> Result<(), Code> {
    let request = Request { game, side, moment };
    if let (Stage::Over(_), Action::Rematch) = (game.stage(), action) {
        return request.rematch();
    }
    if let Stage::Over(_) = game.stage() {
        return Err(Code::Over);
    }
    let ends = matches!(action, Action::Resign | Action::Abort | Action::Claim | Action::Flag);
    if game.revision() >= limits::EVENTS && !ends {
        return Err(Code::TooLong);
    }
    match action {
        Action::Seal { .. } => request.seal(),
        Action::Open { .. } => request.open(),
        Action::Throw => request.throw(),
        Action::Play { .. } => request.play(),
        Action::Resign => request.player().map(drop),
        Action::OfferDraw => request.offer_draw(),
        Action::AcceptDraw | Action::DeclineDraw => request.answer(game.draw_offer()),
        Action::AskTakeback => request.ask_takeback(),
        Action::AcceptTakeback => {
            request.answer(game.takeback())?;
            plies_after_takeback(game, !side).map(drop).ok_or(Code::NoTakeback)
        }
        Action::DeclineTakeback => request.answer(game.takeback()),
        Action::Abort => {
            if game.may_abort() {
                Ok(())
            } else {
                Err(Code::TooLate)
            }
        }
        Action::Claim => request.claim(),
        Action::Flag => request.flag(),
        Action::Rematch => Err(Code::NotStarted),
    }
}

/// A player who wants something, and the game it is about.
struct Request<'a> {
    game: &'a Match,
    side: Side,
    moment: &'a Moment,
}

impl Request<'_> {
    /// The player of the board who asks.
    fn player(&self) -> Result<Player, Code> {
        match self.game.stage() {
            Stage::Playing => self.game.player_of(self.side).ok_or(Code::NotStarted),
            _ => Err(Code::NotStarted),
        }
    }

    /// It is this player's turn, and there is time.
    fn turn(&self) -> Result<(), Code> {
        let player = self.player()?;
        if self.game.to_move() != Some(player) {
            return Err(Code::NotYourTurn);
        }
        match self.game.clock().deadline() {
            Some(deadline) if self.moment.now > deadline => Err(Code::NoTime),
            _ => Ok(()),
        }
    }

    /// The other player has made this offer.
    fn answer(&self, offer: Option<Side>) -> Result<(), Code> {
        self.player()?;
        if offer == Some(!self.side) { Ok(()) } else { Err(Code::NoOffer) }
    }

    /// Another offer may be made.
    fn offer(&self, standing: Option<Side>) -> Result<(), Code> {
        self.player()?;
        match standing {
            Some(_) => Err(Code::Offered),
            None if self.game.offers() >= limits::OFFERS_PER_PLY => Err(Code::TooManyOffers),
            None => Ok(()),
        }
    }

    fn sealing(&self) -> Result<(), Code> {
        match self.game.stage() {
            Stage::Waiting => Err(Code::NotStarted),
            Stage::Sealing => Ok(()),
            Stage::Playing | Stage::Over(_) => Err(Code::Started),
        }
    }

    fn seal(&self) -> Result<(), Code> {
        self.sealing()?;
        if self.game.envelopes().seals[self.side].is_some() { Err(Code::Started) } else { Ok(()) }
    }

    fn open(&self) -> Result<(), Code> {
        self.sealing()?;
        let envelopes = self.game.envelopes();
        if envelopes.seals[self.side].is_none() || envelopes.server.is_none() {
            return Err(Code::NotStarted);
        }
        if envelopes.opened[self.side] { Err(Code::Started) } else { Ok(()) }
    }

    fn throw(&self) -> Result<(), Code> {
        self.turn()?;
        if self.game.no_dark().is_none() {
            return Err(Code::NoSticks);
        }
        if self.game.thrown().is_some() { Err(Code::Thrown) } else { Ok(()) }
    }

    fn play(&self) -> Result<(), Code> {
        self.turn()?;
        let needs_throw = self.game.no_dark().is_some() && self.game.thrown().is_none();
        if needs_throw { Err(Code::ThrowFirst) } else { Ok(()) }
    }

    fn offer_draw(&self) -> Result<(), Code> {
        self.offer(self.game.draw_offer())?;
        if self.game.no_dark().is_some() { Err(Code::NoDraws) } else { Ok(()) }
    }

    fn ask_takeback(&self) -> Result<(), Code> {
        self.offer(self.game.takeback())?;
        plies_after_takeback(self.game, self.side).map(drop).ok_or(Code::NoTakeback)
    }

    fn claim(&self) -> Result<(), Code> {
        let player = self.player()?;
        // Who has days for a move may sleep.
        let has_days = matches!(self.game.setup().clock, TimeControl::Days { .. });
        if has_days || self.game.to_move() != Some(!player) {
            return Err(Code::NotGone);
        }
        // Who was away too may just be the first to come back.
        let Moment { now, here, away, .. } = self.moment;
        let alone = away[!self.side].map(|left| left.max(here[self.side].unwrap_or(left)));
        match alone {
            Some(since) if now.saturating_sub(since) >= limits::CLAIM_MS => Ok(()),
            _ => Err(Code::NotGone),
        }
    }

    fn flag(&self) -> Result<(), Code> {
        self.player()?;
        loser_on_time(self.game, self.moment.now).map(drop).ok_or(Code::TimeLeft)
    }

    /// One offers; when the other does too, the server makes the game ([`crate::rematch`]).
    fn rematch(&self) -> Result<(), Code> {
        if self.game.names()[Side::B].is_none() {
            return Err(Code::NotStarted);
        }
        match (self.game.rematch(), self.game.rematch_offer()) {
            (Some(_), _) => Err(Code::Started),
            (None, None) => Ok(()),
            (None, Some(_)) => Err(Code::Offered),
        }
    }
}

/// The player who has no time left.
pub(crate) fn loser_on_time(game: &Match, now: u64) -> Option<Player> {
    let loser = game.clock().runs_for()?;
    game.clock().deadline().is_some_and(|deadline| now > deadline).then_some(loser)
}

/// How many plies remain when `side` takes back the last move of its own; none if there is none, or a throw would go too.
pub(crate) fn plies_after_takeback(game: &Match, side: Side) -> Option<u32> {
    let player = game.player_of(side)?;
    let movers: Vec<Player> = game.record().moves().map(|(mover, _)| mover).collect();
    let last = movers.iter().rposition(|&mover| mover == player)?;
    let throws_since = game.no_dark().is_some() && (last + 1 != movers.len() || game.thrown().is_some());
    (!throws_since).then_some(last as u32)
}
