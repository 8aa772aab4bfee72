-- A receipt of no order beyond the limit of one person waits for another.
alter table inbound_receipt
  add column check_reason text,
  add column submitted_by text,
  add column submitted_by_id uuid,
  add column submitted_at timestamptz,
  add column approved_by text,
  add column maker_ids uuid[] not null default '{}',
  drop column stage;
alter table inbound_receipt add column stage text generated always as (
  case when status in ('draft', 'submitted', 'announced') then 'open'
    when status in ('arrived', 'receiving') then 'here' else status end) stored;
update inbound_receipt r set maker_ids = array[u.id] from app_user u
  where r.status = 'draft' and u.username = r.create_by;
-- The tolerance is that of the order, or none: what somebody typed at a receipt counts no more.
update inbound_receipt set tolerance = 0
  where ref_type is null and status in ('draft', 'announced', 'arrived', 'receiving');

-- What one person did alone with goods in a day, beside adjustments and counts.
create table stock_alone (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  ref_type text not null,
  ref_id uuid not null,
  sku_id uuid not null,
  -- Minor units of the base currency.
  value bigint not null check (value >= 0),
  hand_id uuid not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index stock_alone_day on stock_alone (tenant_id, hand_id, create_time);
create index stock_alone_ref on stock_alone (tenant_id, ref_id);
call secure_tenant_table('stock_alone');

-- How far a typed cost may be from the known one before somebody else looks at it, as a share of that.
create table stock_setting (
  tenant_id integer not null references tenant (id),
  cost_bound numeric(9, 6) not null check (cost_bound between 0 and 10),
  primary key (tenant_id)
);
call secure_tenant_table('stock_setting');

-- An order that says nothing takes the tolerance of the settings when it is submitted.
alter table purchase_order alter column tolerance drop not null, alter column tolerance drop default;
alter table purchase_setting
  add column receive_tolerance numeric(9, 6) not null default 0 check (receive_tolerance between 0 and 0.1);
