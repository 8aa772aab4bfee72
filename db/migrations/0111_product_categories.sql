-- Categories of products are a tree with attributes of their own; what products were called so far
-- becomes its first level.

create table product_category (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  name_en text,
  parent_id uuid,
  hs_code text,
  sort_no integer not null default 0,
  level integer not null default 0 check (level between 0 and 6),
  full_name text not null default '',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references product_category (tenant_id, id)
);
create unique index product_category_code on product_category (tenant_id, code) where deleted_at is null;
create index product_category_parent on product_category (tenant_id, parent_id);
create index product_category_list on product_category (tenant_id, full_name, id);
call secure_tenant_table('product_category');

create table category_attribute (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  category_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  code text not null,
  name text not null,
  kind text not null default 'text',
  is_required boolean not null default false,
  items text,
  unit text,
  least numeric(18,4),
  most numeric(18,4),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references product_category (tenant_id, id)
);
create unique index category_attribute_code on category_attribute (tenant_id, category_id, code)
  where deleted_at is null;
call secure_tenant_table('category_attribute');

alter table product
  add column category_id uuid,
  add column attributes text,
  add foreign key (tenant_id, category_id) references product_category (tenant_id, id);
create index product_category_of on product (tenant_id, category_id);

insert into product_category (tenant_id, id, code, name, level, full_name, create_by, create_time)
select tenant_id, gen_random_uuid(),
  'C' || lpad((row_number() over (partition by tenant_id order by category))::text, 3, '0'),
  category, 1, category, '系统', now()
from (select distinct tenant_id, btrim(category) as category from product
  where coalesce(btrim(category), '') <> '') named;

update product p set category_id = c.id
from product_category c
where c.tenant_id = p.tenant_id and c.name = btrim(p.category);

alter table product drop column category;
