use crate::limits;

/// Defines [`Quotas`] from one line for each.
macro_rules! quotas {
    ($($(#[$doc:meta])* $name:ident: $limit:ident,)*) => {
        /// What one socket, one address, one account and all together may use, where servers differ. What protects the
        /// program itself (sizes, queues, times) is fixed: [`limits`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Quotas {
            $($(#[$doc])* pub $name: u32,)*
        }

        impl Default for Quotas {
            fn default() -> Self {
                Self { $($name: limits::$limit,)* }
            }
        }

        impl Quotas {
            /// The names in configuration files.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// The quota with this name.
            pub fn named(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

quotas! {
    /// Sockets in all.
    sockets: SOCKETS,
    /// Sockets from one address.
    sockets_per_address: SOCKETS_PER_ADDRESS,
    /// Sockets of one account.
    sockets_per_account: SOCKETS_PER_ACCOUNT,
    /// New games and joins of one account in a minute.
    new_games_per_account: NEW_GAMES_PER_ACCOUNT,
    /// Open games from one address that the lobby shows at once.
    open_games_per_address: OPEN_GAMES_PER_ADDRESS,
    /// Open games of one account that the lobby shows at once.
    open_games_per_account: OPEN_GAMES_PER_ACCOUNT,
    /// Rated games between the same two accounts in 24 hours.
    rated_per_pair: RATED_PER_PAIR,
    /// The same where both seats were taken from one network.
    rated_per_pair_of_one_network: RATED_PER_PAIR_OF_ONE_NETWORK,
    /// Messages of a player's socket in 20 seconds.
    player_messages: PLAYER_MESSAGES,
    /// Messages of a watcher's socket in 20 seconds.
    watcher_messages: WATCHER_MESSAGES,
    /// Pings of a socket in 20 seconds.
    pings: PINGS,
    /// New games and joins from one address in a minute.
    new_games: NEW_GAMES,
    /// Other requests from one address in a minute.
    questions: QUESTIONS,
    /// Wrong secrets for one game from one address in a minute.
    wrong_secrets: WRONG_SECRETS,
    /// Moves and other decisions from one address in 20 seconds; later ones wait.
    decisions: DECISIONS,
    /// Pictures of boards from one address in a minute.
    pictures: PICTURES,
    /// Attempts to sign in with one name in 15 minutes.
    logins_per_name: LOGINS_PER_NAME,
    /// Attempts to sign in from one address in 10 minutes.
    logins_per_address: LOGINS_PER_ADDRESS,
    /// New accounts from one address in 10 minutes.
    sign_ups: SIGN_UPS,
    /// Requests about accounts from one address in a minute.
    account_reads: ACCOUNT_READS,
}
