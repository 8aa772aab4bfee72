-- What bundles are made of, and how many units of its SKU a reservation holds for one unit of its line.

create table bundle_item (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  bundle_sku_id uuid not null,
  component_sku_id uuid not null,
  qty integer not null default 1 check (qty > 0),
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  check (bundle_sku_id <> component_sku_id),
  foreign key (tenant_id, bundle_sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, component_sku_id) references sku (tenant_id, id)
);
create unique index bundle_item_component on bundle_item (tenant_id, bundle_sku_id, component_sku_id)
  where deleted_at is null;
create index bundle_item_within on bundle_item (tenant_id, component_sku_id) where deleted_at is null;
create index bundle_item_list on bundle_item (tenant_id, create_time desc, id desc);
call secure_tenant_table('bundle_item');

alter table reservation
  add column per_unit integer not null default 1 check (per_unit > 0),
  add check (qty % per_unit = 0);
