-- 收付款: money that came from a customer or went back to one, and what of it settles which invoices. What settles
-- nothing yet is an advance of that customer.
create table payment (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  payment_no text not null,
  direction text not null constraint payment_direction check (direction in ('in', 'out')),
  customer_id uuid not null,
  method text not null constraint payment_method check (method in ('transfer', 'platform', 'other', 'credit')),
  account_id uuid,
  currency text not null,
  amount bigint not null constraint payment_amount check (amount > 0),
  paid_on date not null,
  bank_ref text,
  fx_rate numeric(18, 8),
  base_currency text,
  base_amount bigint not null default 0 constraint payment_base check (base_amount >= 0),
  allocated bigint not null default 0,
  allocated_base bigint not null default 0,
  unallocated bigint not null generated always as (amount - allocated) stored,
  unallocated_base bigint not null generated always as (base_amount - allocated_base) stored,
  line_count integer not null default 0,
  -- The document that it comes of, where no person entered it.
  source_type text,
  source_id uuid,
  source_no text,
  note text,
  posted_by text,
  posted_at timestamptz,
  reversed_by text,
  reversed_at timestamptz,
  reverse_reason text,
  status text not null,
  stage text generated always as (status) stored,
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, payment_no),
  constraint payment_allocated check (allocated between 0 and amount),
  constraint payment_allocated_base check (allocated_base between 0 and base_amount),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id),
  foreign key (tenant_id, account_id) references paying_account (tenant_id, id)
);
-- What the bank calls it stands for one payment of an account, as long as that is neither given up nor taken back.
create unique index payment_bank_ref on payment (tenant_id, account_id, upper(bank_ref)) nulls not distinct
  where bank_ref is not null and status in ('draft', 'posted');
create unique index payment_source on payment (tenant_id, source_type, source_id)
  where source_id is not null and status = 'posted';
create index payment_list on payment (tenant_id, create_time desc, id desc);
create index payment_stage on payment (tenant_id, stage, create_time desc, id desc);
create index payment_customer on payment (tenant_id, customer_id, paid_on);
create index payment_account on payment (tenant_id, account_id) where account_id is not null;
call secure_tenant_table('payment');

create table payment_allocation (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  payment_id uuid not null,
  invoice_id uuid not null,
  currency text not null,
  -- As it was typed, and what that is in the currency of the payment.
  portion numeric(18, 4) not null,
  amount bigint not null constraint payment_allocation_amount check (amount > 0),
  with_discount boolean not null default false,
  discount bigint not null default 0 constraint payment_allocation_discount check (discount >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)
);
create index payment_allocation_of on payment_allocation (tenant_id, payment_id, id);
create index payment_allocation_list on payment_allocation (tenant_id, create_time desc, id desc);
create index payment_allocation_invoice on payment_allocation (tenant_id, invoice_id);
call secure_tenant_table('payment_allocation');

-- Of which advances a payment to a customer gave back how much.
create table payment_refund (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  payment_id uuid not null,
  from_id uuid not null,
  amount bigint not null constraint payment_refund_amount check (amount > 0),
  base_amount bigint not null constraint payment_refund_base check (base_amount >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id),
  foreign key (tenant_id, from_id) references payment (tenant_id, id)
);
create index payment_refund_of on payment_refund (tenant_id, payment_id);
create index payment_refund_from on payment_refund (tenant_id, from_id);
create index payment_refund_list on payment_refund (tenant_id, create_time desc, id desc);
call secure_tenant_table('payment_refund');
