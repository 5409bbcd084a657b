-- What each node has under way for each route, for people who look from another node; written with its heartbeat.
ALTER TABLE node ADD COLUMN lanes TEXT NULL;
