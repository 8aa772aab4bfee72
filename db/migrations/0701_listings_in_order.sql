-- 渠道库存 begins with the first part numbers: a page of it walks along this index instead of sorting all rows.
create index channel_product_in_order on channel_product (tenant_id, channel_sku) where deleted_at is null;
