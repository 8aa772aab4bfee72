-- Ground: how a tenant table is walled, and the tables the kit itself writes.
-- Roles waybill_app (serves), waybill_search and waybill_jobs (own a few functions) exist already.

grant usage on schema public to waybill_app, waybill_search, waybill_jobs;
create schema search authorization waybill_search;
create schema work authorization waybill_jobs;
grant usage on schema search, work to waybill_app;
grant select on schema_migration to waybill_app;

create extension if not exists pg_trgm;

-- Walls a tenant table: forced row-level security, one policy for the app, one for the owner
-- (FORCE binds the owner too, and migrations must see rows).
-- access: 'rw' select, insert, update, delete · 'append' select and insert only.
create procedure secure_tenant_table(tbl regclass, access text default 'rw')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s to waybill_app
    using (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::integer)
    with check (tenant_id = nullif(current_setting(''app.tenant'', true), '''')::integer)', tbl);
  execute format('create policy owner on %s to current_user using (true) with check (true)', tbl);
  if access = 'append' then
    execute format('grant select, insert on %s to waybill_app', tbl);
  else
    execute format('grant select, insert, update, delete on %s to waybill_app', tbl);
  end if;
end $$;

create table tenant (
  id integer primary key check (id > 0),
  code text not null unique,
  name text not null,
  status text not null default 'active',
  timezone text not null default 'Asia/Shanghai',
  base_currency text not null default 'USD',
  settings jsonb not null default '{}',
  begin_date date,
  end_date date,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
grant select, insert, update on tenant to waybill_app;

-- Where a document has been: one row per move.
create table state_log (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  resource text not null,
  row_id uuid not null,
  from_state text,
  to_state text not null,
  move text not null,
  actor_id uuid,
  actor_name text not null,
  reason text,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create index state_log_row on state_log (tenant_id, row_id, at);
call secure_tenant_table('state_log', 'append');

create table audit_log (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  ip text,
  request_id text,
  resource text not null,
  row_id uuid,
  action text not null,
  diff jsonb,
  primary key (tenant_id, id)
);
create index audit_log_row on audit_log (tenant_id, row_id, at);
call secure_tenant_table('audit_log', 'append');

-- Idempotency receipts: same key and same payload answer alike, another payload is refused.
create table receipt (
  tenant_id integer not null references tenant (id),
  key text not null,
  scope text not null,
  payload_hash text not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (tenant_id, scope, key)
);
call secure_tenant_table('receipt');

create table outbox (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  event text not null,
  aggregate text not null,
  payload jsonb not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
call secure_tenant_table('outbox', 'append');

-- A delivery is one event for one handler: done once, retried, or dead and shown to a person.
create table delivery (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  event_id uuid not null,
  event text not null,
  handler text not null,
  aggregate text not null,
  dedupe_key text not null,
  payload jsonb not null,
  status text not null default 'pending'
    check (status in ('pending', 'running', 'ok', 'dead', 'cancelled')),
  stage text generated always as (case when status in ('pending', 'running') then 'open' else status end) stored,
  attempts integer not null default 0,
  next_at timestamptz not null,
  lease_until timestamptz,
  node text,
  last_error text,
  progress jsonb not null default '{}',
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  done_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, dedupe_key)
);
create index delivery_due on delivery (next_at) where status in ('pending', 'running');
create index delivery_aggregate on delivery (tenant_id, aggregate, id)
  where status in ('pending', 'running');
create index delivery_status on delivery (tenant_id, status, create_time);
call secure_tenant_table('delivery');
grant select, update on delivery to waybill_jobs;
create policy jobs on delivery to waybill_jobs using (true) with check (true);

-- A breaker keeps a failing channel from being hammered: closed until a moment.
create table breaker (
  tenant_id integer not null references tenant (id),
  key text not null,
  failures integer not null default 0,
  open_until timestamptz,
  reason text,
  primary key (tenant_id, key)
);
call secure_tenant_table('breaker');

-- Exact tab counts: base plus insert-only deltas, folded by the worker. scope_id is the shop.
create table status_count (
  tenant_id integer not null references tenant (id),
  resource text not null,
  scope_id uuid not null,
  state text not null,
  n bigint not null,
  primary key (tenant_id, resource, scope_id, state)
);
call secure_tenant_table('status_count');
grant select, insert, update on status_count to waybill_jobs;
create policy jobs on status_count to waybill_jobs using (true) with check (true);

create table status_delta (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  resource text not null,
  scope_id uuid not null,
  state text not null,
  n integer not null,
  primary key (tenant_id, id)
);
call secure_tenant_table('status_delta', 'append');
grant select, update, delete on status_delta to waybill_jobs;
create policy jobs on status_delta to waybill_jobs using (true) with check (true);

-- Document numbers are taken in blocks, outside the business transaction: gaps are fine.
create table number_block (
  tenant_id integer not null references tenant (id),
  kind text not null,
  day date not null,
  next integer not null,
  primary key (tenant_id, kind, day)
);
call secure_tenant_table('number_block');

-- Stored files: labels, slips, uploads, error workbooks. Bytes live in the file store.
create table asset (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  kind text not null,
  name text not null,
  mime text not null,
  bytes integer not null,
  sha256 text not null,
  path text not null,
  owner_type text,
  owner_id uuid,
  create_by text,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index asset_owner on asset (tenant_id, owner_id);
call secure_tenant_table('asset');

set role waybill_jobs;

-- Claims due deliveries over all tenants, oldest first, never two of one aggregate at once:
-- the order of effects on one order is the order of its events.
create function work.claim_deliveries(node_name text, wanted integer, lease interval, at timestamptz)
returns setof public.delivery
language plpgsql security definer set search_path = public as $$
begin
  return query
  update delivery d set status = 'running', node = node_name, attempts = d.attempts + 1,
    lease_until = at + lease, update_time = at
  from (
    select c.tenant_id, c.id from delivery c
    where c.status in ('pending', 'running') and c.next_at <= at
      and (c.status = 'pending' or c.lease_until < at)
      and not exists (
        select 1 from delivery e
        where e.tenant_id = c.tenant_id and e.aggregate = c.aggregate
          and e.status in ('pending', 'running') and e.id < c.id)
    order by c.next_at, c.id
    limit wanted
    for update skip locked
  ) due
  where d.tenant_id = due.tenant_id and d.id = due.id
  returning d.*;
end $$;

-- When the next delivery is due, so that the worker can rest until then.
create function work.next_delivery() returns timestamptz
language sql security definer set search_path = public as $$
  select min(case when status = 'running' then greatest(next_at, lease_until) else next_at end)
  from delivery where status in ('pending', 'running')
$$;

create function work.fold_status_counts(wanted integer) returns integer
language plpgsql security definer set search_path = public as $$
declare folded integer;
begin
  with taken as (
    delete from status_delta d using (
      select tenant_id, id from status_delta limit wanted for update skip locked
    ) t where d.tenant_id = t.tenant_id and d.id = t.id
    returning d.tenant_id, d.resource, d.scope_id, d.state, d.n
  ), sums as (
    select tenant_id, resource, scope_id, state, sum(n) as n, count(*) as c from taken
    group by tenant_id, resource, scope_id, state order by tenant_id, resource, scope_id, state
  ), written as (
    insert into status_count as s (tenant_id, resource, scope_id, state, n)
    select tenant_id, resource, scope_id, state, n from sums
    on conflict (tenant_id, resource, scope_id, state) do update set n = s.n + excluded.n
    returning 1
  )
  select coalesce((select sum(c) from sums), 0)::integer into folded;
  return folded;
end $$;

reset role;
revoke execute on all functions in schema work from public;
grant execute on all functions in schema work to waybill_app;
