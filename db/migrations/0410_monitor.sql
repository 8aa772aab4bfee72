-- Processes of the product that have been seen: what a figure is of. Another name after each start.
create table monitor_node (
  name text primary key,
  host text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- What stays as it is while the process lives: versions, processors, folder.
  facts jsonb not null default '{}'
);
comment on table monitor_node is 'platform: processes of the product';
grant select, insert, update, delete on monitor_node to waybill_app;

-- A day of figures: a row a minute and node, and one of the installation as a whole (node '*').
create table monitor_sample (
  node text not null,
  at timestamptz not null,
  figures jsonb not null,
  primary key (node, at)
);
create index monitor_sample_old on monitor_sample (at);
comment on table monitor_sample is 'platform: figures of nodes by the minute, for a day';
grant select, insert, update, delete on monitor_sample to waybill_app;

-- What the operator has changed of the thresholds that the product comes with.
create table monitor_threshold (
  metric text primary key,
  is_on boolean not null,
  bound double precision not null,
  minutes integer not null check (minutes between 1 and 1440),
  update_by text,
  update_time timestamptz not null,
  version integer not null default 1
);
comment on table monitor_threshold is 'platform: thresholds as the operator wants them';
grant select, insert, update on monitor_threshold to waybill_app;

-- What is, or was, beyond a threshold. Not rung yet where it has not lasted long enough.
create table monitor_alarm (
  id uuid primary key,
  metric text not null,
  -- The host, the node, or '*': what the figure is of.
  subject text not null,
  began_at timestamptz not null,
  rung_at timestamptz,
  -- Since when it has been well again.
  calm_at timestamptz,
  ended_at timestamptz,
  worst double precision not null,
  last_value double precision not null,
  seen_at timestamptz not null
);
-- Of several nodes of a host that see the same disk, one writes it down.
create unique index monitor_alarm_open on monitor_alarm (metric, subject) where ended_at is null;
create index monitor_alarm_ended on monitor_alarm (ended_at) where ended_at is not null;
comment on table monitor_alarm is 'platform: what is or was beyond a threshold';
grant select, insert, update, delete on monitor_alarm to waybill_app;

-- Counts of the queue and of failed sign-ins over all tenants: numbers alone leave these functions.
create index delivery_dead on delivery (handler, create_time) where status = 'dead' and failure is distinct from 'byHand';
create index login_log_failed on login_log (create_time) where kind = 'failure';
grant select on login_log to waybill_jobs;
create policy jobs on login_log for select to waybill_jobs using (true);

set role waybill_jobs;
create function work.queue_counts() returns table (handler text, status text, n integer, oldest timestamptz)
language sql stable security definer set search_path = public as $$
  select handler, status, count(*)::integer, min(next_at) from delivery
  where status in ('pending', 'running') group by handler, status
  union all
  select handler, 'dead', count(*)::integer, min(create_time) from delivery
  where status = 'dead' and failure is distinct from 'byHand' group by handler
$$;
create function work.failed_sign_ins(since timestamptz) returns integer
language sql stable security definer set search_path = public as $$
  select count(*)::integer from login_log where kind = 'failure' and create_time >= since
$$;
reset role;
revoke execute on function work.queue_counts() from public;
revoke execute on function work.failed_sign_ins(timestamptz) from public;
grant execute on function work.queue_counts() to waybill_app;
grant execute on function work.failed_sign_ins(timestamptz) to waybill_app;
