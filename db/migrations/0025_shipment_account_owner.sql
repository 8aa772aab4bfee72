-- Whose account a shipment travels on: a marketplace takes no tracking number of another carrier.
alter table shipment add column account_owner text;
update shipment s set account_owner = m.account_owner
  from ship_method m where m.tenant_id = s.tenant_id and m.id = s.ship_method_id;
