-- 退货: goods that buyers send back, what became of them, and what was credited.
create table return_reason (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  fault text not null check (fault in ('buyer', 'carrier', 'seller', 'channel')),
  sort_no integer not null default 100 check (sort_no between 0 and 9999),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  remark text,
  deleted_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id)
);
create unique index return_reason_code on return_reason (tenant_id, code) where deleted_at is null;
create index return_reason_list on return_reason (tenant_id, sort_no, id);
call secure_tenant_table('return_reason');

insert into return_reason (tenant_id, id, code, name, fault, sort_no, create_by, create_time)
select t.id, gen_random_uuid(), r.code, r.name, r.fault, r.sort_no, 'system', now()
from tenant t cross join (values
  ('changedMind', '不想要了', 'buyer', 10), ('wrongSize', '尺寸不合适', 'buyer', 20),
  ('notAsDescribed', '与描述不符', 'seller', 30), ('defective', '质量问题', 'seller', 40),
  ('missingParts', '缺少配件', 'seller', 50), ('wrongItem', '发错货', 'seller', 60),
  ('damagedInTransit', '运输破损', 'carrier', 70), ('lost', '运输丢失', 'carrier', 80),
  ('undeliverable', '无法投递退回', 'carrier', 90), ('late', '送达太迟', 'carrier', 100),
  ('refused', '买家拒收', 'buyer', 110), ('channelDecision', '平台判定退货', 'channel', 120),
  ('unknown', '来源不明', 'buyer', 130)) as r (code, name, fault, sort_no);

create table return_order (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  return_no text not null,
  return_no_key text generated always as (lower(return_no)) stored,
  ra_no text,
  ra_no_key text generated always as (lower(ra_no)) stored,
  channel_ra_no text,
  type text not null default 'return'
    constraint return_order_type check (type in ('return', 'refundOnly', 'exchange', 'unordered')),
  order_id uuid,
  account_id uuid,
  reason_id uuid not null,
  fault text check (fault in ('buyer', 'carrier', 'seller', 'channel')),
  status text not null default 'draft' constraint return_order_status check (status in (
    'draft', 'requested', 'approved', 'receiving', 'received', 'inspected', 'disposed', 'credited', 'closed',
    'rejected', 'cancelled', 'expired')),
  stage text generated always as (case
    when status in ('draft', 'requested') then 'pending'
    when status in ('approved', 'receiving') then 'coming'
    when status in ('received', 'inspected') then 'judging'
    when status = 'disposed' then 'owed'
    when status in ('credited', 'closed') then 'done'
    else 'ended' end) stored,
  warehouse_id uuid,
  return_label_by text not null default 'buyer' check (return_label_by in ('seller', 'buyer', 'channel')),
  carrier text,
  tracking_no text,
  tracking_no_key text generated always as (lower(tracking_no)) stored,
  photos text[] check (cardinality(photos) <= 9),
  remark text,
  environment text not null default 'live' check (environment in ('live', 'sandbox')),
  requested_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  due_at timestamptz,
  received_at timestamptz,
  received_by text,
  over_reason text,
  inspected_at timestamptz,
  inspected_by text,
  item_summary text,
  line_count integer not null default 0,
  qty_requested integer not null default 0,
  qty_received integer not null default 0,
  qty_good integer not null default 0,
  qty_damaged integer not null default 0,
  qty_wrong integer not null default 0,
  qty_missing integer not null default 0,
  refurb_open integer not null default 0,
  currency text not null,
  expected_credit bigint not null default 0,
  credit_total bigint not null default 0 check (credit_total >= 0),
  credit_note_id uuid,
  replacement_order_id uuid,
  disposed_by text,
  disposed_at timestamptz,
  is_disposal_pending boolean not null default false,
  disposal_approved_by text,
  base_currency text not null,
  -- In the currency of the books: what the goods that are given up cost, what came back, what was lost.
  disposal_value bigint not null default 0 check (disposal_value >= 0),
  recovered_value bigint not null default 0,
  lost_value bigint not null default 0 check (lost_value >= 0),
  credit_base bigint not null default 0 check (credit_base >= 0),
  return_loss bigint not null default 0,
  -- Who proposed what becomes of the goods: somebody else approves it.
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, return_no),
  constraint return_order_sums check (qty_received >= 0 and qty_good + qty_damaged + qty_wrong <= qty_received),
  constraint return_order_loss check (return_loss = credit_base - recovered_value + lost_value),
  constraint return_order_of check (order_id is not null or type = 'unordered'),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, reason_id) references return_reason (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, replacement_order_id) references sales_order (tenant_id, id)
);
create index return_order_list on return_order (tenant_id, create_time desc, id desc);
create index return_order_stage on return_order (tenant_id, stage, create_time desc, id desc);
create index return_order_account on return_order (tenant_id, account_id, create_time desc, id desc);
create index return_order_order on return_order (tenant_id, order_id) where order_id is not null;
create index return_order_due on return_order (tenant_id, due_at) where status = 'approved';
create index return_order_number on return_order (tenant_id, return_no_key collate "C");
create index return_order_ra on return_order (tenant_id, ra_no_key collate "C") where ra_no is not null;
create index return_order_tracking on return_order (tenant_id, tracking_no_key collate "C")
  where tracking_no is not null;
