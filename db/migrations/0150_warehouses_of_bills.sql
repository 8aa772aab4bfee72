-- Whom a bill is for: the warehouses of all that it answers.
alter table supplier_bill add column warehouse_ids uuid[] not null default '{}';
update supplier_bill b set warehouse_ids = w.ids
from (
  select l.tenant_id, l.bill_id, array_agg(distinct coalesce(p.warehouse_id, r.warehouse_id)) as ids
  from supplier_bill_line l
  left join purchase_order p on p.tenant_id = l.tenant_id and p.id = l.purchase_order_id
  left join inbound_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
  where coalesce(p.warehouse_id, r.warehouse_id) is not null
  group by 1, 2) w
where w.tenant_id = b.tenant_id and w.bill_id = b.id;
