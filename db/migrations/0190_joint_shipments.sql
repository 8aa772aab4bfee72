-- 合并发货: shipments of several orders to one address leave together. One of them leads: it has the boxes and
-- the numbers, and the others go the way it goes; each keeps its own order, lines and notice.
alter table shipment
  add column lead_id uuid,
  add column partner_count integer not null default 0 check (partner_count >= 0),
  add constraint shipment_lead foreign key (tenant_id, lead_id) references shipment (tenant_id, id),
  add constraint shipment_led_once check (lead_id is null or (lead_id <> id and partner_count = 0));
create index shipment_partners on shipment (tenant_id, lead_id) where lead_id is not null;
