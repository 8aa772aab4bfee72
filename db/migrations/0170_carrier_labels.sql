-- 承运商账号: whom labels are bought from, on an account of one's own or on the platform's, paid from the wallet.
create table carrier_account (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  carrier text not null,
  owner text not null default 'own' check (owner in ('own', 'platform')),
  environment text not null default 'live' check (environment in ('live', 'sandbox')),
  api_url text,
  account_number text,
  -- Sealed.
  api_key text,
  track_minutes integer not null default 60 check (track_minutes between 5 and 1440),
  first_scan_hours integer not null default 24 check (first_scan_hours between 1 and 240),
  status text not null default 'enabled',
  tested_at timestamptz,
  fault text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index carrier_account_code on carrier_account (tenant_id, code) where deleted_at is null;
create unique index carrier_account_name on carrier_account (tenant_id, name) where deleted_at is null;
create index carrier_account_list on carrier_account (tenant_id, create_time desc, id desc);
call secure_tenant_table('carrier_account');

alter table ship_method add column carrier_account_id uuid;
alter table ship_method add foreign key (tenant_id, carrier_account_id) references carrier_account (tenant_id, id);
create index ship_method_carrier on ship_method (tenant_id, carrier_account_id) where deleted_at is null;

-- 面单: what was bought for the boxes of one shipment in one call, and what became of its price.
create table shipping_label (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  label_no text not null,
  shipment_id uuid not null,
  order_id uuid not null,
  account_id uuid not null,
  warehouse_id uuid not null,
  environment text not null,
  carrier_account_id uuid not null,
  carrier text not null,
  service text not null,
  owner text not null check (owner in ('own', 'platform')),
  status text not null default 'requested'
    check (status in ('requested', 'active', 'voiding', 'used', 'voided', 'failed', 'lost')),
  stage text generated always as (case
    when status in ('requested', 'voiding') then 'open'
    when status in ('voided', 'failed') then 'ended' else status end) stored,
  remote_id text,
  tracking_no text,
  -- Minor units.
  quoted_cost bigint check (quoted_cost >= 0),
  cost bigint check (cost >= 0),
  currency text,
  charge text not null default 'none' check (charge in ('none', 'held', 'charged', 'released', 'refunded')),
  hold_id uuid,
  void_deadline timestamptz,
  void_reason text,
  -- Nobody wants it any more: the shipment it was bought for has none of it.
  is_given_up boolean not null default false,
  error text,
  note text,
  printed_count integer not null default 0,
  next_track_at timestamptz,
  tracked_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, label_no),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, carrier_account_id) references carrier_account (tenant_id, id),
  foreign key (tenant_id, hold_id) references ledger_hold (tenant_id, id)
);
-- A shipment has one label at a time.
create unique index shipping_label_live on shipping_label (tenant_id, shipment_id)
  where status in ('requested', 'active');
create index shipping_label_shipment on shipping_label (tenant_id, shipment_id);
create index shipping_label_order on shipping_label (tenant_id, order_id);
create index shipping_label_tracking on shipping_label (tenant_id, tracking_no);
create index shipping_label_stage on shipping_label (tenant_id, stage, create_time desc, id desc);
create index shipping_label_list on shipping_label (tenant_id, create_time desc, id desc);
create index shipping_label_due on shipping_label (next_track_at) where next_track_at is not null;
call secure_tenant_table('shipping_label');

-- 物流轨迹: what a carrier reports of a parcel, each event once.
create table tracking_event (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  shipment_id uuid not null,
  label_id uuid not null,
  tracking_no text not null,
  event_key text not null,
  code text not null check (code in ('pickedUp', 'moving', 'delivering', 'delivered', 'exception', 'lost', 'other')),
  said text,
  place text,
  at timestamptz not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, label_id, event_key),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, label_id) references shipping_label (tenant_id, id)
);
create index tracking_event_shipment on tracking_event (tenant_id, shipment_id, at desc);
create index tracking_event_list on tracking_event (tenant_id, create_time desc, id desc);
call secure_tenant_table('tracking_event', 'append');

-- 面单调整: what a carrier asks or gives back after the purchase, each once.
create table label_adjustment (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  label_id uuid not null,
  carrier_ref text not null,
  amount bigint not null check (amount <> 0),
  currency text not null,
  reason text,
  -- own: the carrier bills it to the tenant; due: there was not so much money.
  charge text not null check (charge in ('own', 'due', 'charged')),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, label_id, carrier_ref),
  foreign key (tenant_id, label_id) references shipping_label (tenant_id, id)
);
create index label_adjustment_due on label_adjustment (tenant_id, currency, create_time) where charge = 'due';
create index label_adjustment_list on label_adjustment (tenant_id, create_time desc, id desc);
call secure_tenant_table('label_adjustment');

-- A parcel on its way: what its carrier has said of it. The stage is generated, so the column is made again
-- with its index: what went wrong on the way has left all the same.
alter table shipment
  add column first_scan_at timestamptz,
  add column is_scan_late boolean not null default false,
  add column delivered_at timestamptz,
  add column exception_reason text,
  add column claim_note text,
  drop column stage,
  add column stage text generated always as (case
    when status in ('draft', 'packing') then 'packing'
    when status in ('packed', 'labelling') then 'labelling'
    when status = 'labelled' then 'labelled'
    when status in ('shipped', 'inTransit', 'exception', 'delivered', 'lost') then 'shipped'
    else 'voided' end) stored;
create index shipment_stage on shipment (tenant_id, stage, create_time desc, id desc);
create index shipment_scan_late on shipment (tenant_id) where is_scan_late;
create index shipment_trouble on shipment (tenant_id, status) where status in ('exception', 'lost');
