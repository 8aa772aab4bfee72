-- Each value that was said of a standard cost, as it was said. Whoever changes or deletes what others said is
-- still held to it. A word without a row is that of sku.standard_cost, and is kept when it is changed.
create table sku_cost_word (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  sku_id uuid not null,
  sku_cost_id uuid,
  standard_cost numeric(18,4) not null,
  effective_from date,
  maker_ids uuid[] not null,
  taken_back_by uuid[],
  primary key (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, sku_cost_id) references sku_cost (tenant_id, id)
);
create unique index sku_cost_word_said on sku_cost_word (tenant_id, sku_cost_id) where taken_back_by is null;
create index sku_cost_word_taken on sku_cost_word (tenant_id, sku_id) where taken_back_by is not null;
insert into sku_cost_word (tenant_id, id, sku_id, sku_cost_id, standard_cost, effective_from, maker_ids)
select tenant_id, gen_random_uuid(), sku_id, id, standard_cost, effective_from, maker_ids
from sku_cost where deleted_at is null;
call secure_tenant_table('sku_cost_word');
