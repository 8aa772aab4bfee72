-- A queue that one batch cannot block. Deliveries form lanes (tenant, handler); a claim takes turns
-- between lanes in proportion to their rank, gives no lane and no tenant all places of a node, and
-- judges leases by the clock of the database: clocks of nodes differ.

-- What a delivery waits for when it was put back by a limit (a shop's rate, say): those with one
-- gate come back one after the other.
alter table delivery add column gate text;

create index delivery_lane on delivery (tenant_id, handler, next_at, id)
  where status in ('pending', 'running');
create index delivery_gate on delivery (tenant_id, gate, handler, id)
  where status = 'pending' and gate is not null;
create index delivery_held on delivery (node) where status = 'running';

-- How much of a rate is left, shared by all nodes: the moment at which its bucket is full again.
create table rate_bucket (
  tenant_id integer not null references tenant (id),
  key text not null,
  full_at timestamptz not null,
  closed_until timestamptz,
  primary key (tenant_id, key)
);
call secure_tenant_table('rate_bucket');

set role waybill_jobs;

drop function work.claim_deliveries(text, integer, interval, timestamptz);
drop function work.next_delivery();

-- Claims due deliveries over all tenants: never two of one aggregate at once, so that the order of
-- effects on one order is the order of its events. The n-th place of a lane costs n times its rank,
-- and what costs least goes first; handlers without a rank count as 5. What is not urgent rises by one
-- rank a minute that it is due, to rank 3 at most: it is neither forgotten nor ever in the way.
-- `included` (null = all) less `excluded` are the handlers asked for.
create function work.claim_deliveries(
  node_name text, wanted integer, lease interval, at timestamptz,
  ranks jsonb, included text[], excluded text[], lane_places integer, tenant_places integer)
returns setof public.delivery
language plpgsql security definer set search_path = public as $$
begin
  return query
  with recursive lane as (
    (select d.tenant_id, d.handler from delivery d
      where d.status in ('pending', 'running') order by d.tenant_id, d.handler limit 1)
    union all
    select n.tenant_id, n.handler from lane l cross join lateral (
      select d.tenant_id, d.handler from delivery d
      where d.status in ('pending', 'running') and (d.tenant_id, d.handler) > (l.tenant_id, l.handler)
      order by d.tenant_id, d.handler limit 1) n
  ), open as (
    select l.tenant_id, l.handler, coalesce((ranks ->> l.handler)::integer, 5) as rank, (
      select count(*)::integer from delivery h
      where h.node = node_name and h.status = 'running' and h.lease_until >= clock_timestamp()
        and h.tenant_id = l.tenant_id and h.handler = l.handler) as held
    from lane l
    where (included is null or l.handler = any(included)) and l.handler <> all(excluded)
  ), due as (
    select o.tenant_id, c.id, c.next_at, r.rank, (o.held + row_number() over (
        partition by o.tenant_id, o.handler order by c.next_at, c.id)) * r.rank as cost
    from open o cross join lateral (
      select d.id, d.next_at from delivery d
      where d.tenant_id = o.tenant_id and d.handler = o.handler
        and d.status in ('pending', 'running') and d.next_at <= at
        and (d.status = 'pending' or d.lease_until < clock_timestamp())
        and not exists (
          select 1 from delivery e
          where e.tenant_id = d.tenant_id and e.aggregate = d.aggregate
            and e.status in ('pending', 'running') and e.id < d.id)
      order by d.next_at, d.id
      limit greatest(0, lane_places - o.held)) c
    cross join lateral (select greatest(least(o.rank, 3),
      o.rank - floor(extract(epoch from at - c.next_at) / 60)) as rank) r
  ), ordered as (
    select d.*, (select coalesce(sum(o.held), 0) from open o where o.tenant_id = d.tenant_id)
      + row_number() over (partition by d.tenant_id order by d.cost, d.rank, d.next_at, d.id) as place
    from due d
  ), taken as (
    select c.tenant_id, c.id from ordered o
      join delivery c on c.tenant_id = o.tenant_id and c.id = o.id
    -- The last place of a tenant is kept for what is urgent.
    where o.place <= tenant_places - case when o.rank > 2 and tenant_places > 1 then 1 else 0 end
      and c.status in ('pending', 'running')
      and (c.status = 'pending' or c.lease_until < clock_timestamp())
    order by o.cost, o.rank, o.next_at, o.id
    limit wanted
    for update of c skip locked
  )
  update delivery d set status = 'running', node = node_name, attempts = d.attempts + 1, gate = null,
    lease_until = clock_timestamp() + lease, update_time = at, version = d.version + 1
  from taken t
  where d.tenant_id = t.tenant_id and d.id = t.id
  returning d.*;
end $$;

-- Whether anything can be claimed at that moment. What stands behind another of its aggregate is not
-- due before that one is done, however early its own moment.
create function work.is_delivery_due(at timestamptz) returns boolean
language sql security definer set search_path = public as $$
  select exists (
    select 1 from delivery c
    where c.next_at <= at
      and (c.status = 'pending' or c.status = 'running' and c.lease_until < clock_timestamp())
      and not exists (
        select 1 from delivery e
        where e.tenant_id = c.tenant_id and e.aggregate = c.aggregate
          and e.status in ('pending', 'running') and e.id < c.id))
$$;

reset role;
revoke execute on function work.claim_deliveries(
  text, integer, interval, timestamptz, jsonb, text[], text[], integer, integer) from public;
revoke execute on function work.is_delivery_due(timestamptz) from public;
grant execute on function work.claim_deliveries(
  text, integer, interval, timestamptz, jsonb, text[], text[], integer, integer) to waybill_app;
grant execute on function work.is_delivery_due(timestamptz) to waybill_app;
