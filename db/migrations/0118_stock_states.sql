-- 状态变更单: goods change their condition, or are frozen and set free, where they lie.
create table state_change (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  change_no text not null,
  kind text not null default 'condition' check (kind in ('condition', 'freeze', 'unfreeze')),
  warehouse_id uuid not null,
  reason text not null,
  line_count integer not null default 0,
  total_qty integer not null default 0,
  posted_by text,
  status text not null default 'draft',
  stage text generated always as (case when status = 'draft' then 'open' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, change_no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index state_change_list on state_change (tenant_id, create_time desc, id desc);
call secure_tenant_table('state_change');

create table state_change_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  change_id uuid not null,
  sku_id uuid not null,
  condition text not null,
  to_condition text,
  qty integer not null check (qty > 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, change_id) references state_change (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index state_change_line_of on state_change_line (tenant_id, change_id);
call secure_tenant_table('state_change_line');