create index return_order_refurb on return_order (tenant_id, id) where refurb_open > 0;
call secure_tenant_table('return_order');

create table return_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  return_id uuid not null,
  order_line_id uuid,
  sku_id uuid not null,
  qty_requested integer not null check (qty_requested > 0),
  outcome text constraint return_line_outcome check (outcome in ('refund', 'replace', 'repair', 'reject', 'none')),
  unit_credit numeric(18, 4) check (unit_credit >= 0),
  note text,
  currency text not null,
  qty_received integer not null default 0 check (qty_received >= 0),
  qty_good integer not null default 0 check (qty_good >= 0),
  qty_damaged integer not null default 0 check (qty_damaged >= 0),
  qty_wrong integer not null default 0 check (qty_wrong >= 0),
  qty_missing integer not null default 0 check (qty_missing >= 0),
  disposition text check (
    disposition in ('restock', 'refurb', 'scrap', 'returnToSupplier', 'donate', 'keepByBuyer')),
  damaged_disposition text check (
    damaged_disposition in ('restock', 'refurb', 'scrap', 'returnToSupplier', 'donate', 'keepByBuyer')),
  refurb_open integer not null default 0 check (refurb_open >= 0),
  credited bigint not null default 0 check (credited >= 0),
  photos text[] check (cardinality(photos) <= 9),
  findings jsonb,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint return_line_sums check (qty_good + qty_damaged + qty_wrong <= qty_received),
  constraint return_line_refurb check (refurb_open <= qty_damaged),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index return_line_of on return_line (tenant_id, return_id);
create index return_line_order on return_line (tenant_id, order_line_id) where order_line_id is not null;
create index return_line_sku on return_line (tenant_id, sku_id);
call secure_tenant_table('return_line');

-- What each return has brought into stock and taken out of it again, by the goods themselves: a bundle comes
-- back as its components.
create table return_unit (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  line_id uuid not null,
  sku_id uuid not null,
  -- Units of the goods in one unit of the line.
  per_unit integer not null check (per_unit > 0),
  qty integer not null default 0 check (qty >= 0),
  value bigint not null default 0 check (value >= 0),
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, line_id, sku_id),
  foreign key (tenant_id, line_id) references return_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
call secure_tenant_table('return_unit');

create table credit_note (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  credit_no text not null,
  return_id uuid not null,
  order_id uuid,
  account_id uuid,
  customer_id uuid,
  currency text not null,
  total bigint not null check (total >= 0),
  line_count integer not null default 0,
  fx_rate numeric(18, 8) not null,
  base_currency text not null,
  base_total bigint not null check (base_total >= 0),
  reason text,
  issued_by text not null,
  reversed_by text,
  reversed_at timestamptz,
  reverse_reason text,
  entry_id uuid,
  status text not null default 'issued' check (status in ('issued', 'reversed')),
  stage text generated always as (status) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, credit_no),
  foreign key (tenant_id, return_id) references return_order (tenant_id, id),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index credit_note_list on credit_note (tenant_id, create_time desc, id desc);
create index credit_note_stage on credit_note (tenant_id, stage, create_time desc, id desc);
create index credit_note_account on credit_note (tenant_id, account_id, create_time desc, id desc);
create index credit_note_order on credit_note (tenant_id, order_id) where order_id is not null;
-- One at a time: what was reversed leaves room for another.
create unique index credit_note_once on credit_note (tenant_id, return_id) where status = 'issued';
call secure_tenant_table('credit_note');
alter table return_order
  add foreign key (tenant_id, credit_note_id) references credit_note (tenant_id, id);

create table credit_note_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  credit_note_id uuid not null,
  return_line_id uuid not null,
  order_line_id uuid,
  sku_id uuid not null,
  qty integer not null check (qty >= 0),
  currency text not null,
  amount bigint not null check (amount > 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, credit_note_id) references credit_note (tenant_id, id),
  foreign key (tenant_id, return_line_id) references return_line (tenant_id, id),
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id),
  foreign key (tenant_id, sku_id) references sku (tenant_id, id)
);
create index credit_note_line_of on credit_note_line (tenant_id, credit_note_id);
create index credit_note_line_return on credit_note_line (tenant_id, return_line_id);
call secure_tenant_table('credit_note_line');

-- What a tenant has decided about returns; one that has no row works by the defaults.
create table return_setting (
  tenant_id integer not null references tenant (id),
  due_days integer not null check (due_days between 1 and 365),
  disposal_limit bigint not null check (disposal_limit >= 0),
  update_by text not null,
  update_time timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id)
);
call secure_tenant_table('return_setting');

-- What orders show of their returns, and which order stands in for which.
alter table order_line
  add column qty_returned integer not null default 0,
  add constraint order_line_returned check (qty_returned between 0 and qty_shipped);
alter table sales_order
  add column return_status text not null default 'none'
    constraint sales_order_return_status check (return_status in ('none', 'returning', 'partial', 'full')),
  add column return_loss bigint,
  add column base_currency text,
  add column replacement_of uuid,
  add constraint sales_order_replacement foreign key (tenant_id, replacement_of)
    references sales_order (tenant_id, id);
create index sales_order_returned on sales_order (tenant_id, return_status) where return_status <> 'none';
create index sales_order_replaces on sales_order (tenant_id, replacement_of) where replacement_of is not null;
