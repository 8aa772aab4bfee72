-- A part of an account, name or number finds people without a look at all of them. Three signs at least:
-- of two, everybody is looked at.
create index app_user_parts on app_user
  using gin (username gin_trgm_ops, realname gin_trgm_ops, phone gin_trgm_ops);
