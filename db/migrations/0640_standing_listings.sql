-- What marketplaces show of a shop's goods, as read from them, to be held against what stands here.

create table standing_listing (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  channel_sku text not null,
  -- The storefront as the marketplace calls it, and our code of it where we have one.
  country text not null,
  locale text not null,
  brand text not null,
  storefront text,
  listing_ids text[] not null default '{}',
  state text not null constraint standing_listing_state check (state in ('live', 'notLive', 'launching', 'gone')),
  class_id text,
  class_name text,
  -- As the marketplace called the goods in its latest order.
  title text,
  -- The pull that saw it last.
  run_id uuid not null,
  changed_at timestamptz not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, channel_sku, country, locale, brand),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
call secure_tenant_table('standing_listing');

-- Pulls of goods stand beside pulls of orders.
alter table pull_run
  add column kind text not null default 'orders' constraint pull_run_kind check (kind in ('orders', 'listings')),
  add column gone integer not null default 0;
create index pull_run_listings on pull_run (tenant_id, account_id) where kind = 'listings';

set role waybill_jobs;
-- Shops whose goods are to be read today: each at the hour of day at which it was set up, from its second day on.
create function work.listing_pulls_due(at timestamptz)
returns table (tenant_id integer, id uuid, channel_code text, slot bigint)
language sql security definer set search_path = public as $$
  select a.tenant_id, a.id, a.channel_code, floor(extract(epoch from at - a.create_time) / 86400)::bigint
  from channel_account a join tenant t on t.id = a.tenant_id
  where a.deleted_at is null and a.status = 'active' and a.create_time <= at - interval '1 day'
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
$$;
reset role;
revoke execute on function work.listing_pulls_due(timestamptz) from public;
grant execute on function work.listing_pulls_due(timestamptz) to waybill_app;
