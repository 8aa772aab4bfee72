-- Advanced queries that people keep, each per list and under a name of his own.

create table saved_query (
  tenant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  -- `module:resource` of the list.
  list_key text not null,
  name text not null,
  match_type text not null check (match_type in ('and', 'or')),
  conditions jsonb not null,
  create_time timestamptz not null,
  update_time timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, list_key, name),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id)
);
call secure_tenant_table('saved_query');
