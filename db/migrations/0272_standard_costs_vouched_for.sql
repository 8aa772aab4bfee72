-- Who had a hand in a standard cost: what somebody says a unit costs opens no adjustment of their own.
alter table sku_cost add column maker_ids uuid[] not null default '{}';
update sku_cost c set maker_ids = array(
  select u.id from app_user u where u.username in (c.create_by, c.update_by));
alter table sku add column cost_maker_ids uuid[] not null default '{}';
update sku s set cost_maker_ids = array(
  select u.id from app_user u where u.username in (s.create_by, s.update_by))
  where s.standard_cost > 0;
