use std::collections::HashMap;

use gebeta_fairness::Digest;
use gebeta_protocol::{
    BotName, BySide, Ending, Event, Hash, Logged, MatchId, MoveId, OpenSeed, Outcome, PlayerName, Seeds,
    Setup, Side,
};
use gebeta_rules::senet::{NoDark, Roll, Sticks};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, AppliedMove, ByPlayer, Coin, CoinSide, Player, Record, Seat, mancala,
};

use crate::begin::chosen;
use crate::decide::bits;
use crate::envelopes::{key, rules_hash};
use crate::{Clock, Envelopes, FoldError, read_rules};

/// A game by a link as it stands after so many events of its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    id: MatchId,
    revision: u64,
    /// The last event that changed the board or whose turn it is.
    board_revision: u64,
    setup: Setup,
    names: BySide<Option<PlayerName>>,
    bots: BySide<Option<BotName>>,
    stage: Stage,
    /// When the stage began.
    since: u64,
    /// When the last event was.
    at: u64,
    envelopes: Envelopes,
    /// Where side A sits, once that is known.
    a: Option<Player>,
    by_coin: bool,
    record: Record,
    /// Every throw there was, as bits.
    throws: Vec<u8>,
    thrown: Option<Sticks>,
    clock: Clock,
    /// Until when each side's outages have been given back.
    excused: BySide<u64>,
    draw_offer: Option<Side>,
    takeback: Option<Side>,
    offers: u8,
    rematch_offer: Option<Side>,
    rematch: Option<MatchId>,
    mids: HashMap<MoveId, (u64, Option<Side>)>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A seat is free.
    Waiting,
    /// Envelopes are being sealed and opened.
    Sealing,
    /// It is played.
    Playing,
    /// It is over.
    Over(Over),
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    /// Why.
    pub how: Ending,
    /// For whom; none if it does not count.
    pub outcome: Option<Outcome>,
}

/// What a player is called in a record while nobody knows who sits there.
const UNKNOWN: &str = "?";

/// What stands for a position in an event.
pub fn hash_of(position: &AnyPosition) -> Hash {
    Hash::new(*Digest::of(&[position.to_string().as_bytes()]).bytes())
}

impl Match {
    /// The game after its first event.
    ///
    /// # Errors
    /// The first event makes no game.
    pub fn new(id: MatchId, first: &Logged) -> Result<Self, FoldError> {
        let Logged { seq: 1, what: Event::Created { setup, name, bot }, .. } = first else {
            return Err(FoldError::Impossible(first.seq));
        };
        let rules = read_rules(&setup.rules).ok_or(FoldError::Impossible(1))?.rules;
        let seat = Seat { name: UNKNOWN.to_owned(), kind: "human".to_owned() };
        let players = ByPlayer { one: seat.clone(), two: seat };
        let record = Record::new(&setup.rule_set, rules, rules.start(), players);
        let mut game = Self {
            id,
            revision: 1,
            board_revision: 1,
            setup: setup.clone(),
            names: BySide { a: Some(name.clone()), b: None },
            bots: BySide { a: bot.clone(), b: None },
            stage: Stage::Waiting,
            since: first.at,
            at: first.at,
            envelopes: Envelopes::default(),
            a: None,
            by_coin: false,
            record,
            throws: Vec::new(),
            thrown: None,
            clock: Clock::new(setup.clock),
            excused: BySide::default(),
            draw_offer: None,
            takeback: None,
            offers: 0,
            rematch_offer: None,
            rematch: None,
            mids: first.mid.map(|mid| (mid, (1, first.by))).into_iter().collect(),
        };
        game.name_players();
        Ok(game)
    }

