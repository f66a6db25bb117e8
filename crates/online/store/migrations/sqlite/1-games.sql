CREATE TABLE IF NOT EXISTS matches (
    id BLOB NOT NULL PRIMARY KEY,
    revision INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS matches_listed ON matches (updated) WHERE listed = 1;

CREATE TABLE IF NOT EXISTS events (
    match BLOB NOT NULL,
    seq INTEGER NOT NULL,
    mid BLOB,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS events_mid ON events (match, mid) WHERE mid IS NOT NULL;

CREATE TABLE IF NOT EXISTS vaults (
    match BLOB NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Which match a secret has joined, so that who asks again gets the same seat.
CREATE TABLE IF NOT EXISTS seats (
    key BLOB NOT NULL PRIMARY KEY,
    match BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS pulse (
    id INTEGER NOT NULL PRIMARY KEY,
    beats INTEGER NOT NULL
) STRICT;
INSERT OR IGNORE INTO pulse VALUES (1, 0);

-- When a server last lived, and the times in which none did: they are charged to nobody.
CREATE TABLE IF NOT EXISTS alive (
    id INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
INSERT OR IGNORE INTO alive VALUES (1, 0);
CREATE TABLE IF NOT EXISTS outages (
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (ended, began)
) STRICT;
