-- What else a SKU is called, and what it is put together of; categories in the order of their numbers.

create table sku_alias (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  sku_id uuid not null,
  code text not null,
  code_key text generated always as (lower(code)) stored,
  kind text not null default 'alias',
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create unique index sku_alias_code on sku_alias (tenant_id, code) where deleted_at is null;
create index sku_alias_code_key on sku_alias (tenant_id, code_key);
create index sku_alias_sku on sku_alias (tenant_id, sku_id);
create index sku_alias_list on sku_alias (tenant_id, create_time desc, id desc);
call secure_tenant_table('sku_alias');

create table sku_part (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  parent_sku_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  part_sku_id uuid not null,
  qty_per_unit integer not null default 1 check (qty_per_unit > 0),
  part_class text not null default 'component',
  carton_no integer check (carton_no > 0),
  is_harvestable boolean not null default false,
  note text,
  images text[] check (cardinality(images) <= 3),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, part_sku_id) references sku (tenant_id, id)
);
create unique index sku_part_once on sku_part (tenant_id, parent_sku_id, part_sku_id)
  where deleted_at is null;
create index sku_part_of on sku_part (tenant_id, part_sku_id);
call secure_tenant_table('sku_part');

update category_attribute set is_required = false where is_required is null;
alter table category_attribute alter column is_required set not null;

alter table product_category add column place text not null default '';
with recursive tree as (
  select tenant_id, id, lpad(sort_no::text, 4, '0') || code || '/' as place
  from product_category where parent_id is null
  union all
  select c.tenant_id, c.id, t.place || lpad(c.sort_no::text, 4, '0') || c.code || '/'
  from product_category c join tree t on t.tenant_id = c.tenant_id and t.id = c.parent_id)
update product_category c set place = t.place
from tree t where t.tenant_id = c.tenant_id and t.id = c.id;
drop index product_category_list;
create index product_category_list on product_category (tenant_id, place, id);
