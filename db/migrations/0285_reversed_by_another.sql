-- Who paid, issued or noted a payment, and who took it back: nobody reverses their own, and who did either does
-- not pay the same bill again.
alter table bill_payment
  add column maker_ids uuid[] not null default '{}',
  add column reverser_ids uuid[] not null default '{}';
update bill_payment p set
  maker_ids = array(select u.id from app_user u where u.username = p.paid_by),
  reverser_ids = array(select u.id from app_user u where u.username = p.reversed_by);

alter table credit_note add column maker_ids uuid[] not null default '{}';
update credit_note n set maker_ids = array(select u.id from app_user u where u.username = n.issued_by);

alter table claim add column maker_ids uuid[] not null default '{}';
update claim c set maker_ids = array(
  select distinct u.id from claim_payment p join app_user u on u.username = p.paid_by
  where p.tenant_id = c.tenant_id and p.claim_id = c.id and not p.is_reversed);

-- Whoever posted a landed cost reverses it as little as whoever wrote it.
update landed_cost c set maker_ids = maker_ids || u.id from app_user u
where u.username = c.posted_by and c.status = 'posted' and not u.id = any(c.maker_ids);
