-- 退货面单: bought for goods that come back, from the buyer to the warehouse.
create table return_label_rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  warehouse_id uuid,
  ship_method_id uuid not null,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id)
);
create unique index return_label_rule_one on return_label_rule (tenant_id, warehouse_id)
  nulls not distinct where deleted_at is null;
create index return_label_rule_list on return_label_rule (tenant_id, create_time desc, id desc);
call secure_tenant_table('return_label_rule');

alter table return_order
  add column label_status text not null default 'none' constraint return_order_label
    check (label_status in ('none', 'wanted', 'buying', 'ready', 'failed')),
  add column label_error text;
create index return_order_label_due on return_order (tenant_id, due_at)
  where status = 'approved' and label_status in ('wanted', 'failed');

create table return_label (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  label_no text not null,
  return_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  warehouse_id uuid not null,
  environment text not null,
  ship_method_id uuid not null,
  carrier_account_id uuid not null,
  carrier text not null,
  service text not null,
  owner text not null constraint return_label_owner check (owner in ('own', 'platform')),
  status text not null default 'requested' constraint return_label_status
    check (status in ('requested', 'active', 'voiding', 'voided', 'failed')),
  stage text generated always as (case
    when status in ('requested', 'voiding') then 'open'
    when status in ('voided', 'failed') then 'ended' else status end) stored,
  -- What the carrier is asked to carry: the cartons of the goods, as they were when it was asked.
  parcels jsonb not null,
  parcel_count integer not null constraint return_label_parcels check (parcel_count > 0),
  tracking_no text,
  remote_id text,
  -- Minor units.
  quoted_cost bigint constraint return_label_quoted check (quoted_cost >= 0),
  cost bigint constraint return_label_cost check (cost >= 0),
  currency text,
  charge text not null default 'none' constraint return_label_charge
    check (charge in ('none', 'held', 'charged', 'released', 'refunded')),
  hold_id uuid,
  label_asset_id uuid,
  void_deadline timestamptz,
  error text,
  printed_count integer not null default 0,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, label_no),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, carrier_account_id) references carrier_account (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id),
  foreign key (tenant_id, hold_id) references ledger_hold (tenant_id, id),
  foreign key (tenant_id, label_asset_id) references asset (tenant_id, id)
);
-- A return has one label at a time.
create unique index return_label_live on return_label (tenant_id, return_id)
  where status in ('requested', 'active', 'voiding');
create index return_label_of on return_label (tenant_id, return_id);
create index return_label_order on return_label (tenant_id, order_id);
create index return_label_list on return_label (tenant_id, create_time desc, id desc);
create index return_label_stage on return_label (tenant_id, stage, create_time desc, id desc);
create index return_label_shop on return_label (tenant_id, account_id, create_time desc, id desc);
call secure_tenant_table('return_label');
