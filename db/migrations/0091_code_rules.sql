-- Rules of codes that a tenant writes itself, and where its serial numbers stand. The tables of the same
-- names were the platform's; nothing has ever written them.

drop table check_rule;
drop table fill_rule;

create table check_rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null,
  code text not null,
  note text,
  parts text not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index check_rule_code on check_rule (tenant_id, code) where deleted_at is null;
call secure_tenant_table('check_rule');

create table fill_rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null,
  code text not null,
  kind text not null check (kind in ('serial')),
  params text not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index fill_rule_code on fill_rule (tenant_id, code) where deleted_at is null;
call secure_tenant_table('fill_rule');

-- The last number given out behind a stem (prefix and date). Of each rule by its code: a rule that is
-- deleted and made again goes on where it was, and gives no number twice.
create table serial_number (
  tenant_id integer not null references tenant (id),
  rule_code text not null,
  stem text not null,
  last bigint not null,
  primary key (tenant_id, rule_code, stem)
);
call secure_tenant_table('serial_number');
