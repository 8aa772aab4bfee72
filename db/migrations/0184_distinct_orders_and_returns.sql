-- Two orders that look alike and were said to be two: nobody is asked about them again.
create table order_distinct (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  one_order_id uuid not null,
  other_order_id uuid not null,
  reason text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, one_order_id, other_order_id),
  check (one_order_id < other_order_id),
  foreign key (tenant_id, one_order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, other_order_id) references sales_order (tenant_id, id)
);
call secure_tenant_table('order_distinct');

-- Until when a delivered order may come back: by the shop, from the day it was delivered.
alter table channel_account
  add column return_days integer not null default 30 check (return_days between 0 and 365);
alter table sales_order add column delivered_at timestamptz, add column return_until timestamptz;
create index sales_order_return on sales_order (tenant_id, return_until) where return_until is not null;
-- A double whose other order has ended is found by that order.
create index order_hold_other on order_hold (tenant_id, other_order_id)
  where other_order_id is not null and closed_at is null;
