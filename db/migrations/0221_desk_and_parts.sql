-- Units that were counted at the desk and that nobody has taken in yet, and since when.
alter table return_order
  add column desk_open integer not null default 0 check (desk_open >= 0),
  add column desk_counted_at timestamptz;
update return_order r set desk_open = c.units, desk_counted_at = c.since
from (select tenant_id, return_id, greatest(0, sum(qty))::integer as units, min(counted_at) as since
  from return_count where undone_at is null and taken_at is null group by 1, 2) c
where c.tenant_id = r.tenant_id and c.return_id = r.id and c.units > 0 and r.status in ('approved', 'receiving');
create index return_order_desk on return_order (tenant_id, id) where desk_open > 0;

-- Of a SKU in several cartons: the one that the inspection found the trouble in.
alter table return_line add column carton_no integer check (carton_no > 0);

-- What is claimed and not paid is open from the first draft on.
alter table claim drop column open_total;
alter table claim add column open_total bigint not null generated always as (
  case when status in ('draft', 'submitted', 'part_paid') then total - paid_total - waived_total else 0 end) stored;

set role waybill_search;
-- A word without three letters or digits in a row has no trigram: it would read all numbers of a tenant. Of such
-- a word only numbers that begin with it are found, a bounded count of them; of signs alone none.
create or replace function search.ids_by_part(tenant integer, place text, word text, most integer)
returns setof uuid language plpgsql stable security definer rows 50 set search_path = public as $$
declare
  source text := split_part(place, '.', 1);
  key text := split_part(place, '.', 2);
begin
  if place not in ('stock_movement.ref_no_key', 'sku.sku_code_key') then
    raise exception 'nothing is found by a part of %', place;
  end if;
  return query execute format('select id from %I where tenant_id = $1 and %I = $2 limit $3', source, key)
    using tenant, word, most;
  if found then return; end if;
  if word !~ '[[:alnum:]]' then return; end if;
  if word !~ '[[:alnum:]]{3}' then
    return query execute format(
      'select id from %I where tenant_id = $1 and %I >= $2 and %I < $2 || chr(1114111) limit $3', source, key, key)
      using tenant, word, least(most, 1000);
    return;
  end if;
  return query execute format('select id from %I where tenant_id = $1 and %I like $2 limit $3', source, key)
    using tenant, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most;
end $$;
reset role;
