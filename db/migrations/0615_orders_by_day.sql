-- What was sold in a period, and how far the orders of it have come, is asked for all day.
create index sales_order_ordered on sales_order (tenant_id, ordered_at);
