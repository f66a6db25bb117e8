-- One row for each finished game. The record is the game; the other columns say what lists and statistics ask for,
-- so that nobody replays thousands of games to draw a bar.
CREATE TABLE games (
    id          INTEGER PRIMARY KEY,
    finished_at INTEGER NOT NULL,           -- seconds since 1970
    game        TEXT NOT NULL,              -- mancala, senet
    rule_set    TEXT NOT NULL,
    name1       TEXT NOT NULL,
    seat1       TEXT NOT NULL,              -- human, or the name of a computer player
    name2       TEXT NOT NULL,
    seat2       TEXT NOT NULL,
    score1      INTEGER NOT NULL,           -- stones in the store, or pieces off the board
    score2      INTEGER NOT NULL,
    outcome     TEXT NOT NULL,              -- p1, p2, draw
    plies       INTEGER NOT NULL,
    record      TEXT NOT NULL
) STRICT;

CREATE INDEX games_by_time ON games (finished_at);
