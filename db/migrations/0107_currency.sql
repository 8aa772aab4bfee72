-- What a tenant works in, what it is worth, and until when something is to be paid.

create table currency (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null check (code ~ '^[A-Z]{3}$'),
  name text not null,
  symbol text,
  exponent integer not null check (exponent between 0 and 4),
  is_base boolean not null default false,
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  check (not is_base or (deleted_at is null and status = 'enabled'))
);
create unique index currency_code on currency (tenant_id, code) where deleted_at is null;
create index currency_list on currency (tenant_id, create_time desc, id desc);
call secure_tenant_table('currency');

create table exchange_rate (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  from_code text not null,
  to_code text not null,
  rate numeric(18,8) not null check (rate > 0),
  effective_date date not null,
  source text not null default 'manual',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  check (from_code <> to_code)
);
create unique index exchange_rate_day on exchange_rate (tenant_id, from_code, to_code, effective_date)
  where deleted_at is null;
create index exchange_rate_list on exchange_rate (tenant_id, effective_date desc, id desc);
call secure_tenant_table('exchange_rate');

-- Tenants that are there already begin with what new ones begin with.
insert into currency (tenant_id, id, code, name, symbol, exponent, is_base, create_by, create_time)
select t.id, gen_random_uuid(), c.code, c.name, c.symbol,
  case when c.code = 'JPY' then 0 else 2 end, c.code = t.base_currency, 'system', t.create_time
from tenant t
cross join (values ('CNY', '人民币', '¥'), ('USD', '美元', '$'), ('CAD', '加拿大元', 'C$'),
  ('GBP', '英镑', '£'), ('EUR', '欧元', '€'), ('JPY', '日元', 'JP¥')) as c (code, name, symbol);
insert into currency (tenant_id, id, code, name, exponent, is_base, create_by, create_time)
select t.id, gen_random_uuid(), t.base_currency, t.base_currency,
  case when t.base_currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX',
      'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when t.base_currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3 else 2 end,
  true, 'system', t.create_time
from tenant t
where t.base_currency ~ '^[A-Z]{3}$'
  and not exists (select 1 from currency c where c.tenant_id = t.id and c.code = t.base_currency);
