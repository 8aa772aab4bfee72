-- An order may be split into a family: its members share shop, number and type at the channel and are
-- told apart by split_seq. A line that was taken out of another names the line that the channel knows.
-- What was rounded when an amount was divided stays with its part: line_net = round(units × price) + net_shift.

alter table sales_order add column priority text not null default 'normal'
  check (priority in ('normal', 'rush', 'urgent'));
alter table sales_order add foreign key (tenant_id, parent_id) references sales_order (tenant_id, id);
create index sales_order_priority on sales_order (tenant_id, stage, priority, id);

alter table order_line
  add column origin_line_id uuid,
  add column net_shift bigint not null default 0;

alter table shipment add column priority text not null default 'normal'
  check (priority in ('normal', 'rush', 'urgent'));
create index shipment_priority on shipment (tenant_id, stage, priority, id);
