-- Shipments that are picked in one walk through a warehouse.
create table wave (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  wave_no text not null,
  warehouse_id uuid not null,
  -- Shops of its shipments: seen by whoever keeps all of them.
  shop_ids uuid[] not null default '{}',
  kind text not null check (kind in ('single', 'multi', 'each')),
  status text not null default 'draft' check (status in ('draft', 'picking', 'picked', 'done', 'cancelled')),
  stage text generated always as (
    case when status in ('draft', 'picking') then 'open' else status end) stored,
  assignee text,
  shipment_count integer not null default 0 check (shipment_count >= 0),
  unit_count integer not null default 0 check (unit_count >= 0),
  sku_count integer not null default 0,
  bin_count integer not null default 0,
  picked_count integer not null default 0 check (picked_count >= 0),
  short_count integer not null default 0 check (short_count >= 0),
  back_count integer not null default 0 check (back_count >= 0),
  started_at timestamptz,
  picked_at timestamptz,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, wave_no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index wave_list on wave (tenant_id, create_time desc, id desc);
create index wave_stage on wave (tenant_id, stage, create_time desc, id desc);
create index wave_back on wave (tenant_id) where back_count > 0;
call secure_tenant_table('wave');

alter table shipment
  add column wave_id uuid,
  add column wave_slot integer,
  add foreign key (tenant_id, wave_id) references wave (tenant_id, id);
create index shipment_wave on shipment (tenant_id, wave_id, wave_slot) where wave_id is not null;

-- What is taken from one place for one line of a shipment. Tasks of one stop of the walk share `seq`.
create table wave_task (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  wave_id uuid not null,
  seq integer not null check (seq > 0),
  slot integer not null check (slot > 0),
  shipment_id uuid not null,
  -- Kept where its line has gone with a cancelled unit.
  shipment_line_id uuid not null,
  sku_id uuid not null,
  bin text,
  -- Units of this SKU in one of the line: more than one where the line is a bundle.
  per_unit integer not null default 1 check (per_unit > 0),
  qty integer not null check (qty > 0),
  qty_picked integer not null default 0 check (qty_picked >= 0),
  qty_short integer not null default 0 check (qty_short >= 0),
  qty_back integer not null default 0 check (qty_back >= 0),
  status text not null default 'open' check (status in ('open', 'picked', 'short', 'cancelled')),
  -- Who stands there now, so that two do not walk to one place.
  holder text,
  held_at timestamptz,
  picked_by text,
  picked_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, wave_id) references wave (tenant_id, id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  check (status = 'cancelled' or qty_picked + qty_short <= qty)
);
create index wave_task_wave on wave_task (tenant_id, wave_id, seq, slot);
create index wave_task_shipment on wave_task (tenant_id, shipment_id);
create index wave_task_list on wave_task (tenant_id, create_time desc, id desc);
create index wave_task_sku on wave_task (tenant_id, sku_id) where status <> 'cancelled';
call secure_tenant_table('wave_task');

-- What pickers did, one row for each task that it touched; an action that comes twice is done once.
create table wave_pick (
  tenant_id integer not null references tenant (id),
  action_id uuid not null,
  task_id uuid not null,
  wave_id uuid not null,
  kind text not null check (kind in ('pick', 'short', 'found')),
  qty integer not null check (qty > 0),
  reason text,
  by text not null,
  at timestamptz not null,
  undone_at timestamptz,
  primary key (tenant_id, action_id, task_id),
  foreign key (tenant_id, task_id) references wave_task (tenant_id, id)
);
create index wave_pick_last on wave_pick (tenant_id, wave_id, by, at desc) where undone_at is null;
call secure_tenant_table('wave_pick');
