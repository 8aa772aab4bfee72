-- Base data and catalogue. Registers soft-delete; unique keys count live rows only.

create table warehouse (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  type text not null default 'self',
  contact text,
  phone text,
  address1 text not null,
  address2 text,
  city text not null,
  state text,
  postal_code text,
  country text not null default 'US',
  timezone text not null default 'America/Los_Angeles',
  cutoff_time text not null default '14:00',
  calendar jsonb,
  priority integer not null default 100,
  allow_negative boolean not null default false,
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index warehouse_code on warehouse (tenant_id, code) where deleted_at is null;
call secure_tenant_table('warehouse');

create table ship_method (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  carrier text not null,
  service text,
  class text not null default 'parcel',
  account_owner text not null default 'marketplace',
  max_weight_g integer,
  max_length_mm integer,
  dim_divisor integer not null default 139 check (dim_divisor > 0),
  tracking_url_template text,
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index ship_method_code_key on ship_method (tenant_id, code) where deleted_at is null;
call secure_tenant_table('ship_method');

create table channel_account (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  channel_code text not null default 'wayfair',
  environment text not null default 'live',
  currency text not null default 'USD',
  settings jsonb,
  client_secret text,
  accept_hours integer not null default 24,
  acknowledge_mode text not null default 'manual',
  reserve_on text not null default 'receive',
  strategy text not null default 'pinned',
  allow_split boolean not null default false,
  allow_backorder boolean not null default false,
  price_tolerance_pct integer not null default 0,
  pull_minutes integer not null default 15,
  push_stock boolean not null default true,
  status text not null default 'created',
  stage text generated always as (case when status = 'active' then 'active'
    when status in ('created', 'expired') then 'attention' else 'idle' end) stored,
  health text,
  last_pull_at timestamptz,
  -- Where the next pull starts; owned by the connector, opaque here.
  pull_cursor text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index channel_account_code on channel_account (tenant_id, code) where deleted_at is null;
create unique index channel_account_name on channel_account (tenant_id, name) where deleted_at is null;
call secure_tenant_table('channel_account');
-- The pull schedule looks over all tenants for accounts whose turn has come.
grant select on channel_account to waybill_jobs;
create policy jobs on channel_account for select to waybill_jobs using (true);

create table ship_method_code (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  channel_code text not null,
  carrier_code text not null,
  ship_method_id uuid not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id)
);
create unique index ship_method_code_account on ship_method_code (tenant_id, account_id, channel_code, carrier_code)
  where deleted_at is null;
call secure_tenant_table('ship_method_code');

create table channel_warehouse (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  channel_code text not null,
  warehouse_id uuid not null,
  share_pct integer not null default 100 check (share_pct between 0 and 100),
  priority integer not null default 100,
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create unique index channel_warehouse_code on channel_warehouse (tenant_id, account_id, channel_code, warehouse_id)
  where deleted_at is null;
call secure_tenant_table('channel_warehouse');

create table product (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  spu_code text not null,
  name text not null,
  name_en text,
  brand text,
  category text,
  origin_country text,
  hs_code text,
  description text,
  status text not null default 'draft',
  stage text generated always as (case when status in ('paused', 'discontinued') then 'off' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index product_spu on product (tenant_id, spu_code) where deleted_at is null;
create index product_list on product (tenant_id, create_time desc, id desc);
call secure_tenant_table('product');

create table sku (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  sku_code text not null,
  product_id uuid not null,
  name text not null,
  type text not null default 'simple',
  upc text,
  net_weight_g integer,
  piece_count integer not null default 1,
  standard_cost numeric(18,4),
  msrp numeric(18,4),
  map_price numeric(18,4),
  safety_stock integer not null default 0,
  allow_oversell boolean not null default false,
  oversell_limit integer not null default 0 check (oversell_limit >= 0),
  -- Code without case, blanks and dashes: the third rung of the mapping ladder.
  normal_code text generated always as (regexp_replace(lower(sku_code), '[^a-z0-9]', '', 'g')) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, product_id) references product (tenant_id, id)
);
create unique index sku_code_key on sku (tenant_id, sku_code) where deleted_at is null;
create unique index sku_upc on sku (tenant_id, upc) where deleted_at is null and upc is not null;
create index sku_product on sku (tenant_id, product_id);
create index sku_normal on sku (tenant_id, normal_code);
create index sku_list on sku (tenant_id, create_time desc, id desc);
call secure_tenant_table('sku');

create table sku_carton (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  sku_id uuid not null,
  carton_no integer not null check (carton_no > 0),
  label text not null,
  length_mm integer not null check (length_mm > 0),
  width_mm integer not null check (width_mm > 0),
  height_mm integer not null check (height_mm > 0),
  gross_weight_g integer not null check (gross_weight_g > 0),
  units_per_carton integer not null default 1 check (units_per_carton > 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create unique index sku_carton_no on sku_carton (tenant_id, sku_id, carton_no) where deleted_at is null;
call secure_tenant_table('sku_carton');

set role waybill_jobs;
-- Accounts whose next pull is due, over all tenants; the schedule asks for ids alone.
create function work.accounts_due(at timestamptz)
returns table (tenant_id integer, id uuid, slot bigint)
language sql security definer set search_path = public as $$
  select a.tenant_id, a.id, floor(extract(epoch from at) / (a.pull_minutes * 60))::bigint
  from channel_account a
  where a.deleted_at is null and a.status = 'active'
    and (a.last_pull_at is null or a.last_pull_at <= at - make_interval(mins => a.pull_minutes))
$$;
reset role;
revoke execute on function work.accounts_due(timestamptz) from public;
grant execute on function work.accounts_due(timestamptz) to waybill_app;
