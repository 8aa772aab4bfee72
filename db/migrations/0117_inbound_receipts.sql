-- 入库单: goods that were announced, and what of them has come.
create table inbound_receipt (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  receipt_no text not null,
  warehouse_id uuid not null,
  supplier_name text,
  eta date,
  -- How much more than announced may come, as a share of it.
  tolerance numeric(9,6) not null default 0 check (tolerance between 0 and 1),
  remark text,
  -- What it was made of, where another document asked for the goods.
  ref_type text,
  ref_id uuid,
  ref_no text,
  line_count integer not null default 0,
  planned_qty integer not null default 0,
  received_qty integer not null default 0,
  value bigint,
  currency text not null default 'USD',
  arrived_at timestamptz,
  completed_at timestamptz,
  completed_by text,
  status text not null default 'draft',
  stage text generated always as (case when status in ('draft', 'announced') then 'open'
    when status in ('arrived', 'receiving') then 'here' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, receipt_no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index inbound_receipt_list on inbound_receipt (tenant_id, create_time desc, id desc);
create index inbound_receipt_ref on inbound_receipt (tenant_id, ref_id) where ref_id is not null;
call secure_tenant_table('inbound_receipt');

create table inbound_receipt_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  receipt_id uuid not null,
  sku_id uuid not null,
  qty integer not null check (qty > 0),
  unit_cost numeric(18,4),
  ref_line_id uuid,
  -- Announced, and not here yet.
  transit_qty integer not null default 0 check (transit_qty >= 0),
  good_qty integer not null default 0 check (good_qty >= 0),
  quarantine_qty integer not null default 0 check (quarantine_qty >= 0),
  damaged_qty integer not null default 0 check (damaged_qty >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, receipt_id) references inbound_receipt (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index inbound_receipt_line_of on inbound_receipt_line (tenant_id, receipt_id);
create index inbound_receipt_line_open on inbound_receipt_line (tenant_id, sku_id) where transit_qty > 0;
create index inbound_receipt_line_ref on inbound_receipt_line (tenant_id, ref_line_id) where ref_line_id is not null;
call secure_tenant_table('inbound_receipt_line');
