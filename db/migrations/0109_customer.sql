-- Who is invoiced.

create table customer (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  type text not null default 'marketplace',
  channel_code text,
  status text not null default 'enabled',
  currency text not null,
  payment_term_id uuid,
  credit_limit bigint check (credit_limit >= 0),
  tax_id text,
  bill_address1 text, bill_address2 text, bill_city text, bill_state text, bill_postal_code text, bill_country text,
  ship_address1 text, ship_address2 text, ship_city text, ship_state text, ship_postal_code text, ship_country text,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_term_id) references payment_term (tenant_id, id)
);
create unique index customer_code on customer (tenant_id, code) where deleted_at is null;
create index customer_list on customer (tenant_id, create_time desc, id desc);
create index customer_payment_term on customer (tenant_id, payment_term_id);
call secure_tenant_table('customer');

create table customer_contact (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  customer_id uuid not null,
  name text not null,
  position text,
  phone text,
  email text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create unique index customer_contact_name on customer_contact (tenant_id, customer_id, name)
  where deleted_at is null;
call secure_tenant_table('customer_contact');
