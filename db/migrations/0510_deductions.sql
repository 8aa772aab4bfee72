-- 扣款: what a channel keeps of what it owes.
create table deduction (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  deduction_no text not null,
  account_id uuid not null,
  channel_deduction_no text,
  type text not null constraint deduction_type check (type in ('damage', 'shortage', 'lateShip', 'pricing',
    'returnFreight', 'allowance', 'partPenalty', 'coop', 'other')),
  po_no text,
  po_no_key text generated always as (lower(po_no)) stored,
  channel_sku text,
  currency text not null,
  amount bigint not null constraint deduction_amount check (amount > 0),
  posted_at timestamptz not null,
  reason text,
  auto_settle_at timestamptz not null,
  decide_by timestamptz generated always as (case when status = 'posted' then auto_settle_at end) stored,
  order_id uuid,
  shipment_id uuid,
  warehouse_id uuid,
  invoice_id uuid,
  remittance_id uuid,
  origin text not null default 'typed' constraint deduction_origin check (origin in ('typed', 'file', 'remittance')),
  booking text not null default 'none' constraint deduction_booking
    check (booking in ('none', 'remittance', 'invoice')),
  -- The entry that took it off an invoice, and the one that brought money back.
  offset_entry_id uuid,
  recovery_entry_id uuid,
  dispute_no text,
  disputed_at timestamptz,
  evidence text[] not null default '{}',
  evidence_count integer not null generated always as (cardinality(evidence)) stored,
  result text constraint deduction_result check (result in ('won', 'partial', 'lost')),
  recovered bigint not null default 0 constraint deduction_recovered check (recovered between 0 and amount),
  loss_total bigint not null generated always as (amount - recovered) stored,
  outcome text,
  status text not null,
  stage text generated always as (case
    when status in ('won', 'partial', 'lost') then 'over'
    else status end) stored,
  -- How many days before it settles itself somebody was last reminded.
  reminded_days integer,
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, deduction_no),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)
);
create unique index deduction_channel_no on deduction (tenant_id, account_id, upper(channel_deduction_no))
  where channel_deduction_no is not null and status <> 'withdrawn';
create index deduction_list on deduction (tenant_id, create_time desc, id desc);
create index deduction_stage on deduction (tenant_id, stage, create_time desc, id desc);
create index deduction_account on deduction (tenant_id, account_id, create_time desc, id desc);
create index deduction_po on deduction (tenant_id, po_no_key) where po_no_key is not null;
create index deduction_order on deduction (tenant_id, order_id) where order_id is not null;
create index deduction_shipment on deduction (tenant_id, shipment_id) where shipment_id is not null;
create index deduction_invoice on deduction (tenant_id, invoice_id) where invoice_id is not null;
create index deduction_remittance on deduction (tenant_id, remittance_id) where remittance_id is not null;
create index deduction_clock on deduction (tenant_id, decide_by, id) where decide_by is not null;
create index deduction_unbooked on deduction (tenant_id, account_id) where booking = 'none' and status <> 'withdrawn';
call secure_tenant_table('deduction');

-- Deductions whose days are over, over all tenants; the schedule asks for ids alone.
grant select on deduction to waybill_jobs;
create policy jobs on deduction to waybill_jobs using (true);
create index deduction_due on deduction (decide_by) where decide_by is not null;

set role waybill_jobs;
create function work.deductions_due(at timestamptz)
returns table (tenant_id integer, id uuid)
language sql security definer set search_path = public as $$
  select d.tenant_id, d.id
  from deduction d join tenant t on t.id = d.tenant_id
  where d.decide_by <= at and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by d.decide_by limit 500
$$;
reset role;
revoke execute on function work.deductions_due(timestamptz) from public;
grant execute on function work.deductions_due(timestamptz) to waybill_app;

-- Those of which somebody is to be reminded: five days, two and one before they settle themselves, once each.
set role waybill_jobs;
create function work.deductions_to_remind(at timestamptz)
returns table (tenant_id integer, id uuid)
language sql security definer set search_path = public as $$
  select d.tenant_id, d.id
  from deduction d join tenant t on t.id = d.tenant_id
  where d.decide_by > at and d.decide_by <= at + interval '5 days' and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
    and coalesce(d.reminded_days, 99) > case when d.decide_by <= at + interval '1 day' then 1
      when d.decide_by <= at + interval '2 days' then 2 else 5 end
  order by d.tenant_id, d.decide_by limit 2000
$$;
reset role;
revoke execute on function work.deductions_to_remind(timestamptz) from public;
grant execute on function work.deductions_to_remind(timestamptz) to waybill_app;
