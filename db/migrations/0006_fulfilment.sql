-- Fulfilment: shipments, their lines, boxes, stored documents.

create table shipment (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  shipment_no text not null,
  order_id uuid not null,
  account_id uuid not null,
  warehouse_id uuid not null,
  ship_method_id uuid,
  class text,
  class_reason text,
  status text not null default 'draft',
  stage text generated always as (case
    when status in ('draft', 'packing') then 'packing'
    when status in ('packed', 'labelling') then 'labelling'
    when status = 'labelled' then 'labelled'
    when status in ('shipped', 'inTransit', 'delivered') then 'shipped'
    else 'voided' end) stored,
  box_count integer not null default 0,
  unit_count integer not null default 0,
  weight_g integer not null default 0,
  tracking_no text,
  carrier_code text,
  pickup_date timestamptz,
  customs_required boolean not null default false,
  customs_stored boolean not null default false,
  customs_url text,
  label_error text,
  label_hold text,
  label_event_id text,
  label_source text,
  packed_at timestamptz,
  shipped_at timestamptz,
  notice_status text not null default 'none',
  notice_error text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, shipment_no),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id)
);
create index shipment_order on shipment (tenant_id, order_id);
create index shipment_stage on shipment (tenant_id, stage, create_time desc, id desc);
create index shipment_list on shipment (tenant_id, create_time desc, id desc);
call secure_tenant_table('shipment');

create table shipment_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  shipment_id uuid not null,
  order_line_id uuid not null,
  sku_id uuid not null,
  channel_sku text not null,
  name text not null,
  qty integer not null check (qty > 0),
  qty_packed integer not null default 0 check (qty_packed >= 0 and qty_packed <= qty),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, shipment_id, order_line_id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
call secure_tenant_table('shipment_line');

create table box (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  box_no text not null,
  shipment_id uuid not null,
  warehouse_id uuid not null,
  account_id uuid not null,
  type text not null default 'carton',
  content text,
  items jsonb not null default '[]',
  length_mm integer,
  width_mm integer,
  height_mm integer,
  weight_g integer,
  dim_weight_g integer,
  tracking_no text,
  label_asset_id uuid,
  status text not null default 'open',
  stage text generated always as (case when status = 'labelled' then 'sealed' else status end) stored,
  sealed_at timestamptz,
  sealed_by text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, box_no),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id)
);
create index box_shipment on box (tenant_id, shipment_id);
create index box_list on box (tenant_id, create_time desc, id desc);
-- One tracking number never serves two shipments (checked in code: boxes of one shipment may share a PRO).
create index box_tracking on box (tenant_id, tracking_no) where tracking_no is not null;
call secure_tenant_table('box');

create table shipping_document (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  shipment_id uuid not null,
  kind text not null,
  asset_id uuid not null,
  pages integer,
  printed_count integer not null default 0,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, asset_id) references asset (tenant_id, id)
);
create index shipping_document_of on shipping_document (tenant_id, shipment_id);
call secure_tenant_table('shipping_document');

-- Accept and register happen once per channel order over its whole split family, the notice once
-- per shipment: the key is taken in the transaction that asks for the effect.
create table channel_effect (
  tenant_id integer not null references tenant (id),
  account_id uuid not null,
  effect text not null,
  key text not null,
  at timestamptz not null,
  primary key (tenant_id, account_id, effect, key)
);
call secure_tenant_table('channel_effect');
