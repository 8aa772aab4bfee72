-- A rule leaves a row with every order that it did not concern; old ones say nothing to anybody any more.
-- What a rule did stays: it is its receipt.
grant select, delete on rule_run to waybill_jobs;
create policy jobs on rule_run to waybill_jobs using (true);
create index rule_run_unmet on rule_run (create_time) where outcome in ('unmatched', 'passedOver');

set role waybill_jobs;
create function work.sweep_rule_runs(before timestamptz, wanted integer) returns integer
language plpgsql security definer set search_path = public as $$
declare swept integer;
begin
  delete from rule_run r using (
    select c.tenant_id, c.id from rule_run c
    where c.outcome in ('unmatched', 'passedOver') and c.create_time < before
    limit wanted
  ) old
  where r.tenant_id = old.tenant_id and r.id = old.id;
  get diagnostics swept = row_count;
  return swept;
end $$;
reset role;
revoke execute on function work.sweep_rule_runs(timestamptz, integer) from public;
grant execute on function work.sweep_rule_runs(timestamptz, integer) to waybill_app;
