-- What channels take for a sale, as far as it is known before they bill.
create table channel_fee (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  channel_code text not null,
  account_id uuid,
  fee_type text not null,
  basis text not null default 'lineNet',
  method text not null default 'percent',
  rate numeric(18, 8) check (rate between 0 and 1),
  unit_amount numeric(18, 4) check (unit_amount >= 0),
  currency text not null default 'USD',
  least bigint check (least >= 0),
  most bigint check (most >= 0),
  category_id uuid,
  sku_id uuid,
  ship_method_id uuid,
  effective_from date not null,
  effective_to date,
  priority integer not null default 0,
  stack text not null default 'add',
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  check (least <= most),
  check (effective_from <= effective_to),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, category_id) references product_category (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id)
);
create unique index channel_fee_code on channel_fee (tenant_id, code) where deleted_at is null;
create index channel_fee_list on channel_fee (tenant_id, create_time desc, id desc);
create index channel_fee_of on channel_fee (tenant_id, channel_code, fee_type) where deleted_at is null;
call secure_tenant_table('channel_fee');

create table channel_fee_tier (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  fee_id uuid not null,
  up_to numeric(18, 4) check (up_to >= 0),
  rate numeric(18, 8) check (rate between 0 and 1),
  amount numeric(18, 4) check (amount >= 0),
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, fee_id) references channel_fee (tenant_id, id)
);
create unique index channel_fee_tier_step on channel_fee_tier (tenant_id, fee_id, up_to)
  nulls not distinct
  where deleted_at is null;
call secure_tenant_table('channel_fee_tier');
