-- One row per match, written once; `over` alone changes.
CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,
    listed SMALLINT NOT NULL,
    over SMALLINT NOT NULL,
    created BIGINT NOT NULL,
    header TEXT NOT NULL
);

CREATE INDEX matches_listed ON matches (listed, created);

-- What happened in each match, numbered from 0. The key is what makes it
-- impossible to keep an event twice, whatever the server believes.
CREATE TABLE events (
    match_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
);
