-- 市场: what others sell where we sell. Nothing of it comes over an interface; people and files say it.
create table seller (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  marketplace text not null,
  channel_seller_id text not null,
  name text not null,
  kind text not null default 'watched' constraint seller_kind check (kind in ('own', 'watched')),
  -- The shop that an own seller is; of a watched one nothing.
  account_id uuid,
  rating numeric(18,8) constraint seller_rating check (rating between 0 and 5),
  feedback_count integer constraint seller_feedback check (feedback_count >= 0),
  url text,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint seller_shop check ((kind = 'own') = (account_id is not null)),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index seller_of on seller (tenant_id, marketplace, channel_seller_id) where deleted_at is null;
create unique index seller_account on seller (tenant_id, account_id) where deleted_at is null;
create index seller_list on seller (tenant_id, create_time desc, id desc);
call secure_tenant_table('seller');

create table market_listing (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  marketplace text not null,
  item_id text not null,
  title text not null,
  url text,
  category text,
  seller_id uuid,
  channel_product_id uuid,
  -- The shop of our own channel product; null: somebody else's listing, for everybody who may look.
  account_id uuid,
  sku_id uuid,
  currency text not null,
  price numeric(18, 4) constraint market_listing_price check (price > 0),
  rating numeric(18,8) constraint market_listing_rating check (rating between 0 and 5),
  review_count integer constraint market_listing_reviews check (review_count >= 0),
  rank integer constraint market_listing_rank check (rank > 0),
  stock_signal text constraint market_listing_signal check (stock_signal in ('inStock', 'low', 'out')),
  last_seen_at timestamptz,
  note text,
  status text not null default 'watched',
  stage text generated always as (status) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint market_listing_own check ((channel_product_id is null) = (account_id is null)),
  foreign key (tenant_id, seller_id) references seller (tenant_id, id),
  foreign key (tenant_id, channel_product_id) references channel_product (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create unique index market_listing_item on market_listing (tenant_id, marketplace, item_id) where deleted_at is null;
create index market_listing_list on market_listing (tenant_id, create_time desc, id desc);
create index market_listing_stage on market_listing (tenant_id, stage, create_time desc, id desc);
create index market_listing_sku on market_listing (tenant_id, sku_id) where sku_id is not null;
create index market_listing_seller on market_listing (tenant_id, seller_id) where seller_id is not null;
create index market_listing_product on market_listing (tenant_id, channel_product_id)
  where channel_product_id is not null;
create index market_listing_account on market_listing (tenant_id, account_id) where account_id is not null;
call secure_tenant_table('market_listing');

-- What was seen of a listing at an instant; nothing of it ever changes.
create table seller_offer (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  listing_id uuid not null,
  seller_id uuid not null,
  at timestamptz not null,
  currency text not null,
  price numeric(18, 4) constraint seller_offer_price check (price > 0),
  stock_state text constraint seller_offer_stock check (stock_state in ('inStock', 'low', 'out')),
  rating numeric(18,8) constraint seller_offer_rating check (rating between 0 and 5),
  review_count integer constraint seller_offer_reviews check (review_count >= 0),
  rank integer constraint seller_offer_rank check (rank > 0),
  source text not null constraint seller_offer_source check (source in ('typed', 'file')),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, listing_id) references market_listing (tenant_id, id),
  foreign key (tenant_id, seller_id) references seller (tenant_id, id)
);
create unique index seller_offer_seen on seller_offer (tenant_id, listing_id, seller_id, at);
create index seller_offer_list on seller_offer (tenant_id, at desc, id desc);
create index seller_offer_seller on seller_offer (tenant_id, seller_id, at desc);
call secure_tenant_table('seller_offer', 'append');

create table market_report (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  seller_id uuid not null,
  account_id uuid not null,
  type text not null constraint market_report_type check (type in ('sales', 'traffic', 'inventory', 'settlement',
    'searchTerm', 'listingHealth', 'optionDrilldown', 'costStack', 'promotionRevenue', 'cancellationPolicy')),
  period_from date not null,
  period_to date not null,
  name text not null default '',
  status text not null default 'requested',
  stage text generated always as (case when status in ('requested', 'processing') then 'waiting' else status end)
    stored,
  -- Which of its files counts; 0: none has come yet.
  edition integer not null default 0,
  row_count integer,
  done_rows integer not null default 0,
  fault text,
  fault_row integer,
  parsed_at timestamptz,
  due_on date,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint market_report_period check (period_from <= period_to),
  foreign key (tenant_id, seller_id) references seller (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index market_report_of on market_report (tenant_id, seller_id, type, period_from, period_to)
  where deleted_at is null;
create index market_report_list on market_report (tenant_id, create_time desc, id desc);
create index market_report_stage on market_report (tenant_id, stage, create_time desc, id desc);
create index market_report_account on market_report (tenant_id, account_id, create_time desc, id desc);
call secure_tenant_table('market_report');

-- Each file of a report, the newest counts; the same bytes are never two editions that follow each other.
create table market_report_edition (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  report_id uuid not null,
  edition integer not null constraint market_report_edition_no check (edition > 0),
  file_name text not null,
  original text[] not null,
  digest text not null,
  status text not null default 'ready' constraint market_report_edition_status
    check (status in ('ready', 'parsed', 'failed')),
  row_count integer,
  fault text,
  fault_row integer,
  -- What the parts of the table below are called, and their sums, as they were read.
  columns jsonb,
  notes text,
  parsed_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references market_report (tenant_id, id)
);
create unique index market_report_edition_of on market_report_edition (tenant_id, report_id, edition);
create index market_report_edition_list on market_report_edition (tenant_id, create_time desc, id desc);
call secure_tenant_table('market_report_edition');

create table market_report_row (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  report_id uuid not null,
  edition integer not null,
  row_no integer not null,
  values jsonb not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references market_report (tenant_id, id)
);
create unique index market_report_row_of on market_report_row (tenant_id, report_id, edition, row_no);
create index market_report_row_list on market_report_row (tenant_id, create_time desc, id desc);
call secure_tenant_table('market_report_row');

-- Shops that are there already are sellers of ours; later ones become such when they are added.
insert into seller (tenant_id, id, marketplace, channel_seller_id, name, kind, account_id, create_by, create_time)
select a.tenant_id, gen_random_uuid(),
  case when a.channel_code not like 'wayfair%' then 'other'
    when a.currency = 'CAD' then 'wayfair_ca' when a.currency = 'GBP' then 'wayfair_uk'
    when a.currency = 'EUR' then 'wayfair_eu' else 'wayfair_us' end,
  a.code, a.name, 'own', a.id, a.create_by, a.create_time
from channel_account a join tenant t on t.id = a.tenant_id
where a.deleted_at is null and a.environment = 'live';
