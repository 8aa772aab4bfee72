-- After a switch of department a session goes on under a new token. The old one stays good until the
-- new one is first used, and a moment longer: a client that never takes the new one up goes on with it.
alter table session add column previous_hash bytea;
alter table session add column previous_until timestamptz;
create unique index session_previous on session (previous_hash) where previous_hash is not null;
