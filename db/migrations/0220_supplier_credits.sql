-- 供应商贷项: what a supplier owes us, and takes off the bills that we owe it.
create table supplier_credit (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  credit_no text not null,
  supplier_id uuid not null,
  warehouse_id uuid,
  -- What it comes of: the payment of a claim.
  ref_type text not null,
  ref_id uuid not null,
  ref_no text not null,
  issued_on date not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  used_total bigint not null default 0,
  fx_rate numeric(18, 8) not null,
  base_currency text not null,
  base_amount bigint not null check (base_amount >= 0),
  used_base bigint not null default 0,
  supplier_ref text,
  reverse_reason text,
  status text not null default 'open' check (status in ('open', 'used', 'reversed')),
  open_total bigint not null generated always as (
    case when status = 'reversed' then 0 else amount - used_total end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, credit_no),
  unique (tenant_id, ref_type, ref_id),
  constraint supplier_credit_used check (used_total between 0 and amount),
  constraint supplier_credit_used_base check (used_base between 0 and base_amount),
  constraint supplier_credit_state check (
    case status when 'used' then used_total = amount and used_base = base_amount
      when 'reversed' then used_total = 0 else used_total < amount end),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index supplier_credit_list on supplier_credit (tenant_id, create_time desc, id desc);
create index supplier_credit_open on supplier_credit (tenant_id, supplier_id, currency) where status = 'open';
call secure_tenant_table('supplier_credit');

-- What of a bill was taken off by a credit instead of paid.
alter table bill_payment
  add column credit_id uuid,
  add foreign key (tenant_id, credit_id) references supplier_credit (tenant_id, id);
create index bill_payment_credit on bill_payment (tenant_id, credit_id) where credit_id is not null;

-- What suppliers paid of claims by our owing less stood in the books alone.
insert into supplier_credit (tenant_id, id, credit_no, supplier_id, warehouse_id, ref_type, ref_id, ref_no,
  issued_on, currency, amount, fx_rate, base_currency, base_amount, supplier_ref, create_by, create_time)
select p.tenant_id, gen_random_uuid(),
  'SC-' || c.claim_no || '-' || row_number() over (partition by p.tenant_id, c.id order by p.id),
  c.supplier_id, c.warehouse_id, 'claimPayment', p.id, c.claim_no, p.paid_on, p.currency, p.amount,
  round(p.base_amount::numeric / p.amount, 8), p.base_currency, p.base_amount, p.bank_ref, p.paid_by, p.create_time
from claim_payment p join claim c on c.tenant_id = p.tenant_id and c.id = p.claim_id
where p.way = 'offset' and not p.is_reversed and c.party = 'supplier' and c.supplier_id is not null
  and p.amount > 0;
