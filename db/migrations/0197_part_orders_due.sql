-- Part orders whose deadline has passed, over all tenants; the schedule asks for ids alone.
grant select on part_order to waybill_jobs;
create policy jobs on part_order to waybill_jobs using (true);

set role waybill_jobs;
create function work.part_orders_due(at timestamptz)
returns table (tenant_id integer, id uuid)
language sql security definer set search_path = public as $$
  select p.tenant_id, p.id
  from part_order p join tenant t on t.id = p.tenant_id
  where p.due_at < at and p.status in ('new', 'confirmed') and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by p.due_at limit 500
$$;
reset role;
revoke execute on function work.part_orders_due(timestamptz) from public;
grant execute on function work.part_orders_due(timestamptz) to waybill_app;
