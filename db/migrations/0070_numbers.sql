-- Many numbers at once: what a person pasted into a list, under an id that an address has room for,
-- and lower-case twins of the numbers that lists are searched by. Under row-level security an index
-- serves a plain comparison of a column, but never `lower(…)`.

create table number_search (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  numbers text[] not null,
  create_by text,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index number_search_age on number_search (tenant_id, create_time);
call secure_tenant_table('number_search');

alter table sales_order
  add column order_no_key text generated always as (lower(order_no)) stored,
  add column channel_order_no_key text generated always as (lower(channel_order_no)) stored;
create index sales_order_no_key on sales_order (tenant_id, order_no_key);
create index sales_order_po_key on sales_order (tenant_id, channel_order_no_key);

alter table order_line
  add column channel_sku_key text generated always as (lower(channel_sku)) stored;
create index order_line_channel_sku_key on order_line (tenant_id, channel_sku_key);

alter table product add column spu_code_key text generated always as (lower(spu_code)) stored;
create index product_spu_code_key on product (tenant_id, spu_code_key);

alter table sku
  add column sku_code_key text generated always as (lower(sku_code)) stored,
  add column upc_key text generated always as (lower(upc)) stored;
create index sku_of_code_key on sku (tenant_id, sku_code_key);
create index sku_upc_key on sku (tenant_id, upc_key);

alter table shipment
  add column shipment_no_key text generated always as (lower(shipment_no)) stored;
create index shipment_number_key on shipment (tenant_id, shipment_no_key);

alter table box
  add column box_no_key text generated always as (lower(box_no)) stored,
  add column tracking_no_key text generated always as (lower(tracking_no)) stored;
create index box_number_key on box (tenant_id, box_no_key);
create index box_tracking_key on box (tenant_id, tracking_no_key) where tracking_no_key is not null;

alter table channel_product
  add column channel_sku_key text generated always as (lower(channel_sku)) stored,
  add column channel_item_id_key text generated always as (lower(channel_item_id)) stored;
create index channel_product_sku_key on channel_product (tenant_id, channel_sku_key);
create index channel_product_item_key on channel_product (tenant_id, channel_item_id_key);
