-- Until when the players of a match are there, by whichever node they are connected to.
CREATE TABLE IF NOT EXISTS present (
    match BYTEA NOT NULL PRIMARY KEY,
    a BIGINT NOT NULL,
    b BIGINT NOT NULL
);
