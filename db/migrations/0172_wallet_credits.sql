-- 钱包入账: money of a tenant that the platform has received. The rows are the operator's, so that one payment
-- is entered once, for whichever tenant.
create table wallet_credit (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  for_tenant integer not null references tenant (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reference text not null,
  reason text not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, reference)
);
create index wallet_credit_list on wallet_credit (tenant_id, create_time desc, id desc);
call secure_tenant_table('wallet_credit', 'append');
