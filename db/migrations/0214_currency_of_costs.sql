-- What lines of orders cost stands in the currency of the books, whatever they were sold in.
alter table order_line add column base_currency text;
update order_line l set base_currency = c.code from currency c
where c.tenant_id = l.tenant_id and c.is_base and (l.cogs is not null or l.part_cost is not null);
