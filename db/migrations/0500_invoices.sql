-- 发票: what a customer owes for goods that were sent, and what has settled it.
create table invoice (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  invoice_no text not null,
  channel_invoice_no text,
  kind text not null constraint invoice_kind check (kind in ('sale', 'partCharge')),
  mode text not null constraint invoice_mode check (mode in ('self', 'channel')),
  customer_id uuid not null,
  account_id uuid,
  order_id uuid,
  shipment_id uuid,
  warehouse_id uuid,
  po_no text,
  issue_date date not null,
  payment_term_id uuid,
  due_date date not null,
  discount_date date,
  discount_amount bigint not null default 0 constraint invoice_early check (discount_amount >= 0),
  currency text not null,
  line_count integer not null default 0,
  goods bigint not null default 0 constraint invoice_goods check (goods >= 0),
  freight bigint not null default 0 constraint invoice_freight check (freight >= 0),
  tax bigint not null default 0 constraint invoice_tax check (tax >= 0),
  discount bigint not null default 0 constraint invoice_discount check (discount >= 0),
  total bigint not null default 0,
  fx_rate numeric(18, 8),
  base_currency text,
  base_total bigint not null default 0,
  paid bigint not null default 0 constraint invoice_paid check (paid >= 0),
  deducted bigint not null default 0 constraint invoice_deducted check (deducted >= 0),
  credited bigint not null default 0 constraint invoice_credited check (credited >= 0),
  discounted bigint not null default 0 constraint invoice_discounted check (discounted >= 0),
  written_off bigint not null default 0 constraint invoice_written_off check (written_off >= 0),
  balance bigint not null generated always as (
    total - paid - deducted - credited - discounted - written_off) stored,
  -- What has left accounts receivable so far, in the currency of the books.
  settled_base bigint not null default 0 constraint invoice_settled check (settled_base between 0 and base_total),
  note text,
  status text not null,
  stage text generated always as (case
    when status in ('issued', 'sent', 'part_paid') then 'open'
    when status in ('short_paid', 'disputed') then 'short'
    when status in ('paid', 'closed') then 'paid'
    else status end) stored,
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, invoice_no),
  constraint invoice_sum check (total = goods + freight + tax - discount and total >= 0),
  constraint invoice_balance check (total - paid - deducted - credited - discounted - written_off >= 0),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, payment_term_id) references payment_term (tenant_id, id)
);
-- What was sent is invoiced once, however often its shipment is heard of.
create unique index invoice_of_shipment on invoice (tenant_id, order_id, shipment_id, kind)
  where kind = 'sale' and status <> 'voided';
create index invoice_list on invoice (tenant_id, create_time desc, id desc);
create index invoice_stage on invoice (tenant_id, stage, create_time desc, id desc);
create index invoice_order on invoice (tenant_id, order_id) where order_id is not null;
create index invoice_shipment on invoice (tenant_id, shipment_id) where shipment_id is not null;
create index invoice_customer on invoice (tenant_id, customer_id, due_date);
create index invoice_account on invoice (tenant_id, account_id, create_time desc, id desc);
create index invoice_po on invoice (tenant_id, upper(po_no));
create index invoice_channel_no on invoice (tenant_id, upper(channel_invoice_no)) where channel_invoice_no is not null;
create index invoice_due on invoice (tenant_id, due_date) where status in ('issued', 'sent', 'part_paid');
call secure_tenant_table('invoice');

create table invoice_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  invoice_id uuid not null,
  line_no integer not null,
  order_line_id uuid,
  shipment_line_id uuid,
  sku_id uuid,
  channel_sku text,
  name text not null,
  qty integer not null constraint invoice_line_qty check (qty > 0),
  unit_price numeric(18, 4) not null constraint invoice_line_price check (unit_price >= 0),
  currency text not null,
  amount bigint not null constraint invoice_line_amount check (amount >= 0),
  tax_rate numeric(9, 6),
  tax bigint not null default 0 constraint invoice_line_tax check (tax >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, invoice_id, line_no),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id),
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index invoice_line_of on invoice_line (tenant_id, invoice_id, line_no);
create index invoice_line_ordered on invoice_line (tenant_id, order_line_id) where order_line_id is not null;
create index invoice_line_sku on invoice_line (tenant_id, sku_id) where sku_id is not null;
call secure_tenant_table('invoice_line');

-- What took something off an invoice: one row for each document and line that did. Never deleted; taken back by a mark.
create table invoice_settlement (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  invoice_id uuid not null,
  kind text not null constraint invoice_settlement_kind
    check (kind in ('paid', 'deducted', 'credited', 'discounted', 'writtenOff')),
  currency text not null,
  amount bigint not null constraint invoice_settlement_amount check (amount > 0),
  base_currency text not null,
  base_amount bigint not null constraint invoice_settlement_base check (base_amount >= 0),
  source_type text not null,
  source_id uuid not null,
  source_no text,
  settled_on date not null,
  status text not null default 'effective' constraint invoice_settlement_status
    check (status in ('effective', 'reversed')),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)
);
create index invoice_settlement_of on invoice_settlement (tenant_id, invoice_id, create_time, id);
create index invoice_settlement_list on invoice_settlement (tenant_id, create_time desc, id desc);
create index invoice_settlement_source on invoice_settlement (tenant_id, source_type, source_id);
call secure_tenant_table('invoice_settlement');
