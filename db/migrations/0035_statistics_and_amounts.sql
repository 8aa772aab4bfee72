-- Statistics of a table right after many rows were written: until the server gets to it by itself
-- (a minute or more) look-ups by key are planned for the table as it was, on whatever index comes
-- first. Only an owner may ask for them, so this runs as the one who migrates. Who looks at the table
-- already is not waited for.
create function work.refresh_statistics(table_name text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from pg_class
      where relnamespace = 'public'::regnamespace and relname = table_name and relkind in ('r', 'p'))
  then raise exception 'no table of ours: %', table_name; end if;
  execute format('analyze (skip_locked) public.%I', table_name);
end $$;
revoke execute on function work.refresh_statistics(text) from public;
grant execute on function work.refresh_statistics(text) to waybill_app;

-- Orders by amount, whatever their stage: an advanced query asks for a range, a list is sorted by it.
create index sales_order_amount on sales_order (tenant_id, total, id);
