CREATE TABLE IF NOT EXISTS matches (
    id BYTEA NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS matches_listed ON matches (updated) WHERE listed = 1;

CREATE TABLE IF NOT EXISTS events (
    match BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    mid BYTEA,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
);
CREATE UNIQUE INDEX IF NOT EXISTS events_mid ON events (match, mid) WHERE mid IS NOT NULL;

CREATE TABLE IF NOT EXISTS vaults (
    match BYTEA NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

-- Which match a secret has joined, so that who asks again gets the same seat.
CREATE TABLE IF NOT EXISTS seats (
    key BYTEA NOT NULL PRIMARY KEY,
    match BYTEA NOT NULL
);

CREATE TABLE IF NOT EXISTS pulse (
    id BIGINT NOT NULL PRIMARY KEY,
    beats BIGINT NOT NULL
);
INSERT INTO pulse VALUES (1, 0) ON CONFLICT DO NOTHING;

-- When a server last lived, and the times in which none did: they are charged to nobody.
CREATE TABLE IF NOT EXISTS alive (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);
INSERT INTO alive VALUES (1, 0) ON CONFLICT DO NOTHING;
CREATE TABLE IF NOT EXISTS outages (
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (ended, began)
);
