-- Zones and bins of a warehouse: where goods stand. Bins hold no quantities.
create table warehouse_zone (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  warehouse_id uuid not null,
  code text not null,
  name text not null,
  purpose text not null default 'good' check (purpose in ('good', 'return', 'quarantine', 'damaged')),
  -- With the code of the warehouse in front: what pickers and sheets call it.
  place text not null,
  status text not null default 'enabled',
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create unique index warehouse_zone_code on warehouse_zone (tenant_id, warehouse_id, code) where deleted_at is null;
create index warehouse_zone_list on warehouse_zone (tenant_id, create_time desc, id desc);
call secure_tenant_table('warehouse_zone');

create table warehouse_bin (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  warehouse_id uuid not null,
  zone_id uuid not null,
  code text not null,
  place text not null,
  aisle text,
  rack text,
  level text,
  position text,
  walk_order integer not null default 0 check (walk_order >= 0),
  status text not null default 'enabled',
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, zone_id) references warehouse_zone (tenant_id, id)
);
create unique index warehouse_bin_code on warehouse_bin (tenant_id, warehouse_id, code) where deleted_at is null;
create index warehouse_bin_walk on warehouse_bin (tenant_id, warehouse_id, walk_order, code) where deleted_at is null;
create index warehouse_bin_zone on warehouse_bin (tenant_id, zone_id) where deleted_at is null;
create index warehouse_bin_list on warehouse_bin (tenant_id, create_time desc, id desc);
call secure_tenant_table('warehouse_bin');
