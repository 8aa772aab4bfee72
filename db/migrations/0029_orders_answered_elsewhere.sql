-- Orders that were answered or shipped outside this system: they stand with what has been shipped
-- and hold no stock. The stage is generated, so the column is made anew with its indexes.
alter table sales_order
  drop column stage,
  add column stage text generated always as (case
    when status in ('draft', 'new') then 'pending'
    when status in ('accepted', 'ready', 'processing', 'partial') then 'shipping'
    when status in ('shipped', 'delivered', 'completed', 'history') then 'shipped'
    else 'cancelled' end) stored;
create index sales_order_stage on sales_order (tenant_id, stage, create_time desc, id desc);
create index sales_order_ship_by on sales_order (tenant_id, ship_by) where stage in ('pending', 'shipping');
create index sales_order_address on sales_order (tenant_id, address_hash) where stage in ('pending', 'shipping');
create index sales_order_total on sales_order (tenant_id, stage, total, id);

-- When the channel last told an open order: the one not heard of for longest is asked for first.
alter table sales_order add column channel_read_at timestamptz;
create index sales_order_channel_read on sales_order (tenant_id, account_id, channel_read_at nulls first)
  where status in ('new', 'accepted', 'ready', 'processing', 'partial') and order_type <> 'manual';
