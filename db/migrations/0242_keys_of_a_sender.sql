-- A key belongs to who sent it: the same one of somebody else is another key. Whose the old ones are nobody
-- noted; they answer as before whoever asks, so that no call of the day before is carried out twice.
alter table receipt
  add column sender text not null default '',
  drop constraint receipt_pkey,
  add primary key (tenant_id, scope, key, sender);
alter table receipt alter column sender drop default;
