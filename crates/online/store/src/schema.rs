//! The tables as numbered migrations, one folder for each database. Migrations are only ever added: sqlx records which were
//! applied, and refuses a database with others.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The migrations for SQLite.
pub(crate) fn sqlite() -> Migrator {
    steps([
        ("games", include_str!("../migrations/sqlite/1-games.sql")),
        ("accounts", include_str!("../migrations/sqlite/2-accounts.sql")),
        ("scores", include_str!("../migrations/sqlite/3-scores.sql")),
        ("chain", include_str!("../migrations/sqlite/4-chain.sql")),
        ("unjoined", include_str!("../migrations/sqlite/5-unjoined.sql")),
        ("called off", include_str!("../migrations/sqlite/6-called-off.sql")),
        ("seats", include_str!("../migrations/sqlite/7-seats.sql")),
        ("leaderboard", include_str!("../migrations/sqlite/8-leaderboard.sql")),
        ("rule-set names", include_str!("../migrations/sqlite/9-rule-set-names.sql")),
    ])
}

/// The migrations for PostgreSQL. One node applies them at a time: sqlx locks the database.
pub(crate) fn postgres() -> Migrator {
    steps([
        ("games", include_str!("../migrations/postgres/1-games.sql")),
        ("accounts", include_str!("../migrations/postgres/2-accounts.sql")),
        ("nodes", include_str!("../migrations/postgres/3-nodes.sql")),
        ("scores", include_str!("../migrations/postgres/4-scores.sql")),
        ("chain", include_str!("../migrations/postgres/5-chain.sql")),
        ("unjoined", include_str!("../migrations/postgres/6-unjoined.sql")),
        ("called off", include_str!("../migrations/postgres/7-called-off.sql")),
        ("node beats", include_str!("../migrations/postgres/8-node-beats.sql")),
        ("seats", include_str!("../migrations/postgres/9-seats.sql")),
        ("leaderboard", include_str!("../migrations/postgres/10-leaderboard.sql")),
        ("rule-set names", include_str!("../migrations/postgres/11-rule-set-names.sql")),
    ])
}

fn steps<const N: usize>(files: [(&'static str, &'static str); N]) -> Migrator {
    let step = |((name, text), number): ((&'static str, &'static str), i64)| {
        Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(files.into_iter().zip(1..).map(step).collect())
}
