-- What is counted at the receiving desk of returns before it is taken in: several people may stand at one
-- parcel. Goods that no return of the parcel awaits are counted without a line.
create table return_count (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  return_id uuid not null,
  line_id uuid,
  sku_id uuid not null,
  qty integer not null,
  reason text,
  counted_by text not null,
  counted_at timestamptz not null,
  undone_at timestamptz,
  taken_at timestamptz,
  primary key (tenant_id, id),
  constraint return_count_units check (qty <> 0),
  constraint return_count_end check (undone_at is null or taken_at is null),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  foreign key (tenant_id, line_id) references return_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index return_count_open on return_count (tenant_id, return_id)
  where undone_at is null and taken_at is null;
call secure_tenant_table('return_count');

-- What is due soonest stands first in the list of returns.
create index return_order_soonest on return_order (tenant_id, stage, due_at, id);
