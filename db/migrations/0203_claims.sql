-- 索赔: what a carrier or a supplier is asked to pay for goods that were lost, damaged or bad.
create table claim_term (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  party text not null constraint claim_term_party check (party in ('carrier', 'supplier')),
  carrier_code text,
  supplier_id uuid,
  file_days integer not null constraint claim_term_file check (file_days between 1 and 730),
  answer_days integer not null constraint claim_term_answer check (answer_days between 1 and 365),
  remind_days integer not null constraint claim_term_remind check (remind_days between 0 and 90),
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint claim_term_of check (
    (party = 'carrier' and supplier_id is null) or (party = 'supplier' and carrier_code is null)),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
);
create unique index claim_term_one on claim_term (tenant_id, party, carrier_code, supplier_id)
  nulls not distinct where deleted_at is null;
create index claim_term_list on claim_term (tenant_id, create_time desc, id desc);
call secure_tenant_table('claim_term');

create table claim (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  claim_no text not null,
  party text not null constraint claim_party check (party in ('carrier', 'supplier')),
  cause text not null,
  shipment_id uuid,
  return_id uuid,
  order_id uuid,
  account_id uuid,
  carrier_code text,
  supplier_id uuid,
  warehouse_id uuid not null,
  incident_on date not null,
  currency text not null,
  other_amount bigint constraint claim_other check (other_amount >= 0),
  evidence text[] constraint claim_evidence check (cardinality(evidence) <= 20),
  note text,
  due_on date not null,
  -- From when on somebody is reminded: to hand it in, later of the answer.
  remind_on date,
  line_count integer not null default 0,
  goods_total bigint not null default 0,
  total bigint not null default 0,
  paid_total bigint not null default 0,
  waived_total bigint not null default 0,
  ref_no text,
  submitted_by text,
  submitted_at timestamptz,
  answer_by date,
  outcome text,
  status text not null default 'draft',
  stage text generated always as (case when status = 'part_paid' then 'submitted' else status end) stored,
  open_total bigint not null generated always as (
    case when status in ('submitted', 'part_paid') then total - paid_total - waived_total else 0 end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, claim_no),
  constraint claim_paid check (
    paid_total >= 0 and waived_total >= 0 and paid_total + waived_total <= total),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index claim_list on claim (tenant_id, create_time desc, id desc);
create index claim_stage on claim (tenant_id, stage, create_time desc, id desc);
create index claim_remind on claim (tenant_id, remind_on) where status in ('draft', 'submitted', 'part_paid');
create index claim_shipment on claim (tenant_id, shipment_id) where shipment_id is not null;
create index claim_return on claim (tenant_id, return_id) where return_id is not null;
create index claim_order on claim (tenant_id, order_id) where order_id is not null;
create index claim_supplier on claim (tenant_id, supplier_id) where supplier_id is not null;
call secure_tenant_table('claim');

create table claim_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  claim_id uuid not null,
  sku_id uuid not null,
  qty integer not null constraint claim_line_qty check (qty > 0),
  unit_price numeric(18, 4) not null constraint claim_line_price check (unit_price >= 0),
  remark text,
  currency text not null,
  amount bigint not null default 0,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index claim_line_of on claim_line (tenant_id, claim_id, id);
create index claim_line_sku on claim_line (tenant_id, sku_id);
call secure_tenant_table('claim_line');

create table claim_payment (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  claim_id uuid not null,
  paid_on date not null,
  way text not null constraint claim_payment_way check (way in ('cash', 'offset')),
  currency text not null,
  amount bigint not null constraint claim_payment_amount check (amount > 0),
  base_currency text not null,
  base_amount bigint not null constraint claim_payment_base check (base_amount >= 0),
  bank_ref text,
  entry_id uuid,
  paid_by text not null,
  is_reversed boolean not null default false,
  reverse_reason text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, claim_id) references claim (tenant_id, id)
);
create index claim_payment_of on claim_payment (tenant_id, claim_id, id);
create index claim_payment_list on claim_payment (tenant_id, create_time desc, id desc);
call secure_tenant_table('claim_payment');
