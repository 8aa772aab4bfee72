-- What a tenant may have: its plan, its bounds, and who of the platform looks into it.

-- A plan is a package of menus and buttons with the bounds that go with it; null = no bound.
create table plan (
  id uuid primary key,
  code text not null unique,
  name text not null,
  description text,
  quota_users integer check (quota_users >= 0),
  quota_shops integer check (quota_shops >= 0),
  quota_skus integer check (quota_skus >= 0),
  quota_orders integer check (quota_orders >= 0),
  quota_storage integer check (quota_storage >= 0),
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
comment on table plan is 'platform: packages of menus and bounds that the operator offers to tenants';
grant select, insert, update, delete on plan to waybill_app;

create table plan_permission (
  plan_id uuid not null references plan (id) on delete cascade,
  permission_id uuid not null references permission (id),
  primary key (plan_id, permission_id)
);
comment on table plan_permission is 'platform: menus and buttons of a plan';
grant select, insert, delete on plan_permission to waybill_app;

-- active: at work · suspended: read-only · closed: nobody signs in. A tenant that is gone keeps its
-- number and its code.
alter table tenant
  add column plan_id uuid references plan (id),
  add column status_reason text,
  add column quota_users integer check (quota_users >= 0),
  add column quota_shops integer check (quota_shops >= 0),
  add column quota_skus integer check (quota_skus >= 0),
  add column quota_orders integer check (quota_orders >= 0),
  add column quota_storage integer check (quota_storage >= 0),
  add column deleted_at timestamptz;
create index tenant_plan on tenant (plan_id) where plan_id is not null;

-- A look of the platform into a tenant: read-only, for a reason, until a moment.
create table tenant_look (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  operator_id uuid not null references app_user (id),
  operator_name text not null,
  reason text not null,
  start_time timestamptz not null,
  until_time timestamptz not null,
  end_time timestamptz,
  end_by text,
  primary key (tenant_id, id)
);
create index tenant_look_time on tenant_look (tenant_id, start_time);
call secure_tenant_table('tenant_look');

-- The session of such a look; it belongs to nobody of the tenant.
alter table session add column look_id uuid;

-- People and shops of every tenant, for the operator's list: figures alone.
grant select on membership, tenant to waybill_jobs;
create policy jobs_read on membership for select to waybill_jobs using (true);
set role waybill_jobs;
create function work.tenant_counts()
returns table (id integer, users integer, shops integer)
language sql stable security definer set search_path = public as $$
  select t.id,
    (select count(*)::integer from membership m
      where m.tenant_id = t.id and m.status <> 'deleted'),
    (select count(*)::integer from channel_account a
      where a.tenant_id = t.id and a.deleted_at is null)
  from tenant t
$$;
-- Nothing more is pulled for a tenant that is suspended or over.
create or replace function work.accounts_due(at timestamptz)
returns table (tenant_id integer, id uuid, slot bigint)
language sql security definer set search_path = public as $$
  select a.tenant_id, a.id, floor(extract(epoch from at) / (a.pull_minutes * 60))::bigint
  from channel_account a join tenant t on t.id = a.tenant_id
  where a.deleted_at is null and a.status = 'active'
    and (a.last_pull_at is null or a.last_pull_at <= at - make_interval(mins => a.pull_minutes))
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
$$;
reset role;
revoke execute on function work.tenant_counts() from public;
grant execute on function work.tenant_counts() to waybill_app;
