-- What is done by itself with orders of which something is true.
create table rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  trigger text not null check (trigger in ('orderPulled', 'orderMapped', 'stockChanged', 'schedule')),
  cron text,
  -- JSON, judged by the module: ids of shops (null: all), a tree of questions, a list of actions.
  shop_ids text,
  conditions text not null,
  actions text not null,
  priority integer not null default 100 check (priority between 0 and 9999),
  stop_on_match boolean not null default false,
  note text,
  status text not null default 'draft'
    check (status in ('draft', 'dry_run', 'active', 'paused', 'faulted')),
  stage text generated always as (
    case when status in ('paused', 'faulted') then 'off' else status end) stored,
  -- Counts what the rule said; goes up with each change of it.
  revision integer not null default 1 check (revision > 0),
  tested_revision integer,
  owner text,
  fault text,
  next_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index rule_code on rule (tenant_id, code) where deleted_at is null;
create unique index rule_name on rule (tenant_id, name) where deleted_at is null;
create index rule_list on rule (tenant_id, priority desc, id desc);
-- Asked with every order that comes in.
create index rule_live on rule (tenant_id, trigger)
  where deleted_at is null and status in ('active', 'dry_run');
create index rule_due_at on rule (next_at)
  where deleted_at is null and status in ('active', 'dry_run') and next_at is not null;
call secure_tenant_table('rule');

create table rule_version (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  rule_id uuid not null,
  revision integer not null,
  content jsonb not null,
  said text not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, rule_id, revision),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id)
);
call secure_tenant_table('rule_version', 'append');

-- One rule judged for one order because of one event: the receipt of what it did, and the trace of why.
create table rule_run (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  rule_id uuid not null,
  revision integer not null,
  order_id uuid not null,
  account_id uuid not null,
  event_key text not null,
  trigger text not null,
  outcome text not null check (outcome in
    ('done', 'partial', 'refused', 'dryRun', 'unmatched', 'passedOver', 'bounded', 'failed')),
  said text,
  why jsonb,
  deeds jsonb,
  ms integer not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, rule_id, order_id, revision, event_key),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index rule_run_list on rule_run (tenant_id, create_time desc, id desc);
create index rule_run_order on rule_run (tenant_id, order_id, create_time desc);
-- What a rule has met lately, for its figure in the list.
create index rule_run_met on rule_run (tenant_id, rule_id, create_time)
  where outcome in ('done', 'partial', 'refused', 'dryRun');
call secure_tenant_table('rule_run', 'append');

-- Orders that wait to be judged, from the commit of what happened to them on.
create table rule_due (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  trigger text not null,
  at timestamptz not null,
  -- Until then somebody is at it.
  taken_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index rule_due_list on rule_due (tenant_id, at, id);
create index rule_due_order on rule_due (tenant_id, order_id);
call secure_tenant_table('rule_due');

create table rule_test (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  rule_id uuid not null,
  revision integer not null,
  order_count integer not null,
  matched_count integer not null,
  changed_count integer not null,
  late_count integer not null,
  counts jsonb not null,
  ms integer not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id)
);
create index rule_test_list on rule_test (tenant_id, create_time desc, id desc);
create index rule_test_rule on rule_test (tenant_id, rule_id, revision, create_time desc);
call secure_tenant_table('rule_test', 'append');

create table rule_test_order (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  test_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  changes text[] not null default '{}',
  said text,
  is_late boolean not null default false,
  late_reason text,
  why jsonb not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, test_id) references rule_test (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index rule_test_order_list on rule_test_order (tenant_id, create_time desc, id desc);
create index rule_test_order_test on rule_test_order (tenant_id, test_id, id);
call secure_tenant_table('rule_test_order', 'append');

create table rule_task (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  title text not null,
  order_id uuid not null,
  account_id uuid not null,
  rule_id uuid not null,
  assignee text,
  assignee_id uuid,
  due_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'done', 'dropped')),
  stage text generated always as (case when status = 'open' then 'open' else 'over' end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, rule_id) references rule (tenant_id, id)
);
create index rule_task_list on rule_task (tenant_id, due_at, id);
create index rule_task_open on rule_task (tenant_id, due_at, id) where status = 'open';
create index rule_task_order on rule_task (tenant_id, order_id);
call secure_tenant_table('rule_task');

-- Rules of all tenants whose hour has come; nothing is done for a tenant that is suspended or over.
grant select on rule to waybill_jobs;
create policy jobs on rule for select to waybill_jobs using (true);
set role waybill_jobs;
create function work.rules_due(at timestamptz)
returns table (tenant_id integer, id uuid, next_at timestamptz)
language sql security definer set search_path = public as $$
  select r.tenant_id, r.id, r.next_at
  from rule r join tenant t on t.id = r.tenant_id
  where r.deleted_at is null and r.status in ('active', 'dry_run') and r.next_at <= at
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
$$;
reset role;
revoke execute on function work.rules_due(timestamptz) from public;
grant execute on function work.rules_due(timestamptz) to waybill_app;
