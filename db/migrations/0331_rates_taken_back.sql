-- Each value that was said of a rate, as it was said. Whoever changes or deletes what others said is still held to it.
create table exchange_rate_word (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  exchange_rate_id uuid not null,
  from_code text not null,
  to_code text not null,
  effective_date date not null,
  maker_ids uuid[] not null,
  taken_back_by uuid[],
  primary key (tenant_id, id),
  foreign key (tenant_id, exchange_rate_id) references exchange_rate (tenant_id, id)
);
create unique index exchange_rate_word_said on exchange_rate_word (tenant_id, exchange_rate_id)
  where taken_back_by is null;
create index exchange_rate_word_taken on exchange_rate_word (tenant_id, from_code, to_code, effective_date)
  where taken_back_by is not null;
insert into exchange_rate_word (tenant_id, id, exchange_rate_id, from_code, to_code, effective_date, maker_ids)
select tenant_id, gen_random_uuid(), id, from_code, to_code, effective_date, maker_ids
from exchange_rate where deleted_at is null;
call secure_tenant_table('exchange_rate_word');
