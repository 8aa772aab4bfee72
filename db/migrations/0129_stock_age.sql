-- Since when goods are ours: kept through transfers, where the layer itself is that of the arrival.
-- Of layers that are there already the arrival is all that is known.
alter table cost_layer add column since timestamptz;
update cost_layer set since = create_time;
alter table cost_layer alter column since set not null;
alter table transit_layer add column since timestamptz;
update transit_layer set since = create_time;
alter table transit_layer alter column since set not null;

-- What was sold of a SKU in a warehouse: the last time, and in so many days.
create index stock_movement_sold on stock_movement (tenant_id, warehouse_id, sku_id, create_time)
  include (qty) where type = 'sale_out';
