-- What a cost is worth depends on who vouches for it: people who alone stand behind what a receipt cost.
-- Empty where somebody else has approved it, or its order.
alter table inbound_receipt add column alone_ids uuid[] not null default '{}';
update inbound_receipt r set alone_ids = p.maker_ids from purchase_order p
  where p.tenant_id = r.tenant_id and p.id = r.ref_id and r.ref_type = 'purchaseOrder'
    and p.approved_by = '系统';
-- Who typed a receipt of no order until now did so alone.
update inbound_receipt r set alone_ids = array[u.id] from app_user u
  where r.ref_type is null and u.username = r.create_by;

create index stock_movement_said on stock_movement (tenant_id, sku_id, unit_cost desc)
  where type in ('purchase_in', 'opening', 'adjust_in') and qty > 0 and unit_cost > 0;
