CREATE TABLE accounts (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,               -- what names that look alike share
    password TEXT NOT NULL,                 -- a PHC string of argon2id
    created INTEGER NOT NULL                -- milliseconds since 1970, as everywhere here
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    digest BLOB NOT NULL PRIMARY KEY,       -- SHA-256; the id itself is kept by the browser alone
    account BLOB NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_account ON sessions (account, created);

CREATE TABLE tokens (
    id BLOB NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    account BLOB NOT NULL,
    label TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_account ON tokens (account, created);

-- Who of those with an account sits where. Live until the result of the game is written.
CREATE TABLE players (
    match BLOB NOT NULL,
    side TEXT NOT NULL,                     -- a, b
    account BLOB NOT NULL,
    live INTEGER NOT NULL,
    PRIMARY KEY (match, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX players_live ON players (match) WHERE live = 1;
CREATE INDEX players_account ON players (account);

CREATE TABLE ratings (
    account BLOB NOT NULL,
    game TEXT NOT NULL,                     -- mancala, senet
    rule_set TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    PRIMARY KEY (account, game, rule_set)
) STRICT, WITHOUT ROWID;

-- A finished game as one of its players remembers it.
CREATE TABLE played (
    match BLOB NOT NULL,
    account BLOB NOT NULL,
    ended INTEGER NOT NULL,
    game TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    opponent TEXT NOT NULL,
    opponent_account BLOB,
    result TEXT NOT NULL,                   -- won, lost, drawn
    how TEXT NOT NULL,
    plies INTEGER NOT NULL,
    rating REAL,                            -- after the game; none if it was not rated
    change REAL,
    PRIMARY KEY (match, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_account ON played (account, ended);

-- Accounts whose name is still being taken out of their games.
CREATE TABLE gone (
    account BLOB NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
