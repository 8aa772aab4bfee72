-- The order that another one seems to double is a link, not a number within a sentence.

alter table order_hold add column other_order_id uuid,
  add foreign key (tenant_id, other_order_id) references sales_order (tenant_id, id);

update order_hold h set other_order_id = (
  select o.id from sales_order o
  where o.tenant_id = h.tenant_id and o.channel_order_no = substring(h.detail from '^与 (\S+) 收货地址')
    and o.id <> h.order_id
  order by o.id desc limit 1)
where h.type = 'duplicate';
