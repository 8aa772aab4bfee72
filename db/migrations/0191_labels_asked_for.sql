-- A look that ended with a person keeps its turn until that person has it tried again. Five hundred of them (one
-- account whose key was withdrawn) took every place of the schedule, and nobody's parcels were asked for any more:
-- whose turn has its delivery already takes no place.
set role waybill_jobs;
create or replace function work.labels_due(at timestamptz)
returns table (tenant_id integer, id uuid, slot bigint)
language sql security definer set search_path = public as $$
  select l.tenant_id, l.id, floor(extract(epoch from l.next_track_at))::bigint
  from shipping_label l join tenant t on t.id = l.tenant_id
  where l.next_track_at <= at and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
    and not exists (select 1 from delivery d where d.tenant_id = l.tenant_id
      and d.dedupe_key = 'track:' || l.id || ':' || floor(extract(epoch from l.next_track_at))::bigint)
  order by l.next_track_at limit 500
$$;
reset role;
