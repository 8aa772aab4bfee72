-- The own account: the picture of a person, and his sign-ins as he sees them himself.

-- A picture is a file of the tenant in which it was uploaded; `avatar` is its address, which
-- changes with every new picture.
alter table app_user
  add column avatar_tenant integer references tenant (id),
  add column avatar_file uuid,
  add check ((avatar_tenant is null) = (avatar_file is null));

create index login_log_user on login_log (tenant_id, user_id, create_time);
