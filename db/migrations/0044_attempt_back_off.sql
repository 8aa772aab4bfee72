-- Failed sign-ins are waited for longer and longer: that goes by the last one, not by the first.
alter table attempt_count add column last_hit timestamptz;
comment on table attempt_count is
  'platform: attempts per account, address, pair of both and caller; known: where a person signed in';
