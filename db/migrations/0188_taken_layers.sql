-- What a sale took of which layers: taken back, the goods are as old as they were.
alter table stock_movement add column taken jsonb;
