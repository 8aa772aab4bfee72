-- Orders typed by hand: the warehouse they are to leave from, and what else is to be known of them.
alter table sales_order
  add column pinned_warehouse_id uuid,
  add column note text,
  add foreign key (tenant_id, pinned_warehouse_id) references warehouse (tenant_id, id);
