-- Who had a hand in a rate: what is worth little by a rate of one's own is not within one's limit.
alter table exchange_rate add column maker_ids uuid[] not null default '{}';
update exchange_rate r set maker_ids = array(
  select u.id from app_user u where u.username in (r.create_by, r.update_by));
