-- Schedules that a tenant makes of works that are registered.
create table quartz_job (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  -- Name of a registered work.
  handler text not null,
  cron text not null,
  -- JSON object, judged by the fields of the work.
  params text,
  note text,
  status text not null default '0' check (status in ('0', '-1')),
  misfire text not null default 'once' check (misfire in ('once', 'skip')),
  overlap text not null default 'skip' check (overlap in ('skip', 'queue')),
  -- The zone by which next_at was counted: where the tenant has another since, it is counted again.
  zone text not null,
  next_at timestamptz,
  last_at timestamptz,
  last_outcome text check (last_outcome in ('done', 'failed', 'timedOut', 'interrupted', 'skipped')),
  last_ms integer,
  last_message text,
  fail_streak integer not null default 0,
  late_streak integer not null default 0,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index quartz_job_list on quartz_job (tenant_id, create_time desc, id desc);
create index quartz_job_due on quartz_job (next_at) where deleted_at is null and status = '0';
call secure_tenant_table('quartz_job');

-- A run is written before it begins. `fence` is the version under which its delivery was taken up: the result of
-- a node that stalled past its lease carries an older one and is refused.
create table quartz_run (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  job_id uuid not null,
  handler text not null,
  trigger text not null check (trigger in ('schedule', 'misfire', 'hand', 'recovery')),
  params text,
  -- Dedupe key of the delivery that carries it out; none was sent for one that was skipped.
  delivery_key text,
  planned_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  ms integer,
  outcome text not null
    check (outcome in ('waiting', 'running', 'done', 'failed', 'timedOut', 'interrupted', 'skipped')),
  message text,
  node text,
  fence integer,
  late_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, job_id) references quartz_job (tenant_id, id)
);
create index quartz_run_list on quartz_run (tenant_id, job_id, create_time desc, id desc);
create index quartz_run_open on quartz_run (tenant_id, job_id) where outcome in ('waiting', 'running');
create index quartz_run_waiting on quartz_run (planned_at) where outcome = 'waiting' and late_at is null;
create index quartz_run_old on quartz_run (create_time) where outcome not in ('waiting', 'running');
call secure_tenant_table('quartz_run');

grant select on quartz_job to waybill_jobs;
create policy jobs on quartz_job for select to waybill_jobs using (true);
grant select, delete on quartz_run to waybill_jobs;
create policy jobs on quartz_run to waybill_jobs using (true);

set role waybill_jobs;
-- Schedules of all tenants whose hour has come, or whose tenant has another zone since; nothing is done for a tenant
-- that is suspended or over.
create function work.quartz_jobs_due(at timestamptz)
returns table (tenant_id integer, id uuid, next_at timestamptz)
language sql security definer set search_path = public as $$
  select q.tenant_id, q.id, q.next_at
  from quartz_job q join tenant t on t.id = q.tenant_id
  where q.deleted_at is null and q.status = '0' and (q.next_at <= at or q.zone <> t.timezone)
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by q.next_at
$$;
-- Runs that were to begin before that and wait still.
create function work.quartz_runs_late(before timestamptz)
returns table (tenant_id integer, id uuid)
language sql security definer set search_path = public as $$
  select r.tenant_id, r.id from quartz_run r
  where r.outcome = 'waiting' and r.late_at is null and r.planned_at < before
  order by r.planned_at limit 200
$$;
create function work.sweep_quartz_runs(before timestamptz, wanted integer) returns integer
language plpgsql security definer set search_path = public as $$
declare swept integer;
begin
  delete from quartz_run r using (
    select c.tenant_id, c.id from quartz_run c
    where c.outcome not in ('waiting', 'running') and c.create_time < before
    limit wanted
  ) old
  where r.tenant_id = old.tenant_id and r.id = old.id;
  get diagnostics swept = row_count;
  return swept;
end $$;
reset role;
revoke execute on function work.quartz_jobs_due(timestamptz) from public;
revoke execute on function work.quartz_runs_late(timestamptz) from public;
revoke execute on function work.sweep_quartz_runs(timestamptz, integer) from public;
grant execute on function work.quartz_jobs_due(timestamptz) to waybill_app;
grant execute on function work.quartz_runs_late(timestamptz) to waybill_app;
grant execute on function work.sweep_quartz_runs(timestamptz, integer) to waybill_app;