    /// The game that a whole log makes.
    ///
    /// # Errors
    /// The first event that cannot follow.
    pub fn fold<'a>(id: MatchId, log: impl IntoIterator<Item = &'a Logged>) -> Result<Self, FoldError> {
        let mut log = log.into_iter();
        let mut game = Self::new(id, log.next().ok_or(FoldError::Gap { expected: 1, found: 0 })?)?;
        log.try_for_each(|event| game.apply(event).map(drop))?;
        Ok(game)
    }

    /// Applies the next event, and returns what it did on the board if it is a move. An event that was applied before is passed
    /// over.
    ///
    /// # Errors
    /// It cannot follow; the game is as it was.
    pub fn apply(&mut self, event: &Logged) -> Result<Option<AppliedMove>, FoldError> {
        if event.seq <= self.revision {
            return Ok(None);
        }
        let expected = self.revision + 1;
        if event.seq != expected {
            return Err(FoldError::Gap { expected, found: event.seq });
        }
        let played = self.happen(event)?;
        self.revision = event.seq;
        self.at = event.at;
        if let Some(mid) = event.mid {
            self.mids.insert(mid, (event.seq, event.by));
        }
        Ok(played)
    }

    fn happen(&mut self, event: &Logged) -> Result<Option<AppliedMove>, FoldError> {
        let Logged { seq, at, .. } = *event;
        let impossible = FoldError::Impossible(seq);
        if !self.is_time_for(&event.what) {
            return Err(impossible);
        }
        match &event.what {
            Event::Created { .. } => return Err(impossible),
            Event::Joined { name, bot } => {
                self.names.b = Some(name.clone());
                self.bots.b.clone_from(bot);
                self.name_players();
                self.enter(Stage::Sealing, at);
            }
            Event::Sealed { side, seal, own } => {
                self.envelopes.put(*side, *seal, *own).ok_or(FoldError::Envelope(seq))?;
            }
            Event::ServerSealed { seal, rules, chain } => {
                if *rules != rules_hash(&self.record.rules) {
                    return Err(FoldError::OtherRules(seq));
                }
                self.envelopes.put_servers(*seal, *chain).ok_or(FoldError::Envelope(seq))?;
                self.since = at;
            }
            Event::Opened { side } => self.envelopes.open(*side).ok_or(FoldError::Envelope(seq))?,
            Event::Started { a, coin, first, seeds } => {
                self.begin((*a).into(), *coin, first.map(Player::from), seeds.as_ref(), seq)?;
                self.enter(Stage::Playing, at);
                self.board_revision = seq;
            }
            Event::Thrown { n, sticks } => {
                if *n != self.throws() || self.thrown.is_some() || self.no_dark().is_none() {
                    return Err(impossible);
                }
                self.throws.push(*sticks);
                self.thrown = Some(Sticks::from_bits(*sticks));
                self.clock.thrown(at);
                // No throw is taken back, so neither is the move before it.
                self.takeback = None;
                self.board_revision = seq;
            }
            Event::Played { mv, hash } => return self.played(mv, hash, seq, at).map(Some),
            Event::DrawOffered { side } => {
                self.draw_offer = Some(*side);
                self.offers = self.offers.saturating_add(1);
            }
            Event::DrawDeclined => self.draw_offer = None,
            Event::TakebackAsked { side } => {
                self.takeback = Some(*side);
                self.offers = self.offers.saturating_add(1);
            }
            Event::TakebackDeclined => self.takeback = None,
            Event::TakenBack { plies } => {
                let plies = *plies as usize;
                if plies >= self.record.plies().len() {
                    return Err(impossible);
                }
                if self.no_dark().is_some() {
                    // No throw is taken back: there was none since, and that of the move stays on the table.
                    if plies + 1 != self.record.plies().len() || self.thrown.is_some() {
                        return Err(impossible);
                    }
                    self.thrown = self.throws.last().copied().map(Sticks::from_bits);
                }
                self.record.take_back_to(plies);
                self.clock.restart(self.record.position().to_move(), at);
                self.forget_offers();
                self.board_revision = seq;
            }
            Event::Resumed { ms, side, until } => {
                self.excuse(*ms, *side, until.unwrap_or(at)).ok_or(impossible)?;
            }
            Event::Ended { how, outcome, seed } => {
                if !self.may_end(*how, *outcome) {
                    return Err(FoldError::Ending(seq));
                }
                self.prove(*seed, seq)?;
                self.envelopes.revealed = *seed;
                self.clock.stop(at);
                self.enter(Stage::Over(Over { how: *how, outcome: *outcome }), at);
                self.board_revision = seq;
            }
            Event::RematchOffered { side } => self.rematch_offer = Some(*side),
            Event::RematchMade { game } => self.rematch = Some(*game),
        }
        Ok(None)
    }

    /// The seats are known, and who begins; with the players' seeds if chance has a say in the game.
    fn begin(
        &mut self,
        a: Player,
        coin: bool,
        first: Option<Player>,
        seeds: Option<&Seeds>,
        seq: u64,
    ) -> Result<(), FoldError> {
        let is_tossed = self.record.rules.wants_coin();
        if first.is_some() != is_tossed {
            return Err(FoldError::First(seq));
        }
        let by_choice = chosen(self.setup.seat);
        if coin != by_choice.is_none() || by_choice.is_some_and(|chosen| chosen != a) {
            return Err(FoldError::Seats(seq));
        }
        match seeds {
            Some(seeds) => self.envelopes.show(self.id, seeds).ok_or(FoldError::Envelope(seq))?,
            None if coin || is_tossed || self.no_dark().is_some() => return Err(FoldError::Envelope(seq)),
            None => {}
        }
        if let Some(first) = first {
            self.begin_with(first);
        }
        self.a = Some(a);
        self.by_coin = coin;
        self.name_players();
        Ok(())
    }

    /// Writes into the record who sits where, as far as that is known.
    fn name_players(&mut self) {
        let Some(a) = self.a.or_else(|| chosen(self.setup.seat)) else { return };
        for (player, side) in [(a, Side::A), (!a, Side::B)] {
            let Some(name) = &self.names[side] else { continue };
            let kind = self.bots[side].as_ref().map_or_else(|| "human".to_owned(), ToString::to_string);
            self.record.players[player] = Seat { name: name.to_string(), kind };
        }
    }

    /// The coin has fallen for `first`. Nobody calls: Player 1 has heads.
    fn begin_with(&mut self, first: Player) {
        let AnyRules::Mancala(rules) = self.record.rules else { return };
        let start = AnyPosition::Mancala(mancala::Position::start_with(&rules, first));
        let players = self.record.players.clone();
        self.record = Record::new(&self.setup.rule_set, self.record.rules, start, players);
        let fell = if first == Player::One { CoinSide::Heads } else { CoinSide::Tails };
        self.record.coin = Some(Coin { called: CoinSide::Heads, fell });
    }

    /// Takes `ms` off the clocks of both players, or of `side` alone, and notes that outages until `until` are given back.
    fn excuse(&mut self, ms: u64, side: Option<Side>, until: u64) -> Option<()> {
        match side {
            None => {
                self.clock.forgive(ms);
                self.excused = BySide { a: until, b: until };
            }
            Some(side) => {
                self.clock.give_back(self.player_of(side)?, ms);
                self.excused[side] = until;
            }
        }
        Some(())
    }

    /// Whether such a thing can happen at this stage of a game.
    fn is_time_for(&self, event: &Event) -> bool {
        match event {
            Event::Created { .. } => false,
            Event::Joined { .. } => self.stage == Stage::Waiting,
            Event::Sealed { .. }
            | Event::ServerSealed { .. }
            | Event::Opened { .. }
            | Event::Started { .. } => self.stage == Stage::Sealing,
            Event::Thrown { .. }
            | Event::Played { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined
            | Event::TakebackAsked { .. }
            | Event::TakebackDeclined
            | Event::TakenBack { .. }
            | Event::Resumed { .. } => self.stage == Stage::Playing,
            Event::Ended { .. } => !matches!(self.stage, Stage::Over(_)),
            Event::RematchOffered { .. } | Event::RematchMade { .. } => matches!(self.stage, Stage::Over(_)),
        }
    }

    /// Whether the game can have ended so. When the board has decided it, nothing else has, and the other way round.
    fn may_end(&self, how: Ending, outcome: Option<Outcome>) -> bool {
        let by_board = self.record.position().outcome().map(Outcome::from);
        let is_played = self.stage == Stage::Playing;
        match how {
            Ending::Board => is_played && by_board.is_some() && outcome == by_board,
            _ if by_board.is_some() => false,
            Ending::Resigned | Ending::Time | Ending::Claimed => {
                is_played && matches!(outcome, Some(Outcome::One | Outcome::Two))
            }
            Ending::Agreed => is_played && self.no_dark().is_none() && outcome == Some(Outcome::Draw),
            Ending::Aborted => outcome.is_none(),
            Ending::TooLong => is_played && outcome.is_none(),
        }
    }

    fn played(&mut self, mv: &str, hash: &Hash, seq: u64, at: u64) -> Result<AppliedMove, FoldError> {
        let impossible = FoldError::Impossible(seq);
        let ply = self.ply(mv).ok_or(impossible)?;
        let played = self.record.play(ply).map_err(|_| impossible)?;
        if hash_of(&played.after) != *hash {
            self.record.take_back_to(self.record.plies().len() - 1);
            return Err(FoldError::OtherPosition(seq));
        }
        self.thrown = None;
        self.clock.moved(played.mover, played.after.to_move(), at, played.steps.len());
        self.forget_offers();
        self.board_revision = seq;
        Ok(played)
    }

    /// Everything that chance decided follows from the open envelopes.
    fn prove(&self, server: Option<OpenSeed>, seq: u64) -> Result<(), FoldError> {
        if !self.envelopes.is_servers(self.id, server) {
            return Err(FoldError::Envelope(seq));
        }
        let Some((seeds, server)) = self.envelopes.seeds.as_ref().zip(server) else { return Ok(()) };
        let key = key(self, seeds, server);
        if self.by_coin && (self.a == Some(Player::One)) != key.coin_is_a() {
            return Err(FoldError::Seats(seq));
        }
        if self.record.coin.is_some_and(|coin| coin != key.toss()) {
            return Err(FoldError::First(seq));
        }
        let wrong = (0..).zip(&self.throws).find(|(n, sticks)| bits(key.throw(*n)) != **sticks);
        wrong.map_or(Ok(()), |(n, _)| Err(FoldError::Throw(n)))
    }

    fn enter(&mut self, stage: Stage, at: u64) {
        self.stage = stage;
        self.since = at;
    }

    fn forget_offers(&mut self) {
        self.draw_offer = None;
        self.takeback = None;
        self.offers = 0;
    }

    /// Reads a move, with the throw on the table.
    pub fn ply(&self, mv: &str) -> Option<AnyPly> {
        match self.record.rules {
            AnyRules::Mancala(_) | AnyRules::Sowing(_) => self.record.rules.ply(mv).ok(),
            AnyRules::Senet(_) => Some(AnyPly::Senet(self.roll()?, mv.parse().ok()?)),
        }
    }

    /// The game's id.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// How many events there were.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The last event that changed the board.
    pub const fn board_revision(&self) -> u64 {
        self.board_revision
    }

    /// What it is played by.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who plays.
    pub const fn names(&self) -> &BySide<Option<PlayerName>> {
        &self.names
    }

    /// Which of them are computers.
    pub const fn bots(&self) -> &BySide<Option<BotName>> {
        &self.bots
    }

    /// How far it has come.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// When the stage began.
    pub const fn since(&self) -> u64 {
        self.since
    }

    /// When the last event was.
    pub const fn at(&self) -> u64 {
        self.at
    }

    /// What is known of the envelopes.
    pub const fn envelopes(&self) -> &Envelopes {
        &self.envelopes
    }

    /// What was played.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Whether the coin decided the seats.
    pub const fn by_coin(&self) -> bool {
        self.by_coin
    }

    /// The time.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How often the sticks were thrown.
    pub const fn throws(&self) -> u32 {
        self.throws.len() as u32
    }

    /// The sticks on the table.
    pub const fn thrown(&self) -> Option<Sticks> {
        self.thrown
    }

    /// What they count.
    pub fn roll(&self) -> Option<Roll> {
        Some(self.thrown?.roll(self.no_dark()?))
    }

    /// The position, with the throw on the table.
    pub fn position(&self) -> AnyPosition {
        let position = *self.record.position();
        self.roll().and_then(|roll| position.cast(roll).ok()).unwrap_or(position)
    }

    /// Whose draw offer stands.
    pub const fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// Who has asked to take a move back.
    pub const fn takeback(&self) -> Option<Side> {
        self.takeback
    }

    pub(crate) const fn offers(&self) -> u8 {
        self.offers
    }

    /// Who wants to play again.
    pub const fn rematch_offer(&self) -> Option<Side> {
        self.rematch_offer
    }

    /// The game that follows.
    pub const fn rematch(&self) -> Option<MatchId> {
        self.rematch
    }

    /// Which event a decision has become, and whose it was.
    pub fn done(&self, mid: &MoveId) -> Option<(u64, Option<Side>)> {
        self.mids.get(mid).copied()
    }

    /// Which player of the board a side is.
    pub fn player_of(&self, side: Side) -> Option<Player> {
        let a = self.a?;
        Some(if side == Side::A { a } else { !a })
    }

    /// Which side plays as `player`.
    pub fn side_of(&self, player: Player) -> Option<Side> {
        Some(if self.a? == player { Side::A } else { Side::B })
    }

    /// Which player is to decide; none unless the game is played.
    pub fn to_move(&self) -> Option<Player> {
        if self.stage == Stage::Playing { self.record.position().to_move() } else { None }
    }

    /// Which side is to decide.
    pub fn side_to_move(&self) -> Option<Side> {
        self.side_of(self.to_move()?)
    }

    /// Since when the time of `side` runs; none while it does not.
    pub fn charged_since(&self, side: Side) -> Option<u64> {
        let is_theirs = self.clock.runs_for() == Some(self.player_of(side)?);
        self.clock.runs_since().filter(|_| is_theirs)
    }

    /// Until when the outages of `side` have been given back.
    pub(crate) fn excused(&self, side: Side) -> u64 {
        self.excused[side]
    }

    /// Whether a player may still abort the game: until both have moved, and only before the first throw. A player who has
    /// seen a throw could otherwise get another one by starting again.
    pub fn may_abort(&self) -> bool {
        let both_have_moved = Player::BOTH.into_iter().all(|player| self.plies_by(player) > 0);
        !matches!(self.stage(), Stage::Over(_)) && !both_have_moved && self.throws() == 0
    }

    /// How many plies each player has played.
    pub(crate) fn plies_by(&self, player: Player) -> usize {
        self.record.moves().filter(|(mover, _)| *mover == player).count()
    }

    /// What a throw without a dark stick counts, where sticks are thrown.
    pub(crate) const fn no_dark(&self) -> Option<NoDark> {
        match self.record.rules {
            AnyRules::Senet(rules) => Some(rules.no_dark),
            AnyRules::Mancala(_) | AnyRules::Sowing(_) => None,
        }
    }
}
