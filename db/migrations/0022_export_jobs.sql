-- Exports are jobs too; a job that broke can be tried again, a sheet that comes twice is noticed.

alter table file_job
  add column direction text not null default 'import' check (direction in ('import', 'export')),
  -- What an export was asked for: the query of its list.
  add column filter jsonb,
  -- The file that an export made; kept as long as an error file.
  add column result_id uuid,
  -- Of the uploaded sheet.
  add column sha256 text,
  -- What is odd about a job without being wrong.
  add column warning text,
  -- Runs before somebody had it tried again: they do not count as its tries.
  add column earlier_runs integer not null default 0,
  add check ((direction = 'export') = (filter is not null)),
  drop constraint file_job_bytes_check,
  add constraint file_job_bytes_check check (bytes >= 0),
  drop constraint file_job_status_check,
  add constraint file_job_status_check check (status in ('queued', 'parsing', 'checking', 'writing',
    'exporting', 'done', 'partial', 'failed', 'cancelled'));
