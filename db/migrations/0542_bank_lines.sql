-- 银行流水: what the bank says went in and out of our accounts, and which 收付款 each movement is.
create table bank_statement (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  statement_no text not null,
  account_id uuid not null,
  currency text not null,
  opening_on date,
  opening bigint not null default 0,
  closing_on date not null,
  closing bigint not null,
  line_count integer not null default 0,
  report_file_id uuid,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, currency, statement_no, closing_on),
  foreign key (tenant_id, account_id) references paying_account (tenant_id, id),
  foreign key (tenant_id, report_file_id) references report_file (tenant_id, id)
);
create index bank_statement_list on bank_statement (tenant_id, create_time desc, id desc);
create index bank_statement_account on bank_statement (tenant_id, account_id, closing_on desc);
create index bank_statement_file on bank_statement (tenant_id, report_file_id) where report_file_id is not null;
call secure_tenant_table('bank_statement');

create table bank_line (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  line_no text not null,
  account_id uuid not null,
  booked_on date not null,
  value_on date,
  currency text not null,
  -- Above zero it came in, below it went out.
  amount bigint not null constraint bank_line_amount check (amount <> 0),
  direction text not null generated always as (case when amount > 0 then 'in' else 'out' end) stored,
  counterparty text,
  memo text,
  bank_ref text,
  our_ref text,
  -- Of movements that are alike in all that the bank says of them, which one it is.
  ordinal integer not null default 1,
  matched bigint not null default 0 constraint bank_line_matched check (matched >= 0),
  difference bigint not null generated always as (abs(amount) - matched) stored,
  matched_with text,
  method text,
  score integer,
  matched_by text,
  matched_at timestamptz,
  ignore_reason text,
  report_file_id uuid,
  status text not null,
  stage text generated always as (status) stored,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, line_no),
  foreign key (tenant_id, account_id) references paying_account (tenant_id, id),
  foreign key (tenant_id, report_file_id) references report_file (tenant_id, id)
);
-- Statements overlap: the same movement is there once.
create unique index bank_line_once on bank_line
  (tenant_id, account_id, currency, booked_on, amount, upper(coalesce(bank_ref, '')), ordinal);
create index bank_line_list on bank_line (tenant_id, create_time desc, id desc);
create index bank_line_stage on bank_line (tenant_id, stage, create_time desc, id desc);
create index bank_line_account on bank_line (tenant_id, account_id, booked_on desc, id desc);
create index bank_line_booked on bank_line (tenant_id, booked_on desc, id desc);
create index bank_line_file on bank_line (tenant_id, report_file_id) where report_file_id is not null;
call secure_tenant_table('bank_line');

create table bank_match (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  line_id uuid not null,
  payment_id uuid not null,
  currency text not null,
  amount bigint not null constraint bank_match_amount check (amount > 0),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, line_id, payment_id),
  foreign key (tenant_id, line_id) references bank_line (tenant_id, id),
  foreign key (tenant_id, payment_id) references payment (tenant_id, id)
);
create index bank_match_payment on bank_match (tenant_id, payment_id);
create index bank_match_list on bank_match (tenant_id, create_time desc, id desc);
call secure_tenant_table('bank_match');

-- Movements come by the inbox, by sheets too.
alter table report_format
  drop constraint report_format_kind,
  add constraint report_format_kind check (kind in ('remittance', 'deduction', 'bankLine')),
  alter column amount_column drop not null,
  add column bank_account_id uuid,
  add column income_column text,
  add column expense_column text,
  add column party_column text,
  add column account_no_column text,
  add column balance_column text,
  add foreign key (tenant_id, bank_account_id) references paying_account (tenant_id, id);
create index report_format_bank on report_format (tenant_id, bank_account_id) where bank_account_id is not null;
alter table report_file
  drop constraint report_file_kind,
  add constraint report_file_kind check (kind in ('remittance', 'deduction', 'invoice', 'bankLine', 'mixed'));
alter table report_row add column bank_line_id uuid,
  add foreign key (tenant_id, bank_line_id) references bank_line (tenant_id, id);
create index report_row_bank_line on report_row (tenant_id, bank_line_id) where bank_line_id is not null;
