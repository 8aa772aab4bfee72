-- 盘点单: what was counted, against what the ledger said at that moment.
create table stock_count (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  count_no text not null,
  warehouse_id uuid not null,
  extent text not null default 'listed' check (extent in ('listed', 'all')),
  is_blind boolean not null default false,
  remark text,
  line_count integer not null default 0,
  counted_count integer not null default 0,
  different_count integer not null default 0,
  difference_qty integer not null default 0,
  -- What its differences are worth together, each taken without its sign; null: nobody knows.
  value bigint,
  currency text not null default 'USD',
  started_at timestamptz,
  submitted_at timestamptz,
  submitted_by text,
  submitted_by_id uuid,
  posted_alone boolean not null default false,
  maker_ids uuid[] not null default '{}',
  status text not null default 'draft',
  stage text generated always as (case when status in ('draft', 'counting', 'review') then 'open' else status end) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, count_no),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index stock_count_list on stock_count (tenant_id, create_time desc, id desc);
create index stock_count_open on stock_count (tenant_id, warehouse_id) where status in ('counting', 'review');
create index stock_count_alone on stock_count (tenant_id, submitted_by_id, submitted_at) where posted_alone;
call secure_tenant_table('stock_count');

create table stock_count_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  count_id uuid not null,
  sku_id uuid not null,
  condition text not null default 'good',
  -- The level when counting began: its quantity, and the number of its last movement.
  start_qty integer,
  start_seq bigint,
  -- What was moved between the beginning and the counting of this line.
  count_moved integer,
  counted_qty integer check (counted_qty >= 0),
  first_qty integer,
  counted_by text,
  counted_at timestamptz,
  is_added boolean not null default false,
  -- What is shown: of a blind count only once it is over.
  book_qty integer,
  moved_qty integer,
  difference_qty integer,
  value bigint,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, count_id) references stock_count (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index stock_count_line_of on stock_count_line (tenant_id, count_id);
create index stock_count_line_sku on stock_count_line (tenant_id, sku_id);
-- Since counting began a SKU stands once in a count: two scanners that add it meet here.
create unique index stock_count_line_once on stock_count_line (tenant_id, count_id, sku_id, condition)
  where start_seq is not null;
call secure_tenant_table('stock_count_line');
