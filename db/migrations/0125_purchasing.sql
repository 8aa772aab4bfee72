-- What is ordered of suppliers, and what they ask for it.

create table purchase_order (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  po_no text not null,
  supplier_id uuid not null,
  warehouse_id uuid not null,
  currency text not null,
  eta date,
  freight bigint check (freight >= 0),
  other_cost bigint check (other_cost >= 0),
  -- How much more than ordered may come, as a share of it.
  tolerance numeric(9, 6) not null default 0 check (tolerance between 0 and 0.1),
  note text,
  line_count integer not null default 0,
  unit_count integer not null default 0,
  received_count integer not null default 0,
  -- To come, and on no receipt that is waited for.
  unannounced_count integer not null default 0 check (unannounced_count >= 0),
  goods_total bigint not null default 0,
  tax_total bigint not null default 0,
  total bigint not null default 0,
  -- To the base currency, of the day it was submitted.
  fx_rate numeric(18, 8),
  supplier_ref text,
  submitted_by text,
  submitted_by_id uuid,
  submitted_at timestamptz,
  approved_by text,
  maker_ids uuid[] not null default '{}',
  status text not null default 'draft',
  stage text generated always as (case
    when status in ('draft', 'submitted', 'approved', 'rejected') then 'open'
    when status in ('ordered', 'partially_received') then 'coming'
    when status in ('received', 'closed') then 'received'
    else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, po_no),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index purchase_order_list on purchase_order (tenant_id, create_time desc, id desc);
create index purchase_order_supplier on purchase_order (tenant_id, supplier_id, id desc);
call secure_tenant_table('purchase_order');

create table purchase_order_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  purchase_order_id uuid not null,
  sku_id uuid not null,
  qty integer not null check (qty > 0),
  unit_price numeric(18, 4) check (unit_price >= 0),
  tax_rate numeric(9, 6) check (tax_rate between 0 and 1),
  eta date,
  line_net bigint not null default 0,
  tax_amount bigint not null default 0,
  currency text not null,
  qty_received integer not null default 0 check (qty_received >= 0),
  qty_closed integer not null default 0 check (qty_closed >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index purchase_order_line_of on purchase_order_line (tenant_id, purchase_order_id);
create index purchase_order_line_open on purchase_order_line (tenant_id, sku_id)
  where qty > qty_received + qty_closed;
call secure_tenant_table('purchase_order_line');

create table supplier_price (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  supplier_id uuid not null,
  sku_id uuid not null,
  supplier_sku text,
  min_qty integer not null default 1 check (min_qty > 0),
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  currency text not null,
  effective_date date not null,
  lead_days integer check (lead_days between 0 and 365),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create unique index supplier_price_one on supplier_price
  (tenant_id, supplier_id, sku_id, currency, min_qty, effective_date) where deleted_at is null;
create index supplier_price_list on supplier_price (tenant_id, effective_date desc, id desc);
call secure_tenant_table('supplier_price');
