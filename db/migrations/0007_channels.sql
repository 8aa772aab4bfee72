-- Channels: listings and their mapping, pulls, quarantine, stock feeds, cancellation requests.

create table channel_product (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  channel_sku text not null,
  channel_item_id text,
  title text,
  sku_id uuid,
  map_status text not null default 'unmapped',
  map_method text,
  map_score integer,
  base_price numeric(18,4),
  channel_qty integer,
  last_sync_at timestamptz,
  status text not null default 'live',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create unique index channel_product_sku on channel_product (tenant_id, account_id, channel_sku) where deleted_at is null;
create index channel_product_mapped on channel_product (tenant_id, sku_id) where deleted_at is null;
create index channel_product_list on channel_product (tenant_id, create_time desc, id desc);
call secure_tenant_table('channel_product');

create table inventory_sync_rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  sku_id uuid,
  mode text not null default 'normal',
  fixed_qty integer not null default 0,
  safety_qty integer not null default 0,
  pct integer not null default 100 check (pct between 0 and 100),
  max_qty integer,
  min_show integer default 0,
  priority integer not null default 100,
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index inventory_sync_rule_account on inventory_sync_rule (tenant_id, account_id) where deleted_at is null;
call secure_tenant_table('inventory_sync_rule');

create table pull_run (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  trigger text not null,
  status text not null default 'running',
  pages integer not null default 0,
  seen integer not null default 0,
  created integer not null default 0,
  changed integer not null default 0,
  repeated integer not null default 0,
  quarantined integer not null default 0,
  error text,
  finished_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create index pull_run_list on pull_run (tenant_id, create_time desc, id desc);
call secure_tenant_table('pull_run');

create table quarantined_order (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  channel_order_no text not null,
  reason text not null,
  raw jsonb,
  times integer not null default 1,
  last_seen_at timestamptz not null,
  resolved_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index quarantined_order_open on quarantined_order (tenant_id, account_id, channel_order_no) where resolved_at is null;
create index quarantined_order_list on quarantined_order (tenant_id, create_time desc, id desc);
call secure_tenant_table('quarantined_order');

create table stock_push (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  trigger text not null,
  status text not null default 'queued',
  stage text generated always as (case when status in ('queued', 'sent') then 'open'
    when status = 'done' then 'done' else 'attention' end) stored,
  items integer not null default 0,
  to_zero integer not null default 0,
  ok integer not null default 0,
  failed integer not null default 0,
  guard_reason text,
  overridden_by text,
  override_reason text,
  error text,
  finished_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create index stock_push_list on stock_push (tenant_id, create_time desc, id desc);
-- One feed per shop at a time.
create unique index stock_push_running on stock_push (tenant_id, account_id) where status in ('queued', 'sent');
call secure_tenant_table('stock_push');

create table stock_push_item (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  push_id uuid not null,
  channel_product_id uuid not null,
  channel_warehouse_code text not null,
  qty integer not null check (qty >= 0),
  previous_qty integer,
  read_back_qty integer,
  inputs jsonb not null,
  status text not null default 'pending',
  error text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, push_id) references stock_push (tenant_id, id),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id)
);
create index stock_push_item_push on stock_push_item (tenant_id, push_id);
call secure_tenant_table('stock_push_item');

-- What the channel was told last, per listing and channel warehouse: the diff starts here.
create table channel_stock (
  tenant_id integer not null references tenant (id),
  channel_product_id uuid not null,
  channel_warehouse_code text not null,
  qty integer not null,
  at timestamptz not null,
  primary key (tenant_id, channel_product_id, channel_warehouse_code),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id)
);
call secure_tenant_table('channel_stock');

create table cancellation_request (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  request_id text not null,
  channel_order_no text not null,
  order_id uuid,
  channel_sku text not null,
  qty integer not null,
  reason text,
  requested_at timestamptz not null,
  status text not null default 'pending',
  stage text generated always as (case when status = 'pending' then 'pending' else 'answered' end) stored,
  answered_by text,
  intercept boolean not null default false,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, request_id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index cancellation_request_list on cancellation_request (tenant_id, create_time desc, id desc);
call secure_tenant_table('cancellation_request');
