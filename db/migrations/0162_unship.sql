-- A shipment that left by mistake is taken back: what leaves afterwards leaves under a key of its own.
alter table shipment add column unship_count integer not null default 0;
