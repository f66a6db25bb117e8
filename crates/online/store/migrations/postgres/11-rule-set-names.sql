-- The Senet rules kendall are called five-piece.
UPDATE ratings SET rule_set = 'five-piece' WHERE game = 'senet' AND rule_set = 'kendall';
UPDATE played SET rule_set = 'five-piece' WHERE game = 'senet' AND rule_set = 'kendall';
