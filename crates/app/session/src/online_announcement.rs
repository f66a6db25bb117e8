use gebeta_client::Applied;
use gebeta_i18n::Language;
use gebeta_match::{Match, Over};
use gebeta_protocol::{Event, Phrase, Side};
use gebeta_rules::{AnyPosition, ByPlayer, Chance as _, Coin, Game as _, Player, senet};

use crate::Announcement;
use crate::narration::beginning;
use crate::online_wording::{ending_text, phrase_text, player_names, side_name};

/// Something that has happened in an online game and can be said in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnlineAnnouncement {
    /// A move or a throw.
    Game(Announcement),
    /// A player has taken the free seat.
    Joined(Side),
    /// The game has begun.
    Started {
        /// The toss that decided who begins, if there was one.
        coin: Option<Coin>,
        /// Who begins.
        first: Player,
    },
    /// A player offers a draw.
    DrawOffered(Side),
    /// The draw is declined.
    DrawDeclined,
    /// A player asks to take a move back.
    TakebackAsked(Side),
    /// The move stays.
    TakebackDeclined,
    /// Moves were taken back.
    TakenBack {
        /// How many plies remain.
        plies: usize,
    },
    /// The game is over.
    Ended(Over),
    /// A player wants another game.
    RematchOffered(Side),
    /// A player has lost the connection.
    Left(Side),
    /// A player is connected again.
    Back(Side),
    /// A player says something.
    Said(Side, Phrase),
}

impl OnlineAnnouncement {
    /// What an event means; none for one that is not announced. `game` is the game after it.
    pub(crate) fn of(applied: &Applied, game: &Match) -> Option<Self> {
        if let Some(played) = &applied.played {
            return Some(Self::Game(Announcement::Move(played.clone())));
        }
        Some(match &applied.event.what {
            Event::Joined { .. } => Self::Joined(Side::B),
            Event::Started { .. } => {
                Self::Started { coin: game.record().coin, first: applied.position.to_move()? }
            }
            Event::Thrown { .. } => {
                let AnyPosition::Senet(position) = &applied.position else { return None };
                let (roll, player) = (position.thrown()?, position.to_move()?);
                let must_pass = position.legal_moves().eq([senet::Move::Pass]);
                Self::Game(Announcement::Throw { player, roll, must_pass })
            }
            Event::DrawOffered { side } => Self::DrawOffered(*side),
            Event::DrawDeclined => Self::DrawDeclined,
            Event::TakebackAsked { side } => Self::TakebackAsked(*side),
            Event::TakebackDeclined => Self::TakebackDeclined,
            Event::TakenBack { plies } => Self::TakenBack { plies: *plies as usize },
            Event::Ended { how, outcome, .. } => Self::Ended(Over { how: *how, outcome: *outcome }),
            Event::RematchOffered { side } => Self::RematchOffered(*side),
            Event::Created { .. }
            | Event::Sealed { .. }
            | Event::ServerSealed { .. }
            | Event::Opened { .. }
            | Event::Played { .. }
            | Event::Resumed { .. }
            | Event::RematchMade { .. } => return None,
        })
    }

    /// What has happened, sentence by sentence.
    pub fn sentences(&self, l: Language, game: &Match) -> Vec<String> {
        self.sentences_for(l, game, &player_names(l, game))
    }

    /// The same with other names of the players; one who is called "you" is addressed.
    pub fn sentences_for(&self, l: Language, game: &Match, names: &ByPlayer<String>) -> Vec<String> {
        let name = |side: Side| side_name(l, game, side).unwrap_or_default();
        match self {
            Self::Game(announcement) => announcement.sentences(l, names),
            Self::Joined(side) => vec![l.online_joined(name(*side))],
            Self::Started { coin, first } => vec![beginning(l, *coin, &names[*first])],
            Self::DrawOffered(side) => vec![l.online_offers_draw(name(*side))],
            Self::DrawDeclined => vec![l.online_draw_declined().to_owned()],
            Self::TakebackAsked(side) => vec![l.online_asks_takeback(name(*side))],
            Self::TakebackDeclined => vec![l.online_takeback_declined().to_owned()],
            Self::TakenBack { .. } => vec![l.online_taken_back().to_owned()],
            Self::Ended(over) => {
                let ending = ending_text(l, game, *over, names);
                // The last move has told who won on the board.
                let is_told = game.record().position().outcome().is_some();
                let verdict = (!is_told).then_some(ending.verdict);
                verdict.into_iter().chain(ending.reason).collect()
            }
            Self::RematchOffered(side) => vec![l.online_wants_rematch(name(*side))],
            Self::Left(side) => vec![l.online_left(name(*side))],
            Self::Back(side) => vec![l.online_back(name(*side))],
            Self::Said(side, phrase) => vec![l.online_says(name(*side), phrase_text(l, *phrase))],
        }
    }
}
