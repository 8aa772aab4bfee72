-- When the channel showed an order that we were at as shipped by somebody else: it is held for that
-- once. It was read from the words of the hold.
alter table sales_order add column shipped_elsewhere_at timestamptz;
update sales_order o set shipped_elsewhere_at = h.opened_at
from order_hold h
where h.tenant_id = o.tenant_id and h.order_id = o.id and h.type = 'answeredElsewhere'
  and h.detail = '平台显示该订单已在他处发货';
