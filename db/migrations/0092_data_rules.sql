-- Data rules are a tenant's own: values name its people, shops and departments. Nothing wrote the
-- table that was the platform's.

drop table permission_data_rule;
create table permission_data_rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  permission_id uuid not null references permission (id),
  -- `module:resource` whose rows it is about, as the page shows them.
  resource text not null,
  name text not null,
  rule_column text not null,
  rule_condition text not null,
  rule_value text not null,
  status text not null default '1' check (status in ('0', '1')),
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create index permission_data_rule_page on permission_data_rule (tenant_id, permission_id);
call secure_tenant_table('permission_data_rule');

-- Whoever is under no rule, which is nearly everybody, is found to be in one look.
create index role_permission_ruled on role_permission (tenant_id, role_id)
  where data_rule_ids <> '{}';
create index depart_role_permission_ruled on depart_role_permission (tenant_id, depart_role_id)
  where data_rule_ids <> '{}';
