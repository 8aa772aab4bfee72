-- 到岸费用单: freight, duty and the like, spread over goods that were received.
create table landed_cost (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  cost_no text not null,
  warehouse_id uuid not null,
  supplier_id uuid,
  currency text not null,
  basis text not null default 'volume',
  -- The day of the entry and of the rate; set by the posting where nobody said one.
  cost_day date,
  freight bigint check (freight >= 0),
  duty bigint check (duty >= 0),
  other_cost bigint check (other_cost >= 0),
  remark text,
  receipt_count integer not null default 0,
  total bigint not null default 0,
  fx_rate numeric(18, 8),
  -- What was posted, in the currency of the stock.
  base_currency text,
  base_total bigint,
  stock_value bigint,
  variance bigint,
  posted_by text,
  posted_at timestamptz,
  reversed_by text,
  reversed_at timestamptz,
  reverse_reason text,
  -- Of what was posted: what the layers still held when it was taken back.
  returned_value bigint,
  status text not null default 'draft',
  stage text generated always as (case when status = 'draft' then 'open' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, cost_no),
  check (base_total = stock_value + variance),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
);
create index landed_cost_list on landed_cost (tenant_id, create_time desc, id desc);
call secure_tenant_table('landed_cost');

-- The receipts whose goods it is spread over.
create table landed_cost_receipt (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  cost_id uuid not null,
  receipt_id uuid not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, cost_id) references landed_cost (tenant_id, id),
  foreign key (tenant_id, receipt_id) references inbound_receipt (tenant_id, id)
);
create index landed_cost_receipt_of on landed_cost_receipt (tenant_id, cost_id);
create index landed_cost_receipt_on on landed_cost_receipt (tenant_id, receipt_id);
call secure_tenant_table('landed_cost_receipt');

-- What each received line bears of it, as it was posted.
create table landed_cost_share (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  cost_id uuid not null,
  receipt_id uuid not null,
  receipt_line_id uuid not null,
  sku_id uuid not null,
  qty integer not null check (qty > 0),
  left_qty integer not null check (left_qty between 0 and qty),
  currency text not null,
  amount bigint not null check (amount >= 0),
  stock_value bigint not null check (stock_value >= 0),
  variance bigint not null check (variance >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  check (amount = stock_value + variance),
  foreign key (tenant_id, cost_id) references landed_cost (tenant_id, id),
  foreign key (tenant_id, receipt_id) references inbound_receipt (tenant_id, id),
  foreign key (tenant_id, receipt_line_id) references inbound_receipt_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index landed_cost_share_of on landed_cost_share (tenant_id, cost_id);
call secure_tenant_table('landed_cost_share');

-- What a document has added to a cost layer, and how many units the layer held then.
create table landed_layer (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  ref_id uuid not null,
  layer_id uuid not null,
  qty_left integer not null check (qty_left > 0),
  amount bigint not null check (amount > 0),
  create_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, layer_id) references cost_layer (tenant_id, id)
);
create index landed_layer_ref on landed_layer (tenant_id, ref_id);
call secure_tenant_table('landed_layer');

create index cost_layer_movement on cost_layer (tenant_id, movement_id);
