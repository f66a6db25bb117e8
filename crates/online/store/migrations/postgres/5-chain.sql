-- Every game that was ever sealed. Each head is a hash of the one before and of the game's envelopes.
CREATE TABLE chain (
    place BIGINT NOT NULL PRIMARY KEY,
    match BYTEA NOT NULL UNIQUE,
    server BYTEA NOT NULL,
    a BYTEA NOT NULL,
    b BYTEA NOT NULL,
    head BYTEA NOT NULL,
    at BIGINT NOT NULL,
    opened BIGINT NOT NULL                 -- 1 once the server has shown its seed
);
CREATE INDEX chain_unopened ON chain (place) WHERE opened = 0;

-- The last link. Whoever adds one holds this row until it is done.
CREATE TABLE chain_head (
    id BIGINT NOT NULL PRIMARY KEY,
    place BIGINT NOT NULL,
    head BYTEA NOT NULL
);
INSERT INTO chain_head VALUES (1, 0, decode(repeat('00', 32), 'hex'));
