-- Files and pictures of a remark: addresses of uploads that it holds.
alter table order_remark add column assets text[] check (cardinality(assets) <= 9);
