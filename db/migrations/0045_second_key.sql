-- Changing the secret key: while sealed values move from the old key to the new one, both are
-- needed, and a node that knows one of them alone does not start.
alter table installation
  -- Sealed with the key before; null when nothing needs that key any more.
  add column old_key_check text,
  -- How far re-sealing has come.
  add column reseal_cursor jsonb,
  -- Keys of digests made before, as a sealed list: codes of which no plain text is kept are found by
  -- them.
  add column retired_digests text;
grant update (key_check, old_key_check, reseal_cursor, retired_digests) on installation to waybill_app;
