-- Prices of a listing beside its base cost, as the channel has them in force.
alter table channel_product
  add column msrp numeric(18, 4) constraint channel_product_msrp check (msrp > 0),
  add column map_price numeric(18, 4) constraint channel_product_map check (map_price > 0),
  add column dropship_fee numeric(18, 4) constraint channel_product_dropship check (dropship_fee >= 0);

-- 调价: a price of a listing on its way to the channel, and after it.
create table price_record (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  price_no text not null,
  account_id uuid not null,
  channel_product_id uuid not null,
  sku_id uuid,
  type text not null constraint price_record_type check (type in ('baseCost', 'msrp', 'map', 'dropshipFee')),
  currency text not null,
  value numeric(18, 4) not null constraint price_record_value check (value > 0),
  previous_value numeric(18, 4),
  change_pct numeric(9, 6),
  cost numeric(18, 4),
  floor numeric(18, 4),
  margin_rate numeric(9, 6),
  map_price numeric(18, 4),
  price_check text constraint price_record_floor check (price_check in ('pass', 'warn', 'block')),
  effective_from date not null,
  asked_from date,
  effective_to date,
  reason text,
  review_reason text,
  source text not null constraint price_record_source check (source in ('typed', 'batch', 'sheet')),
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  proposed_at timestamptz,
  answered_at timestamptz,
  answer text,
  status text not null,
  stage text generated always as (case
    when status in ('rejected', 'superseded', 'withdrawn') then 'over'
    else status end) stored,
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, price_no),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
-- Of one listing and type one price is in force, and one is on its way there.
create unique index price_record_active on price_record (tenant_id, channel_product_id, type) where status = 'active';
create unique index price_record_open on price_record (tenant_id, channel_product_id, type)
  where status in ('pending_approval', 'scheduled', 'submitted');
create index price_record_list on price_record (tenant_id, create_time desc, id desc);
create index price_record_stage on price_record (tenant_id, stage, create_time desc, id desc);
create index price_record_account on price_record (tenant_id, account_id, create_time desc, id desc);
create index price_record_listing on price_record (tenant_id, channel_product_id, type, create_time desc);
create index price_record_sku on price_record (tenant_id, sku_id) where sku_id is not null;
call secure_tenant_table('price_record');

-- Prices whose day has come, over all tenants, by the day of each; the clock asks for ids alone.
grant select on price_record to waybill_jobs;
create policy jobs on price_record to waybill_jobs using (true);
create index price_record_due on price_record (effective_from) where status = 'scheduled';

set role waybill_jobs;
create function work.prices_due(at timestamptz)
returns table (tenant_id integer, id uuid)
language sql security definer set search_path = public as $$
  select p.tenant_id, p.id
  from price_record p join tenant t on t.id = p.tenant_id
  where p.status = 'scheduled' and p.effective_from <= (at at time zone t.timezone)::date
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by p.tenant_id, p.effective_from, p.id limit 2000
$$;
reset role;
revoke execute on function work.prices_due(timestamptz) from public;
grant execute on function work.prices_due(timestamptz) to waybill_app;
