-- Who may act for somebody else for a while (代理人). One a person: the row says who and when.
create table user_deputy (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  user_id uuid not null,
  deputy_id uuid not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default '1' check (status in ('0', '1')),
  -- Where it was not the person themselves: an administrator hands on no more than they hold.
  set_by uuid not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id),
  foreign key (tenant_id, deputy_id) references membership (tenant_id, user_id),
  check (ends_at > begins_at),
  check (deputy_id <> user_id)
);
create index user_deputy_of on user_deputy (tenant_id, deputy_id);
call secure_tenant_table('user_deputy');

-- Whose rights a session has where it is not those of its own person.
alter table session add column acts_for uuid references app_user (id) on delete cascade;
create index session_acts_for on session (acts_for) where acts_for is not null;

-- The request behind what the audit trail says: one row a request that changed something. What came with
-- it is masked before it gets here.
create table request_log (
  tenant_id integer not null references tenant (id),
  request_id text not null,
  at timestamptz not null,
  method text not null,
  url text not null,
  param text,
  cost_ms integer not null,
  primary key (tenant_id, request_id)
);
call secure_tenant_table('request_log', 'append');
