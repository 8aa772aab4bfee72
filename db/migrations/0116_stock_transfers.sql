-- 调拨单: goods go from one warehouse to another, and are in neither while they are on the way.
create table stock_transfer (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  transfer_no text not null,
  from_warehouse_id uuid not null,
  to_warehouse_id uuid not null,
  remark text,
  line_count integer not null default 0,
  total_qty integer not null default 0,
  received_qty integer not null default 0,
  lost_qty integer not null default 0,
  lost_value bigint,
  currency text not null default 'USD',
  loss_reason text,
  shipped_at timestamptz,
  received_at timestamptz,
  received_by text,
  maker_ids uuid[] not null default '{}',
  status text not null default 'draft',
  stage text generated always as (case when status in ('draft', 'approved') then 'open'
    when status in ('shipped', 'partiallyReceived') then 'transit' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, transfer_no),
  foreign key (tenant_id, from_warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, to_warehouse_id) references warehouse (tenant_id, id)
);
create index stock_transfer_list on stock_transfer (tenant_id, create_time desc, id desc);
call secure_tenant_table('stock_transfer');

create table stock_transfer_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  transfer_id uuid not null,
  sku_id uuid not null,
  qty integer not null check (qty > 0),
  -- Sent, and neither received nor given up yet.
  transit_qty integer not null default 0 check (transit_qty >= 0),
  received_qty integer not null default 0 check (received_qty >= 0),
  lost_qty integer not null default 0 check (lost_qty >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, transfer_id) references stock_transfer (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  constraint stock_transfer_line_sum check (transit_qty + received_qty + lost_qty <= qty)
);
create index stock_transfer_line_of on stock_transfer_line (tenant_id, transfer_id);
create index stock_transfer_line_open on stock_transfer_line (tenant_id, sku_id) where transit_qty > 0;
call secure_tenant_table('stock_transfer_line');

-- What goods on the way cost: the layers that they left, in the order in which they were taken.
create table transit_layer (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  transfer_line_id uuid not null,
  qty_in integer not null check (qty_in > 0),
  qty_left integer not null check (qty_left >= 0),
  value_left bigint not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, transfer_line_id) references stock_transfer_line (tenant_id, id)
);
create index transit_layer_open on transit_layer (tenant_id, transfer_line_id, id) where qty_left > 0;
call secure_tenant_table('transit_layer');

-- What is on its way to a level, kept beside it so that a list can sort and search by it.
alter table stock_level add column in_transit integer not null default 0 check (in_transit >= 0);
-- Stock is held for orders, and for transfers that were approved.
alter table reservation add column kind text not null default 'order' check (kind in ('order', 'transfer'));
