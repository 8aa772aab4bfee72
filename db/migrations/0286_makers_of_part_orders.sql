-- Who wrote a part order that has not left yet has had a hand in it.
update part_order p set maker_ids = array(
  select distinct m from unnest(p.maker_ids || array(
    select u.id from app_user u where u.username in (p.create_by, p.update_by))) m)
where p.origin <> 'channel' and p.shipped_at is null;
