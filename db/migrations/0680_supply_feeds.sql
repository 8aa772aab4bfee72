-- 批发供货: how the goods of a supplier are read, what it lists, what it has, and every reading.

create table supply_feed (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null,
  supplier_id uuid not null,
  protocol text not null default 'api' check (protocol in ('api')),
  connector text not null,
  environment text not null default 'live' check (environment in ('live', 'sandbox')),
  api_url text,
  client_id text not null,
  -- Sealed.
  client_secret text,
  run_hour integer check (run_hour between 0 and 23),
  max_age_hours integer not null default 24 check (max_age_hours between 1 and 720),
  price_owner text not null default 'feed' check (price_owner in ('feed', 'manual')),
  content_owner text not null default 'feed' check (content_owner in ('feed', 'manual')),
  max_drop_pct integer not null default 60 check (max_drop_pct between 1 and 100),
  max_price_change_pct integer not null default 30 check (max_price_change_pct between 1 and 1000),
  status text not null default 'enabled',
  -- Of the last reading that was taken.
  row_count integer check (row_count >= 0),
  last_run_at timestamptz,
  last_run_status text,
  fault text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
);
create unique index supply_feed_name on supply_feed (tenant_id, name) where deleted_at is null;
create unique index supply_feed_supplier on supply_feed (tenant_id, supplier_id) where deleted_at is null;
create index supply_feed_list on supply_feed (tenant_id, create_time desc, id desc);
call secure_tenant_table('supply_feed');

create table supply_run (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  feed_id uuid not null,
  trigger text not null check (trigger in ('manual', 'schedule')),
  status text not null default 'running' check (status in ('running', 'done', 'partial', 'held', 'failed')),
  rows_read integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  held integer not null default 0,
  gone integer not null default 0,
  errors integer not null default 0,
  message text,
  row_errors jsonb,
  finished_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, feed_id) references supply_feed (tenant_id, id)
);
create index supply_run_list on supply_run (tenant_id, create_time desc, id desc);
create index supply_run_feed on supply_run (tenant_id, feed_id, create_time desc);
call secure_tenant_table('supply_run');

create table supplier_product (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  feed_id uuid not null,
  supplier_id uuid not null,
  supplier_sku text not null,
  title text not null,
  category text,
  cost numeric(18, 4) check (cost >= 0),
  currency text,
  goods_price numeric(18, 4) check (goods_price >= 0),
  shipping_fee numeric(18, 4) check (shipping_fee >= 0),
  old_cost numeric(18, 4),
  cost_change numeric(18, 8),
  cost_changed_at timestamptz,
  moq integer check (moq >= 0),
  weight_g integer,
  length_mm integer,
  width_mm integer,
  height_mm integer,
  image_url text,
  is_available boolean not null default true,
  banned text[] not null default '{}',
  -- What the feed says and nobody has taken; `refused` is what somebody did not want of it.
  differences jsonb,
  refused jsonb,
  sku_id uuid,
  last_seen_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'linked', 'ignored', 'changed', 'gone')),
  stage text generated always as (status) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, supplier_id, supplier_sku),
  foreign key (tenant_id, feed_id) references supply_feed (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index supplier_product_list on supplier_product (tenant_id, create_time desc, id desc);
create index supplier_product_stage on supplier_product (tenant_id, stage, create_time desc, id desc);
create index supplier_product_feed on supplier_product (tenant_id, feed_id);
create index supplier_product_sku on supplier_product (tenant_id, sku_id) where sku_id is not null;
call secure_tenant_table('supplier_product');

create table supplier_stock_level (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  product_id uuid not null,
  warehouse_code text not null,
  -- Suppliers say ranges; the least of it is what may be promised.
  qty integer not null check (qty >= 0),
  qty_max integer not null,
  eta date,
  eta_qty integer check (eta_qty >= 0),
  -- Of which moment the supplier's word is.
  at timestamptz not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, product_id, warehouse_code),
  check (qty_max >= qty),
  foreign key (tenant_id, product_id) references supplier_product (tenant_id, id)
);
call secure_tenant_table('supplier_stock_level');

grant select on supply_feed to waybill_jobs;
create policy jobs on supply_feed to waybill_jobs using (true);

set role waybill_jobs;
-- Feeds whose hour of the tenant's day has come, once a day; one that was set up after it waits for the next.
create function work.supply_feeds_due(at timestamptz)
returns table (tenant_id integer, id uuid, day date)
language sql security definer set search_path = public as $$
  select f.tenant_id, f.id, (at at time zone t.timezone)::date
  from supply_feed f join tenant t on t.id = f.tenant_id
  where f.deleted_at is null and f.status = 'enabled' and f.protocol = 'api' and f.run_hour is not null
    and extract(hour from at at time zone t.timezone) >= f.run_hour
    and f.create_time < ((at at time zone t.timezone)::date + make_interval(hours => f.run_hour)) at time zone t.timezone
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
$$;
reset role;
revoke execute on function work.supply_feeds_due(timestamptz) from public;
grant execute on function work.supply_feeds_due(timestamptz) to waybill_app;
