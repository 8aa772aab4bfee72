-- Files that people upload: the address by which they ask for them, and uploads that arrive in parts.

alter table asset
  -- Path of an upload as records keep it: `temp/<name>_<id>.<kind>`. The bytes lie elsewhere.
  add column address text;
create unique index asset_address on asset (tenant_id, address);
-- What a tenant's uploads weigh together, and which of them nobody ever took up.
create index asset_upload on asset (tenant_id, create_time) include (bytes) where kind = 'upload';

-- An upload in parts: what has arrived so far stands, whoever broke off.
create table resumable_upload (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  user_id uuid not null references app_user (id),
  -- Says that a file chosen again is the same one.
  fingerprint text not null,
  folder text not null,
  name text not null,
  bytes integer not null check (bytes > 0),
  received integer not null default 0 check (received between 0 and bytes),
  -- Once it is whole: where it is kept. Asking for the end twice gives the same answer.
  address text,
  create_time timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index resumable_upload_open on resumable_upload (tenant_id, user_id, folder, fingerprint)
  where address is null;
create index resumable_upload_expiry on resumable_upload (tenant_id, expires_at);
call secure_tenant_table('resumable_upload');
