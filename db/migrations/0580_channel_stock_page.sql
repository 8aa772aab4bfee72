-- 渠道库存 shows the last push of each row: its item is found by listing and warehouse code, newest first.
create index stock_push_item_row on stock_push_item
  (tenant_id, channel_product_id, channel_warehouse_code, id desc);
