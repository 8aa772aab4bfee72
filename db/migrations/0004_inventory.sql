-- Stock: an append-only ledger, and levels as its cache, written together by one function.

create table stock_level (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  condition text not null default 'good' check (condition in ('good', 'damaged', 'quarantine')),
  on_hand integer not null default 0,
  reserved integer not null default 0 check (reserved >= 0),
  frozen integer not null default 0 check (frozen >= 0),
  available integer generated always as (on_hand - reserved - frozen) stored,
  oversell_limit integer not null default 0 check (oversell_limit >= 0),
  allow_negative boolean not null default false,
  seq bigint not null default 0,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, warehouse_id, sku_id, condition),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  constraint stock_not_negative check (on_hand >= 0 or allow_negative),
  constraint stock_not_oversold check (on_hand - reserved - frozen >= -oversell_limit)
);
create index stock_level_sku on stock_level (tenant_id, sku_id);
create index stock_level_list on stock_level (tenant_id, update_time desc, id desc);
call secure_tenant_table('stock_level');

create table stock_movement (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  -- Runs per level row, without gaps.
  seq bigint not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  condition text not null,
  type text not null,
  qty integer not null check (qty <> 0),
  balance_after integer not null,
  unit_cost numeric(18,4),
  cost_value bigint,
  currency text not null default 'USD',
  ref_type text not null,
  ref_id uuid not null,
  ref_no text,
  idempotency_key text not null,
  reason text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, idempotency_key),
  unique (tenant_id, warehouse_id, sku_id, condition, seq)
);
create index stock_movement_list on stock_movement (tenant_id, create_time desc, id desc);
create index stock_movement_ref on stock_movement (tenant_id, ref_id);
call secure_tenant_table('stock_movement', 'append');

create table reservation (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  order_no text not null,
  order_line_id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  qty integer not null check (qty > 0),
  status text not null default 'open' check (status in ('open', 'consumed', 'released')),
  done_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index reservation_line on reservation (tenant_id, order_line_id) where status = 'open';
create index reservation_key on reservation (tenant_id, warehouse_id, sku_id) where status = 'open';
create index reservation_list on reservation (tenant_id, create_time desc, id desc);
call secure_tenant_table('reservation');

-- First in, first out: what each receipt still holds, and at which cost.
create table cost_layer (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  movement_id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  qty_in integer not null check (qty_in > 0),
  qty_left integer not null check (qty_left >= 0),
  -- Value of what is left, minor units: the remainder of divisions stays on the layer.
  value_left bigint not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index cost_layer_open on cost_layer (tenant_id, warehouse_id, sku_id, id) where qty_left > 0;
call secure_tenant_table('cost_layer');

create table stock_adjustment (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  adjustment_no text not null,
  kind text not null default 'adjust',
  warehouse_id uuid not null,
  reason text not null,
  line_count integer not null default 0,
  total_qty integer not null default 0,
  submitted_by text,
  submitted_by_id uuid,
  approved_by text,
  status text not null default 'draft',
  stage text generated always as (case when status in ('draft', 'submitted', 'rejected') then 'open' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, adjustment_no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index stock_adjustment_list on stock_adjustment (tenant_id, create_time desc, id desc);
call secure_tenant_table('stock_adjustment');

create table stock_adjustment_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  adjustment_id uuid not null,
  sku_id uuid not null,
  condition text not null default 'good',
  qty integer not null check (qty <> 0),
  unit_cost numeric(18,4),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, adjustment_id) references stock_adjustment (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index stock_adjustment_line_of on stock_adjustment_line (tenant_id, adjustment_id);
call secure_tenant_table('stock_adjustment_line');
