-- 回款单: what a channel says it paid, line by line, and which line pays which invoice.
create table remittance (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  remit_no text not null,
  account_id uuid not null,
  channel_remit_no text not null,
  pay_date date not null,
  currency text not null,
  net_amount bigint not null,
  bank_ref text,
  note text,
  line_count integer not null default 0,
  line_total bigint not null default 0,
  difference bigint not null generated always as (net_amount - line_total) stored,
  matched_count integer not null default 0,
  open_count integer not null default 0,
  matched_total bigint not null default 0,
  parked_total bigint not null default 0,
  source text not null default 'typed' constraint remittance_source check (source in ('typed', 'sheet', 'edi')),
  source_file text,
  -- Of its lines as they were read: the same file again changes nothing.
  digest text,
  fx_rate numeric(18, 8),
  base_currency text,
  base_net bigint,
  fx_difference bigint,
  entry_id uuid,
  posted_by text,
  posted_at timestamptz,
  reversed_by text,
  reversed_at timestamptz,
  reverse_reason text,
  status text not null,
  stage text generated always as (status) stored,
  maker_ids uuid[] not null default '{}',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, remit_no),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
-- One that was taken back may be read once more.
create unique index remittance_channel_no on remittance (tenant_id, account_id, upper(channel_remit_no))
  where status <> 'reversed';
create index remittance_list on remittance (tenant_id, create_time desc, id desc);
create index remittance_stage on remittance (tenant_id, stage, create_time desc, id desc);
create index remittance_account on remittance (tenant_id, account_id, create_time desc, id desc);
create index remittance_paid on remittance (tenant_id, pay_date desc, id desc);
call secure_tenant_table('remittance');

create table remittance_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  remittance_id uuid not null,
  line_no integer not null,
  kind text not null constraint remittance_line_kind check (kind in ('invoicePay', 'deduction', 'fee', 'ad',
    'chargeback', 'earlyPayDiscount', 'reserve', 'adjust')),
  po_no text,
  po_no_key text generated always as (lower(po_no)) stored,
  invoice_no text,
  stated numeric(18, 4) not null,
  code text,
  description text,
  currency text not null,
  amount bigint not null constraint remittance_line_amount check (amount <> 0),
  source_row integer,
  match_status text not null default 'open' constraint remittance_line_match
    check (match_status in ('open', 'matched', 'parked')),
  method text,
  score integer,
  -- What of it has gone off invoices, by posting or later.
  matched bigint not null default 0,
  diff bigint,
  explanation text,
  deduction_id uuid,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, remittance_id) references remittance (tenant_id, id),
  foreign key (tenant_id, deduction_id) references deduction (tenant_id, id)
);
create index remittance_line_of on remittance_line (tenant_id, remittance_id, line_no);
create index remittance_line_list on remittance_line (tenant_id, create_time desc, id desc);
create index remittance_line_po on remittance_line (tenant_id, po_no_key) where po_no_key is not null;
create index remittance_line_deduction on remittance_line (tenant_id, deduction_id) where deduction_id is not null;
create index remittance_line_parked on remittance_line (tenant_id, remittance_id) where match_status = 'parked';
call secure_tenant_table('remittance_line');

create table remittance_share (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  line_id uuid not null,
  remittance_id uuid not null,
  invoice_id uuid not null,
  currency text not null,
  amount bigint not null constraint remittance_share_amount check (amount > 0),
  moment text not null default 'posting' constraint remittance_share_moment check (moment in ('posting', 'later')),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_id) references remittance_line (tenant_id, id),
  foreign key (tenant_id, remittance_id) references remittance (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)
);
create index remittance_share_line on remittance_share (tenant_id, line_id);
create index remittance_share_of on remittance_share (tenant_id, remittance_id, create_time, id);
create index remittance_share_invoice on remittance_share (tenant_id, invoice_id);
create index remittance_share_list on remittance_share (tenant_id, create_time desc, id desc);
call secure_tenant_table('remittance_share');

alter table deduction add foreign key (tenant_id, remittance_id) references remittance (tenant_id, id);
