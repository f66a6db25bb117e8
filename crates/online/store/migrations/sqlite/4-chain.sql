-- Every game that was ever sealed. Each head is a hash of the one before and of the game's envelopes.
CREATE TABLE chain (
    place INTEGER NOT NULL PRIMARY KEY,
    match BLOB NOT NULL UNIQUE,
    server BLOB NOT NULL,
    a BLOB NOT NULL,
    b BLOB NOT NULL,
    head BLOB NOT NULL,
    at INTEGER NOT NULL,
    opened INTEGER NOT NULL                 -- 1 once the server has shown its seed
) STRICT;
CREATE INDEX chain_unopened ON chain (place) WHERE opened = 0;

-- The last link. Whoever adds one holds this row until it is done.
CREATE TABLE chain_head (
    id INTEGER NOT NULL PRIMARY KEY,
    place INTEGER NOT NULL,
    head BLOB NOT NULL
) STRICT;
INSERT INTO chain_head VALUES (1, 0, zeroblob(32));
