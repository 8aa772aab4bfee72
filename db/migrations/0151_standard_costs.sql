-- What a unit of a SKU is taken to cost from a day on; before the first of them sku.standard_cost holds.
create table sku_cost (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  sku_id uuid not null,
  standard_cost numeric(18,4) not null check (standard_cost >= 0),
  effective_from date not null,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create unique index sku_cost_day on sku_cost (tenant_id, sku_id, effective_from) where deleted_at is null;
create index sku_cost_list on sku_cost (tenant_id, effective_from desc, id desc);
call secure_tenant_table('sku_cost');
