-- 应付单: what a supplier asks for, matched with what was ordered and what has come.
create table supplier_bill (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  bill_no text not null,
  supplier_id uuid not null,
  invoice_no text not null,
  currency text not null,
  bill_date date not null,
  payment_term_id uuid,
  due_date date not null,
  note text,
  line_count integer not null default 0,
  total bigint not null default 0,
  difference_count integer not null default 0,
  matched_at timestamptz,
  -- What was posted, in the currency of the books.
  fx_rate numeric(18, 8),
  base_currency text,
  base_total bigint,
  accrued bigint,
  price_variance bigint,
  maker_ids uuid[] not null default '{}',
  submitted_by text,
  approved_by text,
  posted_by text,
  posted_at timestamptz,
  paid_on date,
  paid_by text,
  bank_ref text,
  status text not null default 'draft',
  stage text generated always as (case
    when status in ('draft', 'matched', 'differing', 'approved') then 'open' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, bill_no),
  check (base_total = accrued + price_variance),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, payment_term_id) references payment_term (tenant_id, id)
);
create index supplier_bill_list on supplier_bill (tenant_id, create_time desc, id desc);
create index supplier_bill_due on supplier_bill (tenant_id, due_date) where status = 'posted';
-- Once for each supplier; one that was given up leaves its number free.
create unique index supplier_bill_invoice on supplier_bill (tenant_id, supplier_id, invoice_no)
  where status <> 'cancelled';
call secure_tenant_table('supplier_bill');

create table supplier_bill_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  bill_id uuid not null,
  purchase_order_id uuid,
  receipt_id uuid,
  sku_id uuid not null,
  qty integer not null check (qty > 0),
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  currency text not null,
  amount bigint not null default 0,
  -- What the match has found.
  expected_price numeric(18, 4),
  open_qty integer,
  difference text,
  excess_qty integer not null default 0 check (excess_qty between 0 and qty),
  accrued bigint,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, bill_id) references supplier_bill (tenant_id, id),
  foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id),
  foreign key (tenant_id, receipt_id) references inbound_receipt (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index supplier_bill_line_of on supplier_bill_line (tenant_id, bill_id);
create index supplier_bill_line_order on supplier_bill_line (tenant_id, purchase_order_id)
  where purchase_order_id is not null;
create index supplier_bill_line_receipt on supplier_bill_line (tenant_id, receipt_id)
  where receipt_id is not null;
call secure_tenant_table('supplier_bill_line');

-- Units of a received line that a posted bill has taken off 暂估应付, and what they stood there for.
create table billed_goods (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  bill_line_id uuid not null,
  receipt_line_id uuid not null,
  qty integer not null check (qty > 0),
  value bigint not null check (value >= 0),
  create_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, bill_line_id) references supplier_bill_line (tenant_id, id),
  foreign key (tenant_id, receipt_line_id) references inbound_receipt_line (tenant_id, id)
);
create index billed_goods_of on billed_goods (tenant_id, receipt_line_id);
create index billed_goods_line on billed_goods (tenant_id, bill_line_id);
call secure_tenant_table('billed_goods');
