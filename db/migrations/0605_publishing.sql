-- 刊登: what a marketplace asks of a listing, and listings on their way there.

-- The questions of one class in one storefront of a shop; another set of questions is another row.
create table listing_form (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  account_id uuid not null,
  storefront text not null,
  class_id text not null,
  hash text not null,
  questions jsonb not null,
  -- When the marketplace last gave exactly these: the latest is what it asks now.
  fetched_at timestamptz not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, storefront, class_id, hash),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create index listing_form_latest on listing_form (tenant_id, account_id, storefront, class_id, fetched_at desc);
call secure_tenant_table('listing_form');

create table publish_task (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  task_no text not null,
  account_id uuid not null,
  storefront text not null constraint publish_task_storefront check (storefront in ('wayfair_us', 'wayfair_ca',
    'wayfair_ca_fr', 'wayfair_uk', 'wayfair_de', 'joss_us', 'allmodern_us', 'birchlane_us', 'perigold_us')),
  class_id text not null,
  class_title text not null,
  subject text not null,
  -- The questions that it is filled in by.
  form_id uuid not null,
  is_form_changed boolean not null default false,
  is_by_hand boolean not null default false,
  -- The marketplace has had it for a day and said nothing.
  is_overdue boolean not null default false,
  item_count integer not null default 0,
  error_count integer not null default 0,
  warning_count integer not null default 0,
  live_count integer not null default 0,
  refused_count integer not null default 0,
  attempt integer not null default 0,
  revision integer not null default 1,
  submitted_by text,
  submitted_at timestamptz,
  answered_at timestamptz,
  live_at timestamptz,
  outcome text,
  status text not null,
  stage text generated always as (case
    when status in ('draft', 'invalid') then 'draft'
    when status in ('submitting', 'processing') then 'under_way'
    when status in ('failed', 'partial') then 'refused'
    when status in ('ended', 'withdrawn') then 'over'
    else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, task_no),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, form_id) references listing_form (tenant_id, id)
);
create index publish_task_list on publish_task (tenant_id, create_time desc, id desc);
create index publish_task_stage on publish_task (tenant_id, stage, create_time desc, id desc);
create index publish_task_account on publish_task (tenant_id, account_id, create_time desc, id desc);
create index publish_task_class on publish_task (tenant_id, account_id, storefront, class_id);
call secure_tenant_table('publish_task');

create table publish_item (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  task_id uuid not null,
  account_id uuid not null,
  storefront text not null,
  sku_id uuid not null,
  channel_sku text not null,
  channel_product_id uuid,
  line_no integer not null,
  state text not null default 'open' constraint publish_item_state
    check (state in ('open', 'queued', 'sending', 'processing', 'live', 'refused')),
  answers jsonb not null default '[]',
  -- What the marketplace has; null where the listing never stood there.
  live_answers jsonb,
  -- What is on its way there.
  sent_answers jsonb,
  flaws jsonb not null default '[]',
  error_count integer not null default 0,
  request_ids text[] not null default '{}',
  -- Its goods stand in no other task of this shop and storefront as long as this is so.
  is_held boolean not null default true,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references publish_task (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id)
);
create index publish_item_list on publish_item (tenant_id, create_time desc, id desc);
create unique index publish_item_line on publish_item (tenant_id, task_id, line_no);
create unique index publish_item_goods on publish_item (tenant_id, account_id, storefront, sku_id) where is_held;
create unique index publish_item_part on publish_item (tenant_id, account_id, storefront, channel_sku) where is_held;
call secure_tenant_table('publish_item');
