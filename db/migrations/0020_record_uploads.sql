-- Pictures and documents of products and SKUs: addresses of uploads that the row holds.
alter table product
  add column images text[] check (cardinality(images) <= 9),
  add column documents text[] check (cardinality(documents) <= 10);
alter table sku add column images text[] check (cardinality(images) <= 9);
