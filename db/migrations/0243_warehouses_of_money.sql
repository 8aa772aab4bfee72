-- A credit note is about goods that came back to a warehouse: who is limited to others does not see it.
alter table credit_note add column warehouse_id uuid;
update credit_note c set warehouse_id = r.warehouse_id from return_order r
where r.tenant_id = c.tenant_id and r.id = c.return_id;
alter table credit_note add foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);

-- An entry is about the warehouses whose stock it moves: it is seen by whoever sees all of them. One about none
-- is the whole tenant's.
alter table journal_entry add column warehouse_ids uuid[] not null default '{}';
update journal_entry e set warehouse_ids = w.ids
from (select p.tenant_id, p.entry_id, array_agg(distinct a.part::uuid) as ids
  from posting p
  join account a on a.tenant_id = p.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
  where a.code in ('inventory', 'inventory:transit')
    and a.part ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
  group by 1, 2) w
where w.tenant_id = e.tenant_id and w.entry_id = e.id;
