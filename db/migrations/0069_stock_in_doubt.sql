-- Sent, and nobody knows whether it arrived: the channel may show this quantity or the one before.
alter table channel_stock add column in_doubt boolean not null default false;
