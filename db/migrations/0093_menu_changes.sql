-- What an operator arranged of a menu the program declares stays arranged; `declared` is what the
-- program says, for whoever takes the arrangement back.
alter table permission
  add column changed text[] not null default '{}',
  add column declared jsonb;

-- A code is free again once the button of an operator's own that had it is gone.
drop index permission_button;
create unique index permission_button on permission (perms) where menu_type = 2 and is_live;
