-- What a tenant has decided about picking and handing over; one that has no row works by the defaults.
create table fulfilment_setting (
  tenant_id integer not null references tenant (id),
  most_per_wave integer not null check (most_per_wave between 1 and 200),
  cart_slots integer not null check (cart_slots between 1 and 60),
  cutoff text not null,
  update_by text not null,
  update_time timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id)
);
call secure_tenant_table('fulfilment_setting');
