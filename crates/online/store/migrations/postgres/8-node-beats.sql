-- The node that has seen each player there.
ALTER TABLE present ADD COLUMN a_node BIGINT NOT NULL DEFAULT 0;
ALTER TABLE present ADD COLUMN b_node BIGINT NOT NULL DEFAULT 0;

-- Every start of a node has a number of its own.
CREATE SEQUENCE node_ids;

-- When each node last lived.
CREATE TABLE nodes (
    id BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

-- The times in which a node did not live, or did not reach us, and did again later.
CREATE TABLE node_outages (
    node BIGINT NOT NULL,
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    PRIMARY KEY (node, began)
);
