-- Open games that the lobby shows and pairing finds, while their makers are connected.
CREATE TABLE open_games (
    match BYTEA NOT NULL PRIMARY KEY,
    pairing BYTEA NOT NULL,                 -- SHA-256 of rules and clock
    until BIGINT NOT NULL,                  -- shown until then, unless the maker's server says so again
    account BYTEA,                          -- of the maker; none for a guest
    network BYTEA                           -- a keyed hash of the maker's network
);
CREATE INDEX open_games_pairing ON open_games (pairing, until);
CREATE INDEX open_games_until ON open_games (until);
CREATE INDEX open_games_account ON open_games (account, until) WHERE account IS NOT NULL;
CREATE INDEX open_games_network ON open_games (network, until) WHERE network IS NOT NULL;

-- A keyed hash of the network from which the maker took the seat, until somebody joins; then only whether both networks are the same.
ALTER TABLE players ADD COLUMN network BYTEA;
ALTER TABLE players ADD COLUMN one_network BIGINT NOT NULL DEFAULT 0;

-- Why a game between two accounts changed no rating; none if it did, or for games before there were reasons.
ALTER TABLE played ADD COLUMN unrated TEXT;

-- A random key that no client learns: for hashes of networks and for what marks a known device.
CREATE TABLE store_key (
    id BIGINT NOT NULL PRIMARY KEY,
    key BYTEA NOT NULL
);
INSERT INTO store_key VALUES (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- What opens an account whose password is lost: SHA-256 of 80 random bits, each used once.
CREATE TABLE recovery_codes (
    account BYTEA NOT NULL,
    digest BYTEA NOT NULL,
    PRIMARY KEY (account, digest)
);
