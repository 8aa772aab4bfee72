-- Units that were accepted for a later day: promised to the channel, held by no stock until there is some.
alter table order_line add column qty_backordered integer not null default 0 check (qty_backordered >= 0);
alter table order_line add column backorder_date date;
-- The last such day of the order, and the instant until which the goods are to leave then.
alter table sales_order add column backorder_date date;
alter table sales_order add column backorder_by timestamptz;
create index sales_order_backordered on sales_order (tenant_id, ship_by, id) where backorder_date is not null;
