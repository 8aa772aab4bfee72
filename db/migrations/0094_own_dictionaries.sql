-- Dictionaries of a tenant's own, its own items in those of the platform, and what it has made of the
-- platform's items beyond their text.

alter table dict
  -- Nothing in the program hangs on its codes: tenants may add items.
  add column is_open boolean not null default false;
update dict set is_open = true where not is_declared;
grant delete on dict to waybill_app;

alter table dict_item add column color text;

-- What is null is as the platform has it.
alter table dict_item_text
  alter column text drop not null,
  add column color text,
  add column description text,
  add column sort_order integer,
  add column status text check (status in ('0', '1')),
  add column update_by text,
  add column update_time timestamptz,
  add column version integer not null default 1;

create table tenant_dict (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  -- In the recycle bin since then; its code stays taken, so that it can come back.
  deleted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
call secure_tenant_table('tenant_dict');

create table tenant_dict_item (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  -- Of a dictionary of the tenant's own, or of an open one of the platform.
  own_dict_id uuid,
  dict_id uuid references dict (id) on delete cascade,
  value text not null,
  text text not null,
  color text,
  description text,
  sort_order integer not null default 1,
  status text not null default '1' check (status in ('0', '1')),
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, own_dict_id) references tenant_dict (tenant_id, id) on delete cascade,
  check ((own_dict_id is null) <> (dict_id is null))
);
create unique index tenant_dict_item_own on tenant_dict_item (tenant_id, own_dict_id, value)
  where own_dict_id is not null;
create unique index tenant_dict_item_added on tenant_dict_item (tenant_id, dict_id, value)
  where dict_id is not null;
create index tenant_dict_item_dict on tenant_dict_item (dict_id) where dict_id is not null;
call secure_tenant_table('tenant_dict_item');
