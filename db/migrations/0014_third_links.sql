-- Links to third-party accounts as their owner sees them: he may tell them apart and end them.

alter table third_account
  add column id uuid not null default gen_random_uuid() unique,
  -- Mail address that the provider had verified when the link was made.
  add column email text,
  add column last_used timestamptz;
-- The rows there were have theirs; from now on ids are made by the program.
alter table third_account alter column id drop default;
grant update (last_used) on third_account to waybill_app;
