-- Words of the tenant's own for rows of one kind.
create table tag (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null check (name !~ '[;；]'),
  scope text not null default 'order',
  color text not null default 'grey',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index tag_name on tag (tenant_id, scope, name) where deleted_at is null;
create index tag_list on tag (tenant_id, create_time desc, id desc);
call secure_tenant_table('tag');

alter table sales_order add column tag_ids uuid[];
alter table product add column tag_ids uuid[];
alter table customer add column tag_ids uuid[];
create index sales_order_tags on sales_order using gin (tag_ids) where tag_ids is not null;
create index product_tags on product using gin (tag_ids) where tag_ids is not null;
create index customer_tags on customer using gin (tag_ids) where tag_ids is not null;
