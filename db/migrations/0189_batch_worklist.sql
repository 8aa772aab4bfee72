-- What a batch of somebody could not do, until it is done or they want to hear no more of it.
create table batch_failure (
  tenant_id integer not null references tenant (id),
  user_id uuid not null,
  resource text not null,
  move text not null,
  row_id uuid not null,
  message text not null,
  create_time timestamptz not null,
  primary key (tenant_id, user_id, resource, move, row_id)
);
call secure_tenant_table('batch_failure');
