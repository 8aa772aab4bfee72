-- 爆炸图: the drawing of a SKU, and where on it each of its parts is, in thousandths from the upper left corner.
alter table sku
  add column drawing text[],
  add constraint sku_one_drawing check (cardinality(drawing) <= 1);
alter table sku_part
  add column point_x integer,
  add column point_y integer,
  add constraint sku_part_point_x check (point_x between 0 and 1000),
  add constraint sku_part_point_y check (point_y between 0 and 1000);
