-- Work that came with the clock alone (pulls, counts) leaves a row each time: some hundred a day and
-- shop. Done and old they tell nothing any more; what stands for an event of the business stays.
grant delete on delivery to waybill_jobs;
grant select on outbox to waybill_jobs;
create policy jobs on outbox for select to waybill_jobs using (true);

create index delivery_done on delivery (done_at) where status in ('ok', 'cancelled');

set role waybill_jobs;
create function work.sweep_deliveries(handlers text[], before timestamptz, wanted integer) returns integer
language plpgsql security definer set search_path = public as $$
declare swept integer;
begin
  delete from delivery d using (
    select c.tenant_id, c.id from delivery c
    where c.status in ('ok', 'cancelled') and c.done_at < before
      and c.handler = any (handlers)
      and not exists (
        select 1 from outbox o where o.tenant_id = c.tenant_id and o.id = c.event_id)
    limit wanted for update skip locked
  ) old
  where d.tenant_id = old.tenant_id and d.id = old.id;
  get diagnostics swept = row_count;
  return swept;
end $$;
reset role;
revoke execute on function work.sweep_deliveries(text[], timestamptz, integer) from public;
grant execute on function work.sweep_deliveries(text[], timestamptz, integer) to waybill_app;
