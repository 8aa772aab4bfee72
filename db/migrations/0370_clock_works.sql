-- What the product itself does with the clock, one row each: its pace, its last run, whether the operator has
-- paused it. `fence` counts who took it up: whoever stalled and comes back has an older one and writes nothing.
create table clock_work (
  name text primary key,
  id uuid not null unique,
  title text not null,
  about text not null,
  -- Null: at every look of every node.
  every_seconds integer check (every_seconds > 0),
  is_live boolean not null default true,
  paused_at timestamptz,
  paused_by text,
  -- Somebody wants it done now.
  asked_at timestamptz,
  asked_by text,
  next_at timestamptz,
  fence integer not null default 0,
  lease_until timestamptz,
  node text,
  last_at timestamptz,
  last_outcome text check (last_outcome in ('running', 'done', 'failed', 'interrupted')),
  last_ms integer,
  last_message text,
  fail_streak integer not null default 0,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
comment on table clock_work is 'platform: work of the product itself that comes with the clock';
grant select, insert, update on clock_work to waybill_app;

-- Its runs. What comes every few seconds has one row an hour, node and outcome, with how often.
create table clock_work_run (
  id uuid primary key,
  name text not null references clock_work (name),
  node text not null,
  bucket timestamptz not null,
  trigger text not null check (trigger in ('schedule', 'hand')),
  outcome text not null check (outcome in ('done', 'failed', 'interrupted')),
  times integer not null default 1,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  ms integer not null,
  message text,
  unique (name, node, bucket, outcome)
);
create index clock_work_run_list on clock_work_run (name, started_at desc);
create index clock_work_run_old on clock_work_run (ended_at);
comment on table clock_work_run is 'platform: runs of work that comes with the clock';
grant select, insert, update, delete on clock_work_run to waybill_app;
