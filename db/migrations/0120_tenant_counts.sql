-- Figures of all tenants: members and shops are counted once, not once for each of hundreds of tenants.
create or replace function work.tenant_counts()
returns table (id integer, users integer, shops integer)
language sql stable security definer set search_path = public as $$
  select t.id, coalesce(m.n, 0)::integer, coalesce(a.n, 0)::integer
  from tenant t
  left join (select tenant_id, count(*) as n from membership
    where status <> 'deleted' group by tenant_id) m on m.tenant_id = t.id
  left join (select tenant_id, count(*) as n from channel_account
    where deleted_at is null group by tenant_id) a on a.tenant_id = t.id
$$;
