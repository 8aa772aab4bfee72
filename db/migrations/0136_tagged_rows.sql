-- Rows by their tags. Overlapping of arrays is not leakproof, so under row-level security an index
-- serves it only inside a definer function. It answers ids of one tenant, never rows.
grant select (tag_ids) on sales_order to waybill_search;
grant select (tenant_id, id, tag_ids) on product, customer to waybill_search;
create policy search on product for select to waybill_search using (true);
create policy search on customer for select to waybill_search using (true);

set role waybill_search;
create function search.tagged_ids(tenant integer, place text, tags uuid[], every boolean)
returns setof uuid language plpgsql stable security definer rows 200 set search_path = public as $$
begin
  if place not in ('sales_order', 'product', 'customer') then
    raise exception 'rows of % have no tags', place;
  end if;
  return query execute format(
    'select id from %I where tenant_id = $1 and tag_ids %s $2', place,
    case when every then '@>' else '&&' end) using tenant, tags;
end $$;
reset role;
revoke execute on function search.tagged_ids(integer, text, uuid[], boolean) from public;
grant execute on function search.tagged_ids(integer, text, uuid[], boolean) to waybill_app;
