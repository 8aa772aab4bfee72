-- The table of that name that came with the first migration was never written or read.
drop table data_source;

-- Databases of others that a tenant has read. The password is sealed with the key of the installation.
create table data_source (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  type text not null,
  driver text,
  url text not null,
  database text,
  username text not null,
  password text,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index data_source_code on data_source (tenant_id, code) where deleted_at is null;
create index data_source_list on data_source (tenant_id, create_time desc, id desc);
call secure_tenant_table('data_source');
