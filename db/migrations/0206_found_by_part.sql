-- Codes and numbers of which a part is looked for among millions. `like` is not leakproof: under row-level
-- security a trigram index serves it only inside a definer function, which answers ids of one tenant.
alter table stock_movement
  add column ref_no_key text generated always as (lower(ref_no)) stored;
create index stock_movement_ref_no on stock_movement (tenant_id, ref_no_key);
create index stock_movement_ref_part on stock_movement using gin (ref_no_key gin_trgm_ops);
create index sku_code_part on sku using gin (sku_code_key gin_trgm_ops);

grant select (tenant_id, id, ref_no_key) on stock_movement to waybill_search;
grant select (tenant_id, id, sku_code_key) on sku to waybill_search;
create policy search on stock_movement for select to waybill_search using (true);
create policy search on sku for select to waybill_search using (true);

set role waybill_search;
-- A number that is there as a whole is all that is meant: reading the trigram lists of a common run of digits takes
-- many times as long. `most` bounds what is found: who asks with a bound looks elsewhere when it is reached. Null: all.
create function search.ids_by_part(tenant integer, place text, word text, most integer)
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
  return query execute format('select id from %I where tenant_id = $1 and %I like $2 limit $3', source, key)
    using tenant, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%', most;
end $$;
reset role;
revoke execute on function search.ids_by_part(integer, text, text, integer) from public;
grant execute on function search.ids_by_part(integer, text, text, integer) to waybill_app;
