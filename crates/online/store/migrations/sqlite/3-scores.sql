-- Stones in the store, or pieces off the board, of the player and of the other; none for games before there were scores.
ALTER TABLE played ADD COLUMN score INTEGER;
ALTER TABLE played ADD COLUMN against INTEGER;
