-- Of what kind of order a shipment is: channels make no labels for orders typed by hand.
alter table shipment add column order_type text;
update shipment s set order_type = o.order_type
  from sales_order o where o.tenant_id = s.tenant_id and o.id = s.order_id;
alter table shipment alter column order_type set not null;
