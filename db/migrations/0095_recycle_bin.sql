-- What a person was in a tenant when they were taken out of it, so that it can be given back; null once
-- nobody can. Who is taken out for good keeps their row: logs and what they shared go on naming them.
alter table membership add column removed jsonb, add column purge_time timestamptz;

create index membership_removed on membership (tenant_id, update_time) where status = 'deleted';
