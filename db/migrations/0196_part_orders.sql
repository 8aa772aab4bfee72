-- Parts that buyers ask for again: under the clock of their channel, out of part stock or out of whole units.

-- What a channel allows with parts is policy of the shop.
alter table channel_account
  add column part_confirm_workdays integer not null default 1
    constraint channel_account_part_confirm check (part_confirm_workdays between 0 and 30),
  add column part_ship_workdays integer not null default 5
    constraint channel_account_part_ship check (part_ship_workdays between 0 and 60),
  add column part_extend_max_days integer not null default 10
    constraint channel_account_part_extend check (part_extend_max_days between 0 and 60),
  add column part_fill_min numeric(9, 6) not null default 0.85
    constraint channel_account_part_fill check (part_fill_min between 0 and 1);

create table part_order (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  part_order_no text not null,
  channel_part_no text not null,
  order_id uuid,
  account_id uuid not null,
  origin text not null default 'manual'
    constraint part_order_origin check (origin in ('manual', 'import', 'channel')),
  environment text not null default 'live'
    constraint part_order_environment check (environment in ('live', 'sandbox')),
  status text not null default 'draft' constraint part_order_status check (status in
    ('draft', 'new', 'needInfo', 'confirmed', 'breached', 'shipped', 'closed', 'rejected', 'cancelled')),
  stage text generated always as (case
    when status in ('draft', 'new', 'needInfo') then 'open'
    when status in ('confirmed', 'breached') then 'shipping'
    when status in ('shipped', 'closed') then 'shipped'
    else 'ended' end) stored,
  received_at timestamptz not null,
  warehouse_id uuid not null,
  confirm_by timestamptz not null,
  ship_by timestamptz not null,
  extended_to timestamptz,
  extend_reason text,
  due_at timestamptz,
  breached_at timestamptz,
  item_summary text,
  line_count integer not null default 0,
  unit_count integer not null default 0,
  waiting_count integer not null default 0
    constraint part_order_waiting check (waiting_count between 0 and unit_count),
  asked_info text,
  info_note text,
  reject_reason text constraint part_order_reject_reason
    check (reject_reason in ('needInfo', 'tooLarge', 'outOfWarranty', 'noSuchPart')),
  reason_text text,
  photos text[] constraint part_order_photos check (cardinality(photos) <= 9),
  ship_to_name text not null,
  ship_to_phone text,
  ship_to_address1 text not null,
  ship_to_address2 text,
  ship_to_city text not null,
  ship_to_state text,
  ship_to_postal_code text not null,
  ship_to_country text not null,
  -- Digest of where it goes: what goes to the same place may share a parcel.
  address_hash text not null,
  answer_status text not null default 'none'
    constraint part_order_answer check (answer_status in ('none', 'todo', 'done')),
  planned_ship_date date,
  confirmed_at timestamptz,
  confirmed_by text,
  carrier text,
  tracking_no text,
  is_merged boolean not null default false,
  shipped_at timestamptz,
  shipped_by text,
  currency text not null,
  cost bigint,
  residue_loss bigint,
  remark text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, part_order_no),
  constraint part_order_channel_no unique (tenant_id, account_id, channel_part_no),
  foreign key (tenant_id, order_id) references sales_order (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id)
);
create index part_order_list on part_order (tenant_id, create_time desc, id desc);
create index part_order_stage on part_order (tenant_id, stage, create_time desc, id desc);
create index part_order_due on part_order (tenant_id, due_at) where due_at is not null;
create index part_order_order on part_order (tenant_id, order_id) where order_id is not null;
create index part_order_month on part_order (tenant_id, account_id, received_at);
create index part_order_address on part_order (tenant_id, address_hash)
  where status in ('new', 'needInfo', 'confirmed', 'breached');
create index part_order_answers on part_order (tenant_id, id) where answer_status = 'todo';
create index part_order_tracking on part_order (tenant_id, tracking_no) where tracking_no is not null;
call secure_tenant_table('part_order');

create table part_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  part_order_id uuid not null,
  parent_sku_id uuid not null,
  part_sku_id uuid,
  description text,
  qty integer not null constraint part_line_qty check (qty > 0),
  cause text not null default 'damaged' constraint part_line_cause
    check (cause in ('missing', 'damaged', 'defective', 'wrong', 'lost', 'other')),
  carton_no integer constraint part_line_carton check (carton_no > 0),
  source text constraint part_line_source
    check (source in ('partStock', 'harvest', 'fullCarton', 'purchase')),
  warehouse_id uuid,
  -- Of an order: whose profit its cost is taken from.
  order_line_id uuid,
  harvest_units integer not null default 0 constraint part_line_units check (harvest_units >= 0),
  qty_reserved integer not null default 0 constraint part_line_reserved check (qty_reserved >= 0),
  shipped_qty integer not null default 0
    constraint part_line_shipped check (shipped_qty between 0 and qty),
  currency text not null,
  cost bigint constraint part_line_cost check (cost >= 0),
  residue_loss bigint constraint part_line_loss check (residue_loss >= 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  constraint part_line_named check (part_sku_id is not null or description is not null),
  foreign key (tenant_id, part_order_id) references part_order (tenant_id, id),
  foreign key (tenant_id, parent_sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, part_sku_id) references sku (tenant_id, id),
  foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  foreign key (tenant_id, order_line_id) references order_line (tenant_id, id)
);
create index part_line_list on part_line (tenant_id, create_time desc, id desc);
create index part_line_of on part_line (tenant_id, part_order_id, id);
create index part_line_part on part_line (tenant_id, part_sku_id) where part_sku_id is not null;
create index part_line_parent on part_line (tenant_id, parent_sku_id);
create index part_line_order_line on part_line (tenant_id, order_line_id) where order_line_id is not null;
create index part_line_awaited on part_line (tenant_id, part_sku_id, warehouse_id)
  where source = 'purchase' and qty_reserved = 0 and shipped_qty = 0;
call secure_tenant_table('part_line');

-- Stock is held for parts, and for whole units that are to be taken apart.
alter table reservation drop constraint reservation_kind_check;
alter table reservation
  add constraint reservation_kind_check check (kind in ('order', 'transfer', 'part'));

-- What became of parts asked for again, as the list of orders shows it, and what they cost a line.
alter table sales_order add column part_status text constraint sales_order_part_status
  check (part_status in ('open', 'shipped', 'rejected'));
alter table order_line
  add column part_cost bigint constraint order_line_part_cost check (part_cost >= 0);
