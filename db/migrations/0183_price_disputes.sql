-- A price that is not the agreed one is argued about with the channel; the order stays held meanwhile.
create table price_dispute (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  dispute_no text not null,
  order_id uuid not null,
  account_id uuid not null,
  channel_order_no text not null,
  environment text not null,
  currency text not null,
  difference bigint not null,
  status text not null default 'open'
    check (status in ('open', 'answered', 'accepted', 'corrected', 'withdrawn')),
  stage text generated always as (
    case when status in ('open', 'answered') then 'open' else 'over' end) stored,
  waits_for text check (waits_for in ('us', 'channel', 'correction', 'decision')),
  due_at timestamptz,
  closed_at timestamptz,
  outcome text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index price_dispute_no on price_dispute (tenant_id, dispute_no);
-- An order is argued about once at a time.
create unique index price_dispute_open on price_dispute (tenant_id, order_id)
  where status in ('open', 'answered');
create index price_dispute_order on price_dispute (tenant_id, order_id);
create index price_dispute_list on price_dispute (tenant_id, create_time desc, id desc);
call secure_tenant_table('price_dispute');

create table price_dispute_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  dispute_id uuid not null,
  order_id uuid not null,
  channel_sku text not null,
  qty integer not null check (qty > 0),
  currency text not null,
  expected_price numeric(18, 4) not null,
  actual_price numeric(18, 4) not null,
  difference bigint not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dispute_id) references price_dispute (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index price_dispute_line_of on price_dispute_line (tenant_id, dispute_id);
call secure_tenant_table('price_dispute_line');

create table price_dispute_message (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  dispute_id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('internal', 'toChannel', 'fromChannel')),
  content text not null,
  assets text[] check (cardinality(assets) <= 9),
  sent_at timestamptz,
  sent_by text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, dispute_id) references price_dispute (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id)
);
create index price_dispute_message_of on price_dispute_message (tenant_id, dispute_id);
call secure_tenant_table('price_dispute_message');
