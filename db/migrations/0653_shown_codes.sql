-- Codes under which a shop's marketplace was sent quantities: what it shows there is taken back once no warehouse
-- stands behind one any more, whatever has become of the link.
create table shown_code (
  tenant_id integer not null references tenant (id),
  account_id uuid not null,
  channel_warehouse_code text not null,
  primary key (tenant_id, account_id, channel_warehouse_code),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
call secure_tenant_table('shown_code');
insert into shown_code (tenant_id, account_id, channel_warehouse_code)
select distinct s.tenant_id, p.account_id, s.channel_warehouse_code
from channel_stock s join channel_product p on p.tenant_id = s.tenant_id and p.id = s.channel_product_id;
