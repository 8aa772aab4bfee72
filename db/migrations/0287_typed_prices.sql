-- Whoever typed an order does not accept its prices.
alter table sales_order add column maker_ids uuid[] not null default '{}';
update sales_order o set maker_ids = array(select u.id from app_user u where u.username = o.create_by)
where o.order_type = 'manual' and o.status in ('draft', 'new', 'accepted', 'ready', 'processing');
