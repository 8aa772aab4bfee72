-- Imports of sheets: work of the background, seen from outside while it goes on and after it.

create table file_job (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  -- `module:name` of the register that the rows go into.
  resource text not null,
  file_name text not null,
  bytes integer not null check (bytes > 0),
  -- The uploaded sheet; removed once the job is over.
  source_id uuid,
  -- How the import goes about it, as the call asked for it.
  options jsonb not null,
  status text not null default 'queued' check (status in
    ('queued', 'parsing', 'checking', 'writing', 'done', 'partial', 'failed', 'cancelled')),
  -- Rows of the sheet: those read so far while it is parsed, then all of them.
  total integer not null default 0,
  -- Rows that are settled. With partial acceptance it moves with the commit of their chunk.
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  -- Counts the starts: one that was taken over by a later one writes nothing any more.
  run integer not null default 0,
  cancel_time timestamptz,
  -- What a call that waits for the end is answered.
  outcome jsonb,
  message text,
  error_file_id uuid,
  user_id uuid not null references app_user (id),
  create_by text not null,
  create_time timestamptz not null,
  update_time timestamptz,
  start_time timestamptz,
  finish_time timestamptz,
  primary key (tenant_id, id),
  check (done between 0 and total or status = 'parsing'),
  check (created + updated + unchanged + failed <= done)
);
create index file_job_recent on file_job (tenant_id, create_time);
create index file_job_own on file_job (tenant_id, user_id, create_time);
call secure_tenant_table('file_job');

-- Refused rows of a job that goes on; with its end they become its error file.
create table file_job_fault (
  tenant_id integer not null,
  job_id uuid not null,
  row_number integer not null,
  faults jsonb not null,
  primary key (tenant_id, job_id, row_number),
  foreign key (tenant_id, job_id) references file_job (tenant_id, id) on delete cascade
);
call secure_tenant_table('file_job_fault');
