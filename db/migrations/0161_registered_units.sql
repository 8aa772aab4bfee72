-- A channel makes the labels of a number once, for all that it was split into. What was registered, in the
-- order of its labels, says later which label belongs to which box of a part that was packed afterwards.
create table registered_unit (
  tenant_id integer not null references tenant (id),
  account_id uuid not null,
  channel_order_no text not null,
  seq integer not null check (seq > 0),
  order_line_id uuid not null,
  piece integer not null,
  carton_no integer not null,
  create_time timestamptz not null,
  primary key (tenant_id, account_id, channel_order_no, seq),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
call secure_tenant_table('registered_unit');
