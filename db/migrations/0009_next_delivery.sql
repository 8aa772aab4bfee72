-- When the next delivery is due that can be claimed: what stands behind another of its aggregate
-- is not due before that one is done, however early its own moment. Counting it kept a worker that
-- was waited for looking again and again.
set role waybill_jobs;
create or replace function work.next_delivery() returns timestamptz
language sql security definer set search_path = public as $$
  select min(case when c.status = 'running' then greatest(c.next_at, c.lease_until) else c.next_at end)
  from delivery c
  where c.status in ('pending', 'running')
    and not exists (
      select 1 from delivery e
      where e.tenant_id = c.tenant_id and e.aggregate = c.aggregate
        and e.status in ('pending', 'running') and e.id < c.id)
$$;
reset role;
