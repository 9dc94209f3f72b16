-- From this version on every row says what it follows: the hash of what was
-- agreed, then of each event and the one before. What older programs kept is
-- linked by the program that brings the tables up to date.
ALTER TABLE matches ADD COLUMN link TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN link TEXT NOT NULL DEFAULT '';

-- Written to find out whether anything can be written.
CREATE TABLE probe (id SMALLINT NOT NULL PRIMARY KEY, at BIGINT NOT NULL);
INSERT INTO probe VALUES (1, 0);
