CREATE TABLE accounts (
    id BYTEA NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,               -- what names that look alike share
    password TEXT NOT NULL,                 -- a PHC string of argon2id
    created BIGINT NOT NULL                -- milliseconds since 1970, as everywhere here
);

CREATE TABLE sessions (
    digest BYTEA NOT NULL PRIMARY KEY,       -- SHA-256; the id itself is kept by the browser alone
    account BYTEA NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account, created);

CREATE TABLE tokens (
    id BYTEA NOT NULL PRIMARY KEY,
    digest BYTEA NOT NULL UNIQUE,
    account BYTEA NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_account ON tokens (account, created);

-- Who of those with an account sits where. Live until the result of the game is written.
CREATE TABLE players (
    match BYTEA NOT NULL,
    side TEXT NOT NULL,                     -- a, b
    account BYTEA NOT NULL,
    live BIGINT NOT NULL,
    PRIMARY KEY (match, side)
);
CREATE INDEX players_live ON players (match) WHERE live = 1;
CREATE INDEX players_account ON players (account);

CREATE TABLE ratings (
    account BYTEA NOT NULL,
    game TEXT NOT NULL,                     -- mancala, senet
    rule_set TEXT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (account, game, rule_set)
);

-- A finished game as one of its players remembers it.
CREATE TABLE played (
    match BYTEA NOT NULL,
    account BYTEA NOT NULL,
    ended BIGINT NOT NULL,
    game TEXT NOT NULL,
    rule_set TEXT NOT NULL,
    opponent TEXT NOT NULL,
    opponent_account BYTEA,
    result TEXT NOT NULL,                   -- won, lost, drawn
    how TEXT NOT NULL,
    plies BIGINT NOT NULL,
    rating DOUBLE PRECISION,                            -- after the game; none if it was not rated
    change DOUBLE PRECISION,
    PRIMARY KEY (match, account)
);
CREATE INDEX played_account ON played (account, ended);

-- Accounts whose name is still being taken out of their games.
CREATE TABLE gone (
    account BYTEA NOT NULL PRIMARY KEY
);
