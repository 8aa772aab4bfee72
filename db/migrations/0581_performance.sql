-- 绩效: what a shop is held to, and what its marketplace publishes; the figures themselves are counted from orders.

create table performance_target (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  metric text not null,
  target numeric(18,8) not null check (target between 0 and 1),
  effective_from date not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index performance_target_of on performance_target (tenant_id, account_id, metric, effective_from)
  where deleted_at is null;
call secure_tenant_table('performance_target');

create table published_metric (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  metric text not null,
  published_on date not null,
  value numeric(18,8) not null check (value between 0 and 1),
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index published_metric_of on published_metric (tenant_id, account_id, metric, published_on)
  where deleted_at is null;
create index published_metric_list on published_metric (tenant_id, published_on desc, id desc);
call secure_tenant_table('published_metric');

-- Orders that had to leave in a period.
create index sales_order_due on sales_order (tenant_id, ship_by) where ship_by is not null;
