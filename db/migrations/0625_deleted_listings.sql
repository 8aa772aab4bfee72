-- A price of a listing that is added again is measured from the last one of the same number.
create index channel_product_deleted on channel_product (tenant_id, account_id, channel_sku)
  where deleted_at is not null;
