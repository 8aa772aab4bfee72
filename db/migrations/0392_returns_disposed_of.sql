-- What one person gave up alone in the last hours is summed at each disposal.
create index return_order_disposed on return_order (tenant_id, disposed_at) where disposal_value > 0;
