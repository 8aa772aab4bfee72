-- What was told of an order, word for word as it came: by its channel, or by a sheet. Sealed.
create table order_message (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  source text not null check (source in ('pull', 'sheet')),
  sealed text not null,
  bytes integer not null check (bytes >= 0),
  is_cut boolean not null default false,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create index order_message_order on order_message (tenant_id, order_id, create_time desc);
call secure_tenant_table('order_message');
