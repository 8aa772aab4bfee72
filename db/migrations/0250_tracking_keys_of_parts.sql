-- Whether a number went to another address is asked in letters of either case, as for boxes and returns: under
-- row-level security only a stored key is found by an index.
alter table part_order
  add column tracking_no_key text generated always as (lower(tracking_no)) stored;
create index part_order_tracking_key on part_order (tenant_id, tracking_no_key)
  where tracking_no_key is not null;
