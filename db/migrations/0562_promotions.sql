-- 促销: listings sold at a discount for a while.
create table promotion (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  promotion_no text not null,
  account_id uuid not null,
  name text not null,
  type text not null default 'sale' constraint promotion_type check (type in ('sale', 'clearance', 'event', 'b2b')),
  channel_promo_id text,
  start_at timestamptz not null,
  end_at timestamptz not null constraint promotion_window check (end_at > start_at),
  currency text not null,
  budget bigint constraint promotion_budget check (budget >= 0),
  remark text,
  item_count integer not null default 0,
  blocked_count integer not null default 0,
  least_margin numeric(9, 6),
  asked_reason text,
  approved_by text,
  approved_at timestamptz,
  ended_at timestamptz,
  outcome text,
  status text not null,
  stage text generated always as (case
    when status in ('ended', 'stopped') then 'over'
    when status in ('draft', 'ready') then 'planned'
    else status end) stored,
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, promotion_no),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create index promotion_list on promotion (tenant_id, create_time desc, id desc);
create index promotion_stage on promotion (tenant_id, stage, create_time desc, id desc);
create index promotion_account on promotion (tenant_id, account_id, create_time desc, id desc);
create index promotion_window_of on promotion (tenant_id, start_at, end_at);
call secure_tenant_table('promotion');

create table promotion_item (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  promotion_id uuid not null,
  channel_product_id uuid not null,
  discount_pct integer not null constraint promotion_item_discount check (discount_pct between 0 and 90),
  qty_limit integer constraint promotion_item_limit check (qty_limit >= 0),
  base_price numeric(18, 4),
  promo_price numeric(18, 4),
  floor numeric(18, 4),
  margin_rate numeric(9, 6),
  price_check text not null default 'warn' constraint promotion_item_floor check (price_check in ('pass', 'warn', 'block')),
  -- From where on down another person let it go, and who.
  exception_price numeric(18, 4),
  exception_by text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, promotion_id, channel_product_id),
  foreign key (tenant_id, promotion_id) references promotion (tenant_id, id),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id)
);
create index promotion_item_list on promotion_item (tenant_id, create_time desc, id desc);
create index promotion_item_of on promotion_item (tenant_id, promotion_id);
create index promotion_item_listing on promotion_item (tenant_id, channel_product_id);
call secure_tenant_table('promotion_item');

-- Promotions that begin or are over, over all tenants; the clock asks for ids alone.
grant select on promotion to waybill_jobs;
create policy jobs on promotion to waybill_jobs using (true);
create index promotion_to_start on promotion (start_at) where status = 'scheduled';
create index promotion_to_end on promotion (end_at) where status = 'running';

set role waybill_jobs;
create function work.promotions_due(at timestamptz)
returns table (tenant_id integer, id uuid)
language sql security definer set search_path = public as $$
  select p.tenant_id, p.id
  from promotion p join tenant t on t.id = p.tenant_id
  where ((p.status = 'scheduled' and p.start_at <= at) or (p.status = 'running' and p.end_at <= at))
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by p.tenant_id, p.start_at, p.id limit 500
$$;
reset role;
revoke execute on function work.promotions_due(timestamptz) from public;
grant execute on function work.promotions_due(timestamptz) to waybill_app;
