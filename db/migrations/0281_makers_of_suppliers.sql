-- Who added a supplier: what somebody buys of suppliers that they added counts together.
alter table supplier add column maker_ids uuid[] not null default '{}';
update supplier s set maker_ids = array(select u.id from app_user u where u.username = s.create_by);
