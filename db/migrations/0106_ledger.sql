-- Double entry behind balances: accounts, entries that are never changed, postings of one debit and one
-- credit account each. Only accounts that may not go below zero keep a balance of their own.

create table account (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  book text not null check (book in ('tenant', 'operator')),
  code text not null,
  type text not null check (type in ('asset', 'liability', 'equity', 'revenue', 'expense')),
  -- Id of the warehouse, supplier or customer; empty where there is only one of the kind.
  part text not null default '',
  part_name text,
  currency text not null,
  name text not null,
  is_guarded boolean not null,
  -- Of guarded accounts alone, minor units.
  balance bigint not null default 0,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code, part, currency),
  constraint account_guarded check (balance >= 0 and (is_guarded or balance = 0))
);
create index account_list on account (tenant_id, create_time desc, id desc);
call secure_tenant_table('account');
revoke delete on account from waybill_app;

create table journal_entry (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  entry_no text not null,
  book text not null check (book in ('tenant', 'operator')),
  day date not null,
  ref_type text not null,
  ref_id text not null,
  ref_no text,
  event text not null,
  -- Of what was posted: the same event with other amounts is no repetition.
  digest text not null,
  memo text,
  amount bigint not null check (amount > 0),
  currency text not null,
  reverses_id uuid,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, entry_no),
  unique (tenant_id, book, ref_type, ref_id, event),
  foreign key (tenant_id, reverses_id) references journal_entry (tenant_id, id)
);
create unique index journal_entry_reversed on journal_entry (tenant_id, reverses_id) where reverses_id is not null;
create index journal_entry_list on journal_entry (tenant_id, create_time desc, id desc);
create index journal_entry_day on journal_entry (tenant_id, day);
call secure_tenant_table('journal_entry', 'append');

create table posting (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  entry_id uuid not null,
  line_no integer not null,
  -- No foreign keys to accounts, as movements have none to their SKUs: each posting would lock the two
  -- rows that all others are about, and accounts are never deleted.
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  balance_after_debit bigint,
  balance_after_credit bigint,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, entry_id, line_no),
  foreign key (tenant_id, entry_id) references journal_entry (tenant_id, id),
  check (debit_account_id <> credit_account_id)
);
create index posting_debit on posting (tenant_id, debit_account_id) include (amount);
create index posting_credit on posting (tenant_id, credit_account_id) include (amount);
create index posting_list on posting (tenant_id, create_time desc, id desc);
call secure_tenant_table('posting', 'append');

-- Money set aside for something: taken whole or in part, once, and the rest given back.
create table ledger_hold (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  ref_type text not null,
  ref_id text not null,
  from_code text not null,
  held_code text not null,
  part text not null default '',
  currency text not null,
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  released bigint not null default 0 check (released >= 0),
  status text not null default 'open' check (status in ('open', 'captured', 'released', 'expired')),
  expire_at timestamptz,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, ref_type, ref_id),
  constraint ledger_hold_sum check (captured + released <= amount and (status = 'open' or captured + released = amount))
);
create index ledger_hold_due on ledger_hold (tenant_id, expire_at) where status = 'open';
call secure_tenant_table('ledger_hold');

create table period_lock (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  book text not null default 'tenant' check (book in ('tenant', 'operator')),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index period_lock_month on period_lock (tenant_id, book, month) where deleted_at is null;
create index period_lock_list on period_lock (tenant_id, month desc, id desc);
call secure_tenant_table('period_lock');

-- What lies in the warehouses already: one entry each, as if it had been opened with.
insert into account (tenant_id, id, book, code, type, part, part_name, currency, name, is_guarded, create_by, create_time)
select v.tenant_id, gen_random_uuid(), 'tenant', 'inventory', 'asset', v.warehouse_id::text, w.name, 'USD',
  '库存商品 · ' || w.name || ' · USD', false, 'system', now()
from (select tenant_id, warehouse_id from cost_layer group by 1, 2 having sum(value_left) > 0) v
join warehouse w on w.tenant_id = v.tenant_id and w.id = v.warehouse_id;
insert into account (tenant_id, id, book, code, type, part, currency, name, is_guarded, create_by, create_time)
select distinct tenant_id, gen_random_uuid(), 'tenant', 'equity:opening', 'equity', '', 'USD', '期初权益 · USD', false, 'system', now()
from (select distinct tenant_id from account) t;
insert into journal_entry (tenant_id, id, entry_no, book, day, ref_type, ref_id, event, digest, memo, amount,
  currency, create_by, create_time)
select a.tenant_id, gen_random_uuid(), 'JE000000' || lpad(row_number() over (partition by a.tenant_id order by a.part)::text, 5, '0'),
  'tenant', (now() at time zone 'Asia/Shanghai')::date, 'warehouse', a.part, 'opening', '', '库存期初结转',
  (select sum(l.value_left) from cost_layer l where l.tenant_id = a.tenant_id and l.warehouse_id::text = a.part),
  'USD', 'system', now()
from account a where a.code = 'inventory';
insert into posting (tenant_id, id, entry_id, line_no, debit_account_id, credit_account_id, amount, currency, create_by, create_time)
select e.tenant_id, gen_random_uuid(), e.id, 1, d.id, c.id, e.amount, e.currency, 'system', now()
from journal_entry e
join account d on d.tenant_id = e.tenant_id and d.code = 'inventory' and d.part = e.ref_id
join account c on c.tenant_id = e.tenant_id and c.code = 'equity:opening';
