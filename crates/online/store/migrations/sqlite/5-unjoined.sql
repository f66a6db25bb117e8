-- Open games that nobody joins are forgotten after a while.
CREATE INDEX IF NOT EXISTS matches_unjoined ON matches (updated) WHERE revision = 1;
