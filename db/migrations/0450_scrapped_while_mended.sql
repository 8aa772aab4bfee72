-- What one person scraps of goods that were to be mended counts with what they give up in a day.
alter table return_order
  add column mended_lost bigint not null default 0 check (mended_lost >= 0),
  add column mended_lost_at timestamptz,
  add column mender_ids uuid[] not null default '{}';
create index return_order_mended_lost on return_order (tenant_id, mended_lost_at) where mended_lost > 0;
