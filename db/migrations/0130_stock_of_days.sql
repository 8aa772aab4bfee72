-- What a level held at a moment is said by its last movement before it; what came and went between two
-- moments, and what it cost, by the movements between them: all of it read from the index alone.
create index stock_movement_at on stock_movement (tenant_id, warehouse_id, sku_id, condition, create_time, seq)
  include (balance_after, qty, cost_value, type);
