-- 付款账户: where money that suppliers get comes from.
create table paying_account (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  bank_name text,
  account_no text,
  status text not null default 'enabled',
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index paying_account_code on paying_account (tenant_id, code) where deleted_at is null;
create index paying_account_list on paying_account (tenant_id, create_time desc, id desc);
call secure_tenant_table('paying_account');

-- A bill is paid in parts, asks tax, and may leave something off for paying early.
alter table supplier_bill
  add column tax_amount bigint check (tax_amount >= 0),
  add column goods_total bigint not null default 0,
  add column tax_total bigint not null default 0,
  add column discount_date date,
  add column discount_amount bigint,
  add column tax_base bigint,
  -- In the currency of the bill.
  add column paid_total bigint not null default 0 check (paid_total >= 0),
  add column discount_total bigint not null default 0 check (discount_total >= 0),
  -- What left 应付账款, in the currency of the books.
  add column settled_base bigint not null default 0 check (settled_base >= 0);
update supplier_bill set goods_total = total;
update supplier_bill set tax_base = 0 where base_total is not null;
update supplier_bill set paid_total = total, settled_base = coalesce(base_total, 0) where status = 'paid';
alter table supplier_bill
  drop constraint supplier_bill_check,
  add constraint supplier_bill_posted check (base_total = accrued + price_variance + tax_base),
  add constraint supplier_bill_paid check (paid_total + discount_total <= total),
  add constraint supplier_bill_settled check (settled_base <= base_total or settled_base = 0),
  add column open_total bigint not null generated always as (
    case when status in ('posted', 'part_paid') then total - paid_total - discount_total else 0 end) stored,
  drop column stage;
alter table supplier_bill add column stage text generated always as (case
  when status in ('draft', 'matched', 'differing', 'approved') then 'open'
  when status = 'part_paid' then 'posted' else status end) stored;
drop index supplier_bill_due;
create index supplier_bill_due on supplier_bill (tenant_id, due_date) where status in ('posted', 'part_paid');
create index supplier_bill_owed on supplier_bill (tenant_id, supplier_id) where status in ('posted', 'part_paid');

alter table supplier_bill_line
  add column tax_rate numeric(9, 6) check (tax_rate between 0 and 1),
  add column tax_amount bigint not null default 0;

-- 付款记录: one payment of one bill; the sum never goes beyond what is owed.
create table bill_payment (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  payment_no text not null,
  bill_id uuid not null,
  supplier_id uuid not null,
  paid_on date not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  discount bigint not null default 0 check (discount >= 0),
  account_id uuid,
  bank_ref text,
  fx_rate numeric(18, 8) not null,
  base_currency text not null,
  base_amount bigint not null check (base_amount >= 0),
  discount_base bigint not null default 0 check (discount_base >= 0),
  settled_base bigint not null check (settled_base >= 0),
  -- Above zero: more was paid than the bill stood for.
  fx_difference bigint not null default 0,
  entry_id uuid,
  paid_by text not null,
  reversed_by text,
  reversed_at timestamptz,
  reverse_reason text,
  status text not null default 'paid',
  stage text generated always as (status) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, payment_no),
  check (settled_base = base_amount + discount_base - fx_difference),
  foreign key (tenant_id, bill_id) references supplier_bill (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  foreign key (tenant_id, account_id) references paying_account (tenant_id, id)
);
create index bill_payment_list on bill_payment (tenant_id, create_time desc, id desc);
create index bill_payment_of on bill_payment (tenant_id, bill_id);
call secure_tenant_table('bill_payment');

-- What was paid so far was paid whole, at the rate of the bill.
insert into bill_payment (tenant_id, id, payment_no, bill_id, supplier_id, paid_on, currency, amount,
  bank_ref, fx_rate, base_currency, base_amount, settled_base, entry_id, paid_by, create_by, create_time)
select b.tenant_id, gen_random_uuid(), 'BP-' || b.bill_no, b.id, b.supplier_id,
  coalesce(b.paid_on, b.due_date), b.currency, b.total, b.bank_ref, coalesce(b.fx_rate, 1),
  coalesce(b.base_currency, b.currency), coalesce(b.base_total, 0), coalesce(b.base_total, 0),
  (select e.id from journal_entry e where e.tenant_id = b.tenant_id and e.ref_type = 'supplierBill'
    and e.ref_id = b.id::text and e.event = 'paid'),
  coalesce(b.paid_by, 'system'), b.paid_by, coalesce(b.update_time, b.create_time)
from supplier_bill b where b.status = 'paid';
