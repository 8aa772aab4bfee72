-- Shipments are worked off by when they have to leave: the deadline of their order, as long as they are here.
alter table shipment add column ship_by timestamptz;
update shipment s set ship_by = o.ship_by from sales_order o where o.tenant_id = s.tenant_id and o.id = s.order_id;
alter table shipment add column leave_by timestamptz generated always as (case
  when status in ('draft', 'packing', 'packed', 'labelling', 'labelled') then ship_by end) stored;
create index shipment_leave_by on shipment (tenant_id, stage, leave_by, id);
