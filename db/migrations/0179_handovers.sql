-- Boxes that a carrier takes along from a warehouse, signed for by its driver.
create table handover (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  handover_no text not null,
  warehouse_id uuid not null,
  shop_ids uuid[] not null default '{}',
  ship_method_id uuid,
  day date not null,
  status text not null default 'draft' check (status in ('draft', 'closing', 'closed', 'cancelled')),
  stage text generated always as (
    case when status in ('draft', 'closing') then 'open' else status end) stored,
  box_count integer not null default 0,
  weight_g integer not null default 0,
  left_count integer not null default 0,
  refused_count integer not null default 0,
  cutoff_at timestamptz not null,
  driver text,
  plate text,
  signed_by text,
  signature_asset_id uuid,
  handed_at timestamptz,
  handed_by text,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, handover_no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, ship_method_id) references ship_method (tenant_id, id),
  foreign key (tenant_id, signature_asset_id) references asset (tenant_id, id)
);
create index handover_list on handover (tenant_id, create_time desc, id desc);
create index handover_stage on handover (tenant_id, stage, create_time desc, id desc);
-- One list at a time for a carrier's day at a warehouse.
create unique index handover_open on handover (tenant_id, warehouse_id, ship_method_id, day) nulls not distinct
  where status in ('draft', 'closing');
call secure_tenant_table('handover');

alter table shipment
  add column handover_id uuid,
  add column handover_status text not null default 'none'
    check (handover_status in ('none', 'listed', 'handed')),
  add foreign key (tenant_id, handover_id) references handover (tenant_id, id);
create index shipment_handover on shipment (tenant_id, handover_id) where handover_id is not null;

create table handover_box (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  handover_id uuid not null,
  box_id uuid not null,
  shipment_id uuid not null,
  outcome text not null default 'listed' check (outcome in ('listed', 'left', 'refused')),
  reason text,
  -- What was refused waits for another list.
  is_live boolean generated always as (outcome <> 'refused') stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, handover_id) references handover (tenant_id, id),
  foreign key (tenant_id, box_id) references box (tenant_id, id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id)
);
create unique index handover_box_once on handover_box (tenant_id, box_id) where is_live;
create index handover_box_list on handover_box (tenant_id, create_time desc, id desc);
create index handover_box_of on handover_box (tenant_id, handover_id, id);
create index handover_box_shipment on handover_box (tenant_id, shipment_id);
call secure_tenant_table('handover_box');
