-- Orders: header, lines with counters, holds as a set, remarks, changes by the channel.

create table sales_order (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_no text not null,
  channel_order_no text not null,
  account_id uuid not null,
  order_type text not null default 'dropship',
  split_seq integer not null default 0,
  parent_id uuid,
  source text not null default 'api',
  status text not null,
  stage text generated always as (case
    when status in ('draft', 'new') then 'pending'
    when status in ('accepted', 'ready', 'processing', 'partial') then 'shipping'
    when status in ('shipped', 'delivered', 'completed') then 'shipped'
    else 'cancelled' end) stored,
  holds text[] not null default '{}',
  item_summary text,
  line_count integer not null default 0,
  unit_count integer not null default 0,
  currency text not null,
  total bigint not null default 0,
  ordered_at timestamptz not null,
  accept_deadline timestamptz,
  ship_by timestamptz,
  deliver_by timestamptz,
  warehouse_id uuid,
  pinned_warehouse_code text,
  ship_method_id uuid,
  ship_speed text,
  carrier_code text,
  ship_to_name text,
  ship_to_address1 text,
  ship_to_address2 text,
  ship_to_city text,
  ship_to_state text,
  ship_to_postal_code text,
  ship_to_country text,
  ship_to_phone text,
  address_hash text,
  accept_sync text not null default 'none',
  ship_sync text not null default 'none',
  cancel_sync text not null default 'none',
  box_count integer,
  label_status text,
  tracking_no text,
  shipped_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text,
  label_loss boolean not null default false,
  packing_slip_url text,
  extra jsonb not null default '{}',
  payload_hash text,
  -- Numbers, part numbers and buyer in one text, for search within words.
  search_text text not null default '',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, order_no),
  unique (tenant_id, account_id, channel_order_no, order_type, split_seq),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id)
);
create index sales_order_list on sales_order (tenant_id, create_time desc, id desc);
create index sales_order_stage on sales_order (tenant_id, stage, create_time desc, id desc);
create index sales_order_status on sales_order (tenant_id, status, create_time desc, id desc);
create index sales_order_account on sales_order (tenant_id, account_id, create_time desc, id desc);
create index sales_order_po on sales_order (tenant_id, channel_order_no collate "C");
create index sales_order_no on sales_order (tenant_id, order_no collate "C");
create index sales_order_ship_by on sales_order (tenant_id, ship_by) where stage in ('pending', 'shipping');
create index sales_order_address on sales_order (tenant_id, address_hash) where stage in ('pending', 'shipping');
create index sales_order_total on sales_order (tenant_id, stage, total, id);
create index sales_order_search on sales_order using gin (search_text gin_trgm_ops);
call secure_tenant_table('sales_order');
grant select (tenant_id, id, search_text, create_time) on sales_order to waybill_search;
create policy search on sales_order for select to waybill_search using (true);

create table order_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  line_no integer not null,
  channel_sku text not null,
  channel_item_id text,
  sku_id uuid,
  name text not null,
  qty integer not null check (qty > 0),
  unit_price numeric(18,4) not null,
  expected_price numeric(18,4),
  price_diff_pct numeric(18,8),
  currency text not null,
  line_net bigint not null,
  warehouse_id uuid,
  allocation_reason text,
  est_ship_date date,
  qty_cancelled integer not null default 0 check (qty_cancelled >= 0),
  qty_reserved integer not null default 0 check (qty_reserved >= 0),
  qty_packed integer not null default 0 check (qty_packed >= 0),
  qty_shipped integer not null default 0 check (qty_shipped >= 0),
  cogs bigint,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, line_no),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  constraint order_line_shipped check (qty_shipped <= qty - qty_cancelled),
  constraint order_line_packed check (qty_packed <= qty - qty_cancelled)
);
create index order_line_sku on order_line (tenant_id, sku_id);
create index order_line_unmapped on order_line (tenant_id, channel_sku) where sku_id is null;
call secure_tenant_table('order_line');

create table order_hold (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  line_id uuid,
  type text not null,
  detail text,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  resolution text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index order_hold_order on order_hold (tenant_id, order_id);
create index order_hold_open on order_hold (tenant_id, type, opened_at) where closed_at is null;
call secure_tenant_table('order_hold');

create table order_remark (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  kind text not null default 'internal',
  content text not null,
  pinned boolean not null default false,
  hidden boolean not null default false,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index order_remark_order on order_remark (tenant_id, order_id);
create index order_remark_list on order_remark (tenant_id, create_time desc, id desc);
call secure_tenant_table('order_remark');

create table order_change (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  summary text not null,
  before jsonb,
  after jsonb,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index order_change_order on order_change (tenant_id, order_id);
call secure_tenant_table('order_change', 'append');

set role waybill_search;
-- Substring search under row-level security: LIKE is not leakproof, so an index serves it only
-- inside a definer function. It answers ids of one tenant, newest first, never rows.
create function search.sales_order_ids(tenant integer, pattern text)
returns setof uuid language sql stable security definer set search_path = public as $$
  select id from sales_order
  where tenant_id = tenant and search_text like pattern
  order by create_time desc, id desc limit 10001
$$;
reset role;
revoke execute on function search.sales_order_ids(integer, text) from public;
grant execute on function search.sales_order_ids(integer, text) to waybill_app;
