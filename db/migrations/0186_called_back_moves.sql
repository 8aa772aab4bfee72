-- What a move tells a channel waits for a while, so that the move can be called back. A row says whose
-- calls wait until when, and what the document was before; deliveries name the row they wait with.
alter table delivery add column held_move_id uuid;
create index delivery_held_move on delivery (tenant_id, held_move_id) where held_move_id is not null;

create table held_move (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  resource text not null,
  row_id uuid not null,
  label text not null,
  move text not null,
  from_state text not null,
  to_state text not null,
  -- As many calls as wait with it: all of them are taken back, or none.
  calls integer not null check (calls > 0),
  -- What the effect of the move needs to undo it.
  kept jsonb not null,
  due_at timestamptz not null,
  called_back_at timestamptz,
  batch_id uuid,
  user_id uuid not null,
  create_by text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index held_move_row on held_move (tenant_id, resource, row_id, create_time);
create index held_move_due on held_move (tenant_id, due_at);
call secure_tenant_table('held_move');

-- How long calls wait in a tenant that has decided so; otherwise as the installation says.
create table call_setting (
  tenant_id integer not null references tenant (id),
  wait_seconds integer not null check (wait_seconds between 0 and 600),
  update_by text,
  update_time timestamptz,
  version integer not null default 0,
  primary key (tenant_id)
);
call secure_tenant_table('call_setting');
