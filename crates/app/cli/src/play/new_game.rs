use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::time::Duration;

use gebeta_engine::{Bot, EngineBudget};
use gebeta_rules::{ByPlayer, GameKind, Player, Record};
use gebeta_session::PlayerKind;

use super::seats::{self, Naming};
use crate::args::{MancalaArgs, PlayArgs, SenetArgs};
use crate::game_file::GameFile;
use crate::rule_args::{Overrides, RuleFlag};
use crate::rules::RuleCatalog;
use crate::{CliError, atomic_file, game_archive, record_file};

/// What the command line says of a new game.
pub(crate) struct NewGame {
    game: GameKind,
    overrides: Overrides,
    /// Who plays where the flags do not say.
    player_kinds: ByPlayer<PlayerKind>,
    /// How long a bot may think that looks far ahead.
    pub(super) cap: Duration,
}

impl NewGame {
    /// What the flags of `gebeta mancala` say.
    pub(crate) fn mancala(args: &MancalaArgs) -> Self {
        let rest = [args.difficulty, args.first.map(RuleFlag::first), args.pie.then(|| RuleFlag::pie(true))];
        let bot = PlayerKind::Bot(Bot::default_of(GameKind::Mancala));
        Self {
            game: GameKind::Mancala,
            overrides: Overrides::from(&args.rules).with(rest),
            player_kinds: ByPlayer { one: PlayerKind::Human, two: bot },
            cap: EngineBudget::TIME_CAP,
        }
    }

    /// What the flags of `gebeta senet` say.
    pub(crate) fn senet(args: &SenetArgs) -> Self {
        let depth = args.depth.unwrap_or(SenetArgs::DEFAULT_DEPTH);
        let bot = PlayerKind::Bot(Bot::default_of(GameKind::Senet).with_depth(depth));
        let player_kinds = if args.ai_first {
            ByPlayer { one: bot, two: PlayerKind::Human }
        } else {
            ByPlayer { one: PlayerKind::Human, two: bot }
        };
        let (overrides, cap) = (Overrides::from(&args.rules), Duration::from_secs(args.time_cap));
        Self { game: GameKind::Senet, overrides, player_kinds, cap }
    }
}

/// `-d` also sets the depth of bots that were named without one.
///
/// # Errors
/// No player takes a depth from the flag.
pub(crate) fn with_depth(play: &PlayArgs, depth: Option<u32>) -> Result<PlayArgs, CliError> {
    let mut play = play.clone();
    let Some(depth) = depth else { return Ok(play) };
    // Who is not named is the default bot, or the person it plays against.
    let mut is_used = play.p2.is_none();
    for name in [&mut play.p1, &mut play.p2].into_iter().flatten() {
        if let "classic" | "steady" = name.as_str() {
            *name = format!("{name}:{depth}");
            is_used = true;
        }
    }
    if is_used {
        return Ok(play);
    }
    let words = "-d sets the depth of classic and steady where they are named without one; no player here is";
    Err(CliError::usage("unused-depth", words))
}

/// The game the flags describe, who plays it, and its file.
pub(super) struct Seated {
    pub(super) record: Record,
    pub(super) player_kinds: ByPlayer<PlayerKind>,
    pub(super) file: Option<GameFile>,
}

/// The game the flags describe, with its seed, and its file: a new one, or the one it comes from.
pub(crate) fn record(
    new: &NewGame,
    args: &PlayArgs,
    naming: Naming<'_>,
) -> Result<(Record, Option<GameFile>), CliError> {
    seated(new, args, naming).map(|seated| (seated.record, seated.file))
}

pub(super) fn seated(new: &NewGame, args: &PlayArgs, naming: Naming<'_>) -> Result<Seated, CliError> {
    let stored = match &args.resume {
        Some(path) if path.as_os_str() == PlayArgs::LATEST => Some(game_archive::latest(new.game)?),
        path => path.clone(),
    };
    let other = args.save.clone().filter(|_| args.save != stored);
    // A game is read only after no other program can change it any more.
    let claimed = match (&stored, &other) {
        (Some(path), None) => Some(GameFile::claim(path.clone())?),
        _ => None,
    };
    let (mut record, player_kinds) = match &stored {
        Some(path) => resumed(path, new, args)?,
        None => begun(new, args, naming)?,
    };
    record.seed = record.seed.or(args.seed).or_else(|| Some(fresh_seed()));
    if let Some(path) = &other {
        // Better now than after the first move.
        game_archive::refuse_existing(path).and_then(|()| atomic_file::try_out(path))?;
    }
    Ok(Seated { record, player_kinds, file: claimed.or_else(|| other.map(GameFile::new)) })
}

/// A stored game with its players, unless the flags name others.
fn resumed(path: &Path, new: &NewGame, args: &PlayArgs) -> Result<(Record, ByPlayer<PlayerKind>), CliError> {
    let game = new.game;
    if new.overrides != Overrides::default() {
        return Err(CliError::usage("usage", "a stored game has its rules; --resume takes no others"));
    }
    let mut record = record_file::load(path)?;
    if record.rules.game() != game {
        let message = format!("{} is a game of {}, not of {game}", path.display(), record.rules.game());
        return Err(CliError::failed("other-game", message));
    }
    // A person takes the seat of a player whom this program does not know.
    let stored = |player| PlayerKind::named(game, &record.players[player].kind).unwrap_or(PlayerKind::Human);
    let player_kinds = wanted_players(ByPlayer::from_fn(stored), game, args)?;
    let seats = seats::seats(player_kinds, args.names.as_deref(), Naming::PLAIN)?;
    for player in Player::BOTH {
        record.players[player].kind.clone_from(&seats[player].kind);
        if args.names.is_some() {
            record.players[player].name.clone_from(&seats[player].name);
        }
    }
    Ok((record, player_kinds))
}

/// A game that has not begun.
fn begun(
    new: &NewGame,
    args: &PlayArgs,
    naming: Naming<'_>,
) -> Result<(Record, ByPlayer<PlayerKind>), CliError> {
    let player_kinds = wanted_players(new.player_kinds, new.game, args)?;
    let seats = seats::seats(player_kinds, args.names.as_deref(), naming)?;
    let base = new.overrides.base(new.game, &RuleCatalog::open())?;
    let mut set = new.overrides.changed(base.clone())?;
    let start = new.overrides.position(&mut set, args.position.as_deref())?;
    let set = set.changed_from(&base);
    Ok((Record::new(set.name, set.rules, start, seats), player_kinds))
}

/// Who plays: as the flags say, else `usual`.
fn wanted_players(
    usual: ByPlayer<PlayerKind>,
    game: GameKind,
    args: &PlayArgs,
) -> Result<ByPlayer<PlayerKind>, CliError> {
    let kind =
        |name: &Option<String>, usual| name.as_ref().map_or(Ok(usual), |name| seats::player(game, name));
    Ok(ByPlayer { one: kind(&args.p1, usual.one)?, two: kind(&args.p2, usual.two)? })
}

/// An unpredictable seed: the keys of a fresh hasher come from the system.
pub(crate) fn fresh_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}
