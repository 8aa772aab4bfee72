-- Every pull asks for each of its returns and requests by their number at the channel, however that is written.
-- `lower` is not leakproof: under row-level security only a stored key is found by an index.
alter table return_order
  add column channel_ra_no_key text generated always as (lower(channel_ra_no)) stored;
create index return_order_channel_ra on return_order (tenant_id, account_id, channel_ra_no_key)
  where channel_ra_no_key is not null;
alter table part_order
  add column channel_part_no_key text generated always as (lower(channel_part_no)) stored;
create index part_order_channel_part on part_order (tenant_id, account_id, channel_part_no_key);
