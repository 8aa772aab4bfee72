-- Labels whose parcels are to be asked for again, over all tenants; the schedule asks for ids alone.
grant select on shipping_label to waybill_jobs;
create policy jobs on shipping_label to waybill_jobs using (true);

set role waybill_jobs;
create function work.labels_due(at timestamptz)
returns table (tenant_id integer, id uuid, slot bigint)
language sql security definer set search_path = public as $$
  select l.tenant_id, l.id, floor(extract(epoch from l.next_track_at))::bigint
  from shipping_label l join tenant t on t.id = l.tenant_id
  where l.next_track_at <= at and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by l.next_track_at limit 500
$$;
reset role;
revoke execute on function work.labels_due(timestamptz) from public;
grant execute on function work.labels_due(timestamptz) to waybill_app;
