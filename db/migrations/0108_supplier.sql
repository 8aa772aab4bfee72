-- Until when something is to be paid, and whom things are bought from.

create table payment_term (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  base_date text not null default 'invoiceDate'
    check (base_date in ('invoiceDate', 'shipDate', 'deliveryDate', 'monthEnd')),
  net_days integer not null default 30 check (net_days between 0 and 365),
  cutoff_day integer check (cutoff_day between 1 and 31),
  discount_days integer check (discount_days between 0 and net_days),
  discount_rate numeric(18,8) check (discount_rate between 0 and 0.5),
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index payment_term_code on payment_term (tenant_id, code) where deleted_at is null;
create index payment_term_list on payment_term (tenant_id, create_time desc, id desc);
call secure_tenant_table('payment_term');

create table supplier (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  type text not null default 'factory',
  status text not null default 'enabled',
  currency text not null,
  payment_term_id uuid,
  lead_days integer check (lead_days between 0 and 365),
  moq_amount bigint check (moq_amount >= 0),
  rating integer check (rating between 1 and 5),
  tax_id text,
  address1 text, address2 text, city text, state text, postal_code text, country text,
  bank_name text, bank_account_name text, bank_account_no text,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_term_id) references payment_term (tenant_id, id)
);
create unique index supplier_code on supplier (tenant_id, code) where deleted_at is null;
create index supplier_list on supplier (tenant_id, create_time desc, id desc);
create index supplier_payment_term on supplier (tenant_id, payment_term_id);
call secure_tenant_table('supplier');

create table supplier_contact (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  supplier_id uuid not null,
  name text not null,
  position text,
  phone text,
  email text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
);
create unique index supplier_contact_name on supplier_contact (tenant_id, supplier_id, name)
  where deleted_at is null;
call secure_tenant_table('supplier_contact');
