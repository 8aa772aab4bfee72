-- 运费价表: what a carrier asks, in versions by date.
create table freight_table (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  currency text not null default 'USD',
  weight_unit text not null default 'lb' check (weight_unit in ('lb', 'kg')),
  status text not null default 'enabled',
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index freight_table_code on freight_table (tenant_id, code) where deleted_at is null;
create index freight_table_list on freight_table (tenant_id, create_time desc, id desc);
call secure_tenant_table('freight_table');

create table freight_version (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  table_id uuid not null,
  effective_from date not null,
  effective_to date,
  rates text not null,
  zones text not null,
  surcharges text,
  least numeric(18, 4) check (least >= 0),
  fuel_rate numeric(18, 8) check (fuel_rate between 0 and 1),
  residential_fee numeric(18, 4) check (residential_fee >= 0),
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  check (effective_from <= effective_to),
  foreign key (tenant_id, table_id) references freight_table (tenant_id, id)
);
create index freight_version_of on freight_version (tenant_id, table_id, effective_from) where deleted_at is null;
create index freight_version_list on freight_version (tenant_id, create_time desc, id desc);
call secure_tenant_table('freight_version');

alter table ship_method add column max_girth_mm integer check (max_girth_mm > 0);
alter table ship_method add column price_table_id uuid;
alter table ship_method add foreign key (tenant_id, price_table_id) references freight_table (tenant_id, id);
create index ship_method_price_table on ship_method (tenant_id, price_table_id) where deleted_at is null;
