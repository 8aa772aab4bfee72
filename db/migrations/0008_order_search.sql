-- A number that is typed or scanned whole finds its order through the number's own index: reading
-- the trigram lists of a common run of digits took fifty times as long. Anything else is looked for
-- within numbers, part numbers and names as before. `rows 20` tells the planner that few ids come
-- back, so that it fetches those orders instead of reading all of them.
grant select (order_no, channel_order_no) on sales_order to waybill_search;

set role waybill_search;
create function search.sales_order_ids(tenant integer, word text, pattern text)
returns setof uuid language plpgsql stable security definer rows 20 set search_path = public as $$
begin
  return query
    select id from sales_order where tenant_id = tenant and channel_order_no collate "C" in (word, upper(word))
    union
    select id from sales_order where tenant_id = tenant and order_no collate "C" in (word, upper(word));
  if found then return; end if;
  return query
    select id from sales_order
    where tenant_id = tenant and search_text like pattern
    order by create_time desc, id desc limit 10001;
end $$;
drop function search.sales_order_ids(integer, text);
reset role;
revoke execute on function search.sales_order_ids(integer, text, text) from public;
grant execute on function search.sales_order_ids(integer, text, text) to waybill_app;
