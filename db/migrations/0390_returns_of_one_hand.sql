-- Money and goods that go out for a return by the word of one person: who wrote it, and what was agreed to alone, in
-- minor units of the base currency. What came from a channel by itself was written by nobody here.
alter table return_order
  add column writer_ids uuid[] not null default '{}',
  add column alone_ids uuid[] not null default '{}',
  add column alone_value bigint not null default 0 check (alone_value >= 0),
  add column alone_at timestamptz;
update return_order r set writer_ids = array(select u.id from app_user u where u.username = r.create_by)
where r.status in ('draft', 'requested');
create index return_order_alone on return_order (tenant_id, alone_at) where alone_value > 0;
