-- 报表格式: how a kind of file is read that somebody explained once.
create table report_format (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null,
  kind text not null default 'remittance' constraint report_format_kind check (kind in ('remittance', 'deduction')),
  account_id uuid,
  currency text,
  dates text constraint report_format_dates check (dates in ('mdy', 'dmy')),
  number_column text,
  date_column text not null,
  amount_column text not null,
  net_column text,
  po_column text,
  invoice_column text,
  kind_column text,
  description_column text,
  code_column text,
  sku_column text,
  bank_ref_column text,
  currency_column text,
  shop_column text,
  headers text,
  status text not null default 'enabled' constraint report_format_status check (status in ('enabled', 'archived')),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id)
);
create unique index report_format_name on report_format (tenant_id, name) where deleted_at is null;
create index report_format_list on report_format (tenant_id, create_time desc, id desc);
create index report_format_account on report_format (tenant_id, account_id) where account_id is not null;
call secure_tenant_table('report_format');

-- 报表文件: a file of others that was taken in; the same bytes are taken in once.
create table report_file (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  file_name text not null,
  kind text not null constraint report_file_kind check (kind in ('remittance', 'deduction', 'invoice', 'mixed')),
  layout text not null,
  format_id uuid,
  account_id uuid,
  -- Shops of its rows: seen by whoever keeps all of them.
  shop_ids uuid[] not null default '{}',
  period_from date,
  period_to date,
  sheet_name text,
  row_count integer not null default 0,
  added_count integer not null default 0,
  same_count integer not null default 0,
  differs_count integer not null default 0,
  note text,
  original text[] not null default '{}',
  digest text not null,
  -- How often these bytes were read: again only where what they brought in has been taken back.
  reading integer not null default 1,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, digest, reading),
  foreign key (tenant_id, account_id) references channel_account (tenant_id, id),
  foreign key (tenant_id, format_id) references report_format (tenant_id, id)
);
create index report_file_list on report_file (tenant_id, create_time desc, id desc);
create index report_file_account on report_file (tenant_id, account_id, create_time desc, id desc);
create index report_file_format on report_file (tenant_id, format_id) where format_id is not null;
call secure_tenant_table('report_file');

create table report_row (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  file_id uuid not null,
  sheet_name text,
  row_no integer not null,
  no text,
  po_no text,
  currency text,
  amount bigint,
  outcome text not null constraint report_row_outcome
    check (outcome in ('added', 'edited', 'same', 'equal', 'differs', 'missing', 'skipped')),
  note text,
  -- No key: a remittance may be deleted as a draft, the row still says what it was.
  remittance_id uuid,
  deduction_id uuid,
  invoice_id uuid,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, file_id) references report_file (tenant_id, id),
  foreign key (tenant_id, deduction_id) references deduction (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id)
);
create index report_row_of on report_row (tenant_id, file_id, row_no);
create index report_row_list on report_row (tenant_id, create_time desc, id desc);
create index report_row_remittance on report_row (tenant_id, remittance_id) where remittance_id is not null;
create index report_row_deduction on report_row (tenant_id, deduction_id) where deduction_id is not null;
create index report_row_invoice on report_row (tenant_id, invoice_id) where invoice_id is not null;
call secure_tenant_table('report_row');

-- What a file brought in leads back to it.
alter table remittance add column report_file_id uuid,
  add foreign key (tenant_id, report_file_id) references report_file (tenant_id, id);
alter table deduction add column report_file_id uuid,
  add foreign key (tenant_id, report_file_id) references report_file (tenant_id, id);
create index remittance_report_file on remittance (tenant_id, report_file_id) where report_file_id is not null;
create index deduction_report_file on deduction (tenant_id, report_file_id) where report_file_id is not null;
