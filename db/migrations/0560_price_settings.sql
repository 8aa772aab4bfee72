-- 定价参数: what a floor is calculated with beside cost and fees, of a shop or of one of its listings.
create table price_setting (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  channel_product_id uuid,
  target_margin numeric(18,8) constraint price_setting_margin check (target_margin between 0 and 1),
  handling numeric(18, 4) constraint price_setting_handling check (handling >= 0),
  freight_estimate numeric(18, 4) constraint price_setting_freight check (freight_estimate >= 0),
  review_pct integer constraint price_setting_review check (review_pct between 1 and 100),
  delay_pct integer constraint price_setting_delay check (delay_pct between 1 and 1000),
  delay_days integer constraint price_setting_days check (delay_days between 0 and 90),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id)
);
create unique index price_setting_scope on price_setting (tenant_id, account_id, channel_product_id)
  nulls not distinct where deleted_at is null;
create index price_setting_list on price_setting (tenant_id, create_time desc, id desc) where deleted_at is null;
create index price_setting_account on price_setting (tenant_id, account_id);
call secure_tenant_table('price_setting');
