-- Notices to departments and roles, beside people by name: who is in them is settled at the release,
-- and stands in announcement_send from then on.
alter table announcement
  add column depart_ids uuid[] not null default '{}',
  add column role_ids uuid[] not null default '{}';
-- Who has read a notice, and who has not.
create index announcement_send_notice on announcement_send (tenant_id, announcement_id, is_read);

-- Messages that people write or send by a template stand in the log of messages, beside codes. A
-- message in the inbox of a person has nobody outside to reach.
alter table sent_message
  drop constraint sent_message_kind_check,
  drop constraint sent_message_purpose_check,
  -- Masked where the program wrote to a person, whole where a person of the tenant typed it.
  add column subject text not null default '',
  add column format text not null default '1' check (format in ('1', '2')),
  add column template_code text,
  add column params text,
  add column attempts integer not null default 0 check (attempts >= 0),
  add column remark text,
  add column create_by text,
  add column update_by text,
  add column update_time timestamptz,
  add column version integer not null default 1,
  add constraint sent_message_kind_check check (kind in ('sms', 'mail', 'system')),
  add constraint sent_message_purpose_check
    check (purpose in ('login', 'register', 'forgot', 'notice'));

create table message_template (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  format text not null check (format in ('1', '2')),
  content text not null,
  is_used text not null default '1' check (is_used in ('1', '0')),
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index message_template_code on message_template (tenant_id, code)
  where deleted_at is null;
call secure_tenant_table('message_template');
