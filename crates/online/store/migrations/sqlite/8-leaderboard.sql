CREATE INDEX ratings_by_value ON ratings (game, rule_set, value);
