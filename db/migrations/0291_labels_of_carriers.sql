-- Whose a carrier's label is: a carrier that answers the number of another's label has it taken for none of ours, so
-- that a void or a charge never meets the goods of somebody else. Of old labels under one number the first has it.
create table carrier_label_claim (
  tenant_id integer not null references tenant (id),
  carrier_account_id uuid not null,
  remote_id text not null,
  label_id uuid not null,
  label_no text not null,
  create_time timestamptz not null,
  primary key (tenant_id, carrier_account_id, remote_id),
  foreign key (tenant_id, carrier_account_id) references carrier_account (tenant_id, id)
);
call secure_tenant_table('carrier_label_claim', 'append');

insert into carrier_label_claim (tenant_id, carrier_account_id, remote_id, label_id, label_no, create_time)
select tenant_id, carrier_account_id, left(remote_id, 200), id, label_no, create_time
from (
  select tenant_id, carrier_account_id, remote_id, id, label_no, create_time from shipping_label
  union all
  select tenant_id, carrier_account_id, remote_id, id, label_no, create_time from return_label) known
where remote_id is not null
order by create_time, id
on conflict do nothing;
