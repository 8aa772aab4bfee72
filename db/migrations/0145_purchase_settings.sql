-- What a tenant has decided about buying; one that has no row buys by the defaults of the module.
create table purchase_setting (
  tenant_id integer not null references tenant (id),
  -- Minor units of the base currency.
  approval_limit bigint not null check (approval_limit >= 0),
  approval_hours integer not null check (approval_hours between 0 and 720),
  price_tolerance numeric(9, 6) not null check (price_tolerance between 0 and 0.2),
  qty_tolerance integer not null check (qty_tolerance between 0 and 1000),
  lead_days integer not null check (lead_days between 1 and 365),
  learned_receipts integer not null check (learned_receipts between 1 and 100),
  mail_subject text not null,
  mail_text text not null,
  update_by text not null,
  update_time timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id)
);
call secure_tenant_table('purchase_setting');

-- Why a second person is asked.
alter table purchase_order add column check_reason text;
-- When the supplier was given it: days of delivery count from here.
alter table purchase_order add column ordered_at timestamptz;
update purchase_order o set ordered_at = h.at
from (
  select tenant_id, row_id, min(at) as at from state_log
  where resource = 'purchasing:purchaseOrder' and move = 'order' group by 1, 2) h
where h.tenant_id = o.tenant_id and h.row_id = o.id;
create index purchase_order_ordered on purchase_order (tenant_id, ordered_at) where ordered_at is not null;
-- Orders of one person to one supplier are summed for the limit.
create index purchase_order_alone on purchase_order (tenant_id, supplier_id, submitted_at)
  where approved_by is not null;
