-- What a batch of one person has set off, until he has read how it ended: deliveries remember the
-- batch that stored them, a row says whose it is and from which list.
alter table delivery add column batch_id uuid;
create index delivery_batch_id on delivery (tenant_id, batch_id) where batch_id is not null;

create table delivery_batch (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  user_id uuid not null,
  resource text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index delivery_batch_user on delivery_batch (tenant_id, user_id, resource);
call secure_tenant_table('delivery_batch');
