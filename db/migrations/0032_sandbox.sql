-- Orders of a sandbox shop, and what comes of them, stand apart: each row says of which
-- environment it is, so that a list needs no shop to tell them.
alter table sales_order add column environment text not null default 'live';
alter table shipment add column environment text not null default 'live';
alter table box add column environment text not null default 'live';
alter table reservation add column environment text not null default 'live';
alter table cancellation_request add column environment text not null default 'live';
alter table quarantined_order add column environment text not null default 'live';

update sales_order o set environment = a.environment from channel_account a
  where a.environment <> 'live' and a.tenant_id = o.tenant_id and a.id = o.account_id;
update shipment s set environment = a.environment from channel_account a
  where a.environment <> 'live' and a.tenant_id = s.tenant_id and a.id = s.account_id;
update box b set environment = a.environment from channel_account a
  where a.environment <> 'live' and a.tenant_id = b.tenant_id and a.id = b.account_id;
update cancellation_request c set environment = a.environment from channel_account a
  where a.environment <> 'live' and a.tenant_id = c.tenant_id and a.id = c.account_id;
update quarantined_order q set environment = a.environment from channel_account a
  where a.environment <> 'live' and a.tenant_id = q.tenant_id and a.id = q.account_id;
update reservation r set environment = o.environment from sales_order o
  where o.environment <> 'live' and o.tenant_id = r.tenant_id and o.id = r.order_id;

-- What sandbox orders hold is real stock no more: it can be promised to buyers again. Goods that a
-- sandbox order moved before stay moved: history is not rewritten, an adjustment brings them back.
update stock_level l set reserved = l.reserved - r.qty, version = l.version + 1
from (select tenant_id, warehouse_id, sku_id, sum(qty)::integer as qty from reservation
  where environment <> 'live' and status = 'open' group by 1, 2, 3) r
where l.tenant_id = r.tenant_id and l.warehouse_id = r.warehouse_id and l.sku_id = r.sku_id
  and l.condition = 'good';

-- Which shops' counts stand apart is asked once per shop.
create index sales_order_apart on sales_order (tenant_id, account_id) where environment = 'sandbox';
create index shipment_apart on shipment (tenant_id, account_id) where environment = 'sandbox';
create index box_apart on box (tenant_id, account_id) where environment = 'sandbox';
create index cancellation_request_apart on cancellation_request (tenant_id, account_id)
  where environment = 'sandbox';
