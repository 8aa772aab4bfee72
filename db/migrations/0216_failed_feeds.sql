-- When a feed failed, as a whole or in part. One that another made needless, or that had nothing to say any
-- more, ends as failed too and is no failure.
alter table stock_push add column failed_at timestamptz;
update stock_push set failed_at = coalesce(finished_at, update_time, create_time)
where status in ('partial', 'failed')
  and coalesce(error, '') not in ('后续推送已恢复正常，本次作废', '数量已一致，无需推送');
create index stock_push_failed on stock_push (tenant_id, failed_at desc, id desc) where failed_at is not null;
create index stock_push_failed_of on stock_push (tenant_id, account_id, failed_at) where failed_at is not null;
