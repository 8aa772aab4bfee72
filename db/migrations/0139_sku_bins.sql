-- 货位: in which bins of a warehouse a SKU stands, one of them the primary.
create table sku_bin (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  warehouse_id uuid not null,
  sku_id uuid not null,
  bin_id uuid not null,
  is_primary boolean not null default false,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, bin_id) references warehouse_bin (tenant_id, id)
);
create unique index sku_bin_once on sku_bin (tenant_id, sku_id, bin_id) where deleted_at is null;
-- One primary of a SKU in a warehouse. No index of its own kind: rows that are none share all of these.
alter table sku_bin add constraint sku_bin_primary
  exclude using btree (tenant_id with =, warehouse_id with =, sku_id with =)
  where (deleted_at is null and is_primary);
create index sku_bin_of on sku_bin (tenant_id, bin_id) where deleted_at is null;
create index sku_bin_list on sku_bin (tenant_id, create_time desc, id desc);
call secure_tenant_table('sku_bin');

-- Where a SKU stands first in its warehouse, so that stock is listed and filtered by it.
alter table stock_level add column bin_id uuid;
alter table stock_level add foreign key (tenant_id, bin_id) references warehouse_bin (tenant_id, id);
create index stock_level_bin on stock_level (tenant_id, bin_id) where bin_id is not null;

-- A count of what stands in some bins.
alter table stock_count add column zone_id uuid;
alter table stock_count add column bins text;
alter table stock_count add foreign key (tenant_id, zone_id) references warehouse_zone (tenant_id, id);
alter table stock_count drop constraint stock_count_extent_check;
alter table stock_count add constraint stock_count_extent_check
  check (extent in ('listed', 'all', 'bins'));
