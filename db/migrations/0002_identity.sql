-- Identity: people, sessions, rights, organisation, dictionaries, announcements.
-- Platform tables serve every tenant and say so in their comment; all others are tenant tables.

-- ---------------------------------------------------------------- platform

create table app_user (
  id uuid primary key,
  username text not null,
  username_key text not null unique,
  phone text unique,
  email text,
  email_key text unique,
  password_hash text not null,
  password_time timestamptz not null,
  must_change_password boolean not null default false,
  realname text not null,
  avatar text,
  sex text check (sex in ('1', '2')),
  birthday date,
  telephone text,
  status text not null default 'active' check (status in ('active', 'frozen', 'deleted')),
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  check ((email is null) = (email_key is null))
);
comment on table app_user is 'platform: people who sign in, whatever tenants they belong to';
grant select, insert, update on app_user to waybill_app;

-- Only the digest of a token is stored; `id` is the name a session has for administrators.
create table session (
  token_hash bytea primary key,
  id uuid not null unique,
  user_id uuid not null references app_user (id) on delete cascade,
  tenant_id integer not null references tenant (id),
  org_code text,
  create_time timestamptz not null,
  last_seen timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index session_of_user on session (user_id);
create index session_of_tenant on session (tenant_id, create_time);
create index session_expiry on session (expires_at);
comment on table session is 'platform: signed-in sessions, found by token before a tenant is known';
grant select, insert, update, delete on session to waybill_app;

-- Failures and calls counted per subject in a fixed window: logins, captchas, look-ups.
create table attempt_count (
  kind text not null,
  subject text not null,
  hits integer not null,
  window_start timestamptz not null,
  primary key (kind, subject)
);
create index attempt_count_age on attempt_count (window_start);
comment on table attempt_count is 'platform: attempts per account, address and caller';
grant select, insert, update, delete on attempt_count to waybill_app;

create table captcha (
  key text primary key,
  code text not null,
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);
comment on table captcha is 'platform: open captchas, single use';
grant select, insert, update, delete on captcha to waybill_app;

-- Menus (0 root, 1 page) and buttons (2). `key` marks rows that the code owns.
create table permission (
  id uuid primary key,
  key text unique,
  parent_id uuid references permission (id),
  name text not null,
  perms text,
  perms_type text not null default '1' check (perms_type in ('1', '2')),
  menu_type smallint not null check (menu_type in (0, 1, 2)),
  icon text,
  component text,
  component_name text,
  url text,
  redirect text,
  sort_no double precision not null default 1,
  is_route boolean not null default true,
  keep_alive boolean not null default false,
  hidden boolean not null default false,
  hide_tab boolean not null default false,
  always_show boolean not null default false,
  internal_or_external boolean not null default false,
  has_data_rule boolean not null default false,
  status text not null default '1' check (status in ('0', '1')),
  description text,
  is_live boolean not null default true,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  check (menu_type <> 2 or perms is not null)
);
create index permission_parent on permission (parent_id, sort_no);
create unique index permission_button on permission (perms) where menu_type = 2;
comment on table permission is 'platform: menus and buttons; codes are owned by the program';
grant select, insert, update on permission to waybill_app;

create table permission_data_rule (
  id uuid primary key,
  permission_id uuid not null references permission (id),
  name text not null,
  rule_column text,
  rule_condition text not null,
  rule_value text not null,
  status text not null default '1' check (status in ('0', '1')),
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
create index permission_data_rule_permission on permission_data_rule (permission_id);
comment on table permission_data_rule is 'platform: row rules that a grant may carry';
grant select, insert, update, delete on permission_data_rule to waybill_app;

create table dict (
  id uuid primary key,
  code text not null unique,
  name text not null,
  description text,
  -- Declared in code: items come and go with the program.
  is_declared boolean not null default false,
  is_live boolean not null default true,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
comment on table dict is 'platform: dictionaries; tenants overlay texts only';
grant select, insert, update on dict to waybill_app;

create table dict_item (
  id uuid primary key,
  dict_id uuid not null references dict (id),
  value text not null,
  text text not null,
  description text,
  sort_order integer not null default 1,
  status text not null default '1' check (status in ('0', '1')),
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  unique (dict_id, value)
);
comment on table dict_item is 'platform: items of dictionaries';
grant select, insert, update, delete on dict_item to waybill_app;

create table check_rule (
  id uuid primary key,
  code text not null unique,
  name text not null,
  rule jsonb not null,
  description text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
comment on table check_rule is 'platform: named code checks';
grant select, insert, update, delete on check_rule to waybill_app;

create table fill_rule (
  id uuid primary key,
  code text not null unique,
  name text not null,
  -- Name of a rule registered in code, never a class to load.
  rule text not null,
  params jsonb not null default '{}',
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1
);
comment on table fill_rule is 'platform: named number and code generators';
grant select, insert, update, delete on fill_rule to waybill_app;

-- ---------------------------------------------------------------- tenant: people and rights

-- A person in a tenant. Deleting a person takes the membership away, never the account.
create table membership (
  tenant_id integer not null references tenant (id),
  user_id uuid not null references app_user (id),
  status text not null default 'active' check (status in ('active', 'frozen', 'deleted')),
  work_no text,
  posts text[] not null default '{}',
  is_superior boolean not null default false,
  led_departs uuid[] not null default '{}',
  org_code text,
  last_used timestamptz,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, user_id),
  unique (tenant_id, work_no)
);
create index membership_user on membership (user_id);
create index membership_time on membership (tenant_id, create_time);
call secure_tenant_table('membership');
-- Before a tenant is chosen, a person who has proved who he is may see where he belongs.
create policy own_membership on membership for select to waybill_app
  using (user_id = nullif(current_setting('app.user', true), '')::uuid);

create table user_scope (
  tenant_id integer not null,
  user_id uuid not null,
  -- null: all.
  shops uuid[],
  warehouses uuid[],
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id)
);
call secure_tenant_table('user_scope');

create table role (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  description text,
  -- A role that comes with the program; `offered` are the permission keys it was ever given,
  -- so that what an administrator takes away is not given back.
  is_preset boolean not null default false,
  offered text[] not null default '{}',
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
call secure_tenant_table('role');

create table role_permission (
  tenant_id integer not null,
  role_id uuid not null,
  permission_id uuid not null references permission (id),
  data_rule_ids uuid[] not null default '{}',
  operate_time timestamptz not null,
  operate_by text,
  operate_ip text,
  primary key (tenant_id, role_id, permission_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
call secure_tenant_table('role_permission');

create table user_role (
  tenant_id integer not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
create index user_role_role on user_role (tenant_id, role_id);
call secure_tenant_table('user_role');

-- ---------------------------------------------------------------- tenant: organisation

create table depart (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  parent_id uuid,
  name text not null,
  name_en text,
  abbreviation text,
  sort_no integer not null default 0,
  description text,
  category text not null default '1' check (category in ('1', '2', '3')),
  level integer not null check (level > 0),
  org_code text not null,
  mobile text,
  fax text,
  address text,
  memo text,
  status text not null default '1' check (status in ('0', '1')),
  director_ids uuid[] not null default '{}',
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, org_code),
  foreign key (tenant_id, parent_id) references depart (tenant_id, id) on delete cascade
);
create index depart_parent on depart (tenant_id, parent_id);
call secure_tenant_table('depart');

create table user_depart (
  tenant_id integer not null,
  user_id uuid not null,
  depart_id uuid not null,
  primary key (tenant_id, user_id, depart_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id),
  foreign key (tenant_id, depart_id) references depart (tenant_id, id) on delete cascade
);
create index user_depart_depart on user_depart (tenant_id, depart_id);
call secure_tenant_table('user_depart');

create table depart_permission (
  tenant_id integer not null,
  depart_id uuid not null,
  permission_id uuid not null references permission (id),
  data_rule_ids uuid[] not null default '{}',
  primary key (tenant_id, depart_id, permission_id),
  foreign key (tenant_id, depart_id) references depart (tenant_id, id) on delete cascade
);
call secure_tenant_table('depart_permission');

create table depart_role (
  tenant_id integer not null,
  id uuid not null,
  depart_id uuid not null,
  code text not null,
  name text not null,
  description text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, depart_id) references depart (tenant_id, id) on delete cascade
);
create index depart_role_depart on depart_role (tenant_id, depart_id);
call secure_tenant_table('depart_role');

create table depart_role_permission (
  tenant_id integer not null,
  depart_role_id uuid not null,
  permission_id uuid not null references permission (id),
  data_rule_ids uuid[] not null default '{}',
  operate_time timestamptz not null,
  operate_by text,
  operate_ip text,
  primary key (tenant_id, depart_role_id, permission_id),
  foreign key (tenant_id, depart_role_id) references depart_role (tenant_id, id) on delete cascade
);
call secure_tenant_table('depart_role_permission');

create table depart_role_user (
  tenant_id integer not null,
  user_id uuid not null,
  depart_role_id uuid not null,
  primary key (tenant_id, user_id, depart_role_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id),
  foreign key (tenant_id, depart_role_id) references depart_role (tenant_id, id) on delete cascade
);
create index depart_role_user_role on depart_role_user (tenant_id, depart_role_id);
call secure_tenant_table('depart_role_user');

create table position (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  rank text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index position_code on position (tenant_id, code) where deleted_at is null;
call secure_tenant_table('position');

-- ---------------------------------------------------------------- tenant: texts, notices, logs

create table dict_item_text (
  tenant_id integer not null references tenant (id),
  dict_item_id uuid not null references dict_item (id) on delete cascade,
  text text not null,
  primary key (tenant_id, dict_item_id)
);
call secure_tenant_table('dict_item_text');

create table category (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  parent_id uuid,
  code text not null,
  name text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code),
  foreign key (tenant_id, parent_id) references category (tenant_id, id)
);
create index category_parent on category (tenant_id, parent_id);
call secure_tenant_table('category');

create table announcement (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  title text not null,
  content text not null default '',
  abstract text,
  category text not null default '1' check (category in ('1', '2')),
  priority text not null default 'L' check (priority in ('L', 'M', 'H')),
  audience text not null default 'ALL' check (audience in ('ALL', 'USER')),
  user_ids uuid[] not null default '{}',
  start_time timestamptz,
  end_time timestamptz,
  sender text,
  send_status text not null default '0' check (send_status in ('0', '1', '2')),
  send_time timestamptz,
  cancel_time timestamptz,
  open_type text check (open_type in ('component', 'url')),
  open_page text,
  business_type text,
  business_id text,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create index announcement_time on announcement (tenant_id, create_time);
call secure_tenant_table('announcement');

create table announcement_send (
  tenant_id integer not null,
  id uuid not null,
  announcement_id uuid not null,
  user_id uuid not null,
  is_read boolean not null default false,
  read_time timestamptz,
  is_starred boolean not null default false,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, announcement_id, user_id),
  foreign key (tenant_id, announcement_id) references announcement (tenant_id, id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id)
);
create index announcement_send_user on announcement_send (tenant_id, user_id, is_read);
call secure_tenant_table('announcement_send');

create table data_source (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  remark text,
  db_type text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  db_name text not null,
  db_username text not null,
  -- Encrypted by the vault; never answered.
  db_password text not null,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
call secure_tenant_table('data_source');

-- Logins and logouts, kept for good. What people change is in audit_log.
create table login_log (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('login', 'logout', 'failure')),
  user_id uuid,
  username text not null,
  content text not null,
  ip text,
  user_agent text,
  cost_ms integer,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index login_log_time on login_log (tenant_id, create_time);
create index audit_log_time on audit_log (tenant_id, at);
call secure_tenant_table('login_log', 'append');
