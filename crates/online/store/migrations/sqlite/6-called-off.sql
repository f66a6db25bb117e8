-- Games that were called off after the server had sealed: opened is 2 for them.
CREATE INDEX chain_called_off ON chain (place) WHERE opened = 2;
