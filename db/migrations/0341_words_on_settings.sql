-- Each value that was given to a setting of control, and by whom: nobody makes it wider for themselves. What it was
-- before the first change is nobody's.
create table setting_word (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  setting text not null,
  value text not null,
  hand_ids uuid[] not null,
  create_time timestamptz not null,
  primary key (tenant_id, id)
);
create index setting_word_of on setting_word (tenant_id, setting, id);
call secure_tenant_table('setting_word', 'append');
