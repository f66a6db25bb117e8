-- Open games that the lobby shows and pairing finds, while their makers are connected.
CREATE TABLE open_games (
    match BLOB NOT NULL PRIMARY KEY,
    pairing BLOB NOT NULL,                  -- SHA-256 of rules and clock
    until INTEGER NOT NULL,                 -- shown until then, unless the maker's server says so again
    account BLOB,                           -- of the maker; none for a guest
    network BLOB                            -- a keyed hash of the maker's network
) STRICT, WITHOUT ROWID;
CREATE INDEX open_games_pairing ON open_games (pairing, until);
CREATE INDEX open_games_until ON open_games (until);
CREATE INDEX open_games_account ON open_games (account, until) WHERE account IS NOT NULL;
CREATE INDEX open_games_network ON open_games (network, until) WHERE network IS NOT NULL;

-- A keyed hash of the network from which the maker took the seat, until somebody joins; then only whether both networks are the same.
ALTER TABLE players ADD COLUMN network BLOB;
ALTER TABLE players ADD COLUMN one_network INTEGER NOT NULL DEFAULT 0;

-- Why a game between two accounts changed no rating; none if it did, or for games before there were reasons.
ALTER TABLE played ADD COLUMN unrated TEXT;

-- A random key that no client learns: for hashes of networks and for what marks a known device.
CREATE TABLE store_key (
    id INTEGER NOT NULL PRIMARY KEY,
    key BLOB NOT NULL
) STRICT;
INSERT INTO store_key VALUES (1, randomblob(32));

-- What opens an account whose password is lost: SHA-256 of 80 random bits, each used once.
CREATE TABLE recovery_codes (
    account BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (account, digest)
) STRICT, WITHOUT ROWID;
