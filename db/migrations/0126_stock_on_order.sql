-- Units that suppliers still owe a warehouse, beside its good stock.
alter table stock_level add column on_order integer not null default 0 check (on_order >= 0);
create index stock_level_on_order on stock_level (tenant_id, sku_id) where on_order > 0;
