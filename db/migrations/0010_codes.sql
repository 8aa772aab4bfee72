-- Codes by text message and mail: what was sent, open codes, tickets to a new password; invitations.

create table verification_code (
  -- Keyed digest of purpose and address: neither addresses nor codes stand here.
  subject text primary key,
  code_digest text not null,
  tries integer not null default 0,
  create_time timestamptz not null,
  expires_at timestamptz not null
);
create index verification_code_expiry on verification_code (expires_at);
comment on table verification_code is 'platform: open codes of people who have not signed in';
grant select, insert, update, delete on verification_code to waybill_app;

create table password_ticket (
  token_digest text primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- Keyed digest of the address that was proved.
  address_digest text not null,
  expires_at timestamptz not null
);
create index password_ticket_expiry on password_ticket (expires_at);
create index password_ticket_user on password_ticket (user_id);
comment on table password_ticket is 'platform: single-use rights to set a new password';
grant select, insert, delete on password_ticket to waybill_app;

create table sent_message (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  kind text not null check (kind in ('sms', 'mail')),
  purpose text not null check (purpose in ('login', 'register', 'forgot')),
  -- Masked: enough to recognise one's own address.
  recipient text not null,
  content text not null,
  status text not null default '0' check (status in ('0', '1', '2')),
  failure text,
  create_time timestamptz not null,
  send_time timestamptz,
  primary key (tenant_id, id)
);
create index sent_message_time on sent_message (tenant_id, create_time);
call secure_tenant_table('sent_message');

create table invitation (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code_digest text not null,
  -- Last signs of the code, by which people tell invitations apart.
  code_hint text not null,
  role_id uuid not null,
  depart_id uuid not null,
  max_uses integer not null check (max_uses between 1 and 100),
  uses integer not null default 0 check (uses between 0 and max_uses),
  expires_at timestamptz not null,
  remark text,
  inviter_id uuid not null references app_user (id),
  create_by text,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code_digest),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, depart_id) references depart (tenant_id, id) on delete cascade
);
create index invitation_time on invitation (tenant_id, create_time);
create index invitation_role on invitation (tenant_id, role_id);
create index invitation_depart on invitation (tenant_id, depart_id);
create index invitation_inviter on invitation (inviter_id);
call secure_tenant_table('invitation');
