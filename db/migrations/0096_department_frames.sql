-- What a department role grants lies within the frame of its department, and whoever holds one is a
-- member there. Both stand as foreign keys: shrinking the frame or leaving the department takes along
-- what stood on it, whichever way it happens.

alter table depart_role add constraint depart_role_place unique (tenant_id, id, depart_id);

alter table depart_role_permission add column depart_id uuid;
update depart_role_permission p set depart_id = r.depart_id from depart_role r
  where r.tenant_id = p.tenant_id and r.id = p.depart_role_id;
insert into depart_permission (tenant_id, depart_id, permission_id)
  select distinct tenant_id, depart_id, permission_id from depart_role_permission
  on conflict do nothing;
alter table depart_role_permission
  alter column depart_id set not null,
  add constraint depart_role_permission_place foreign key (tenant_id, depart_role_id, depart_id)
    references depart_role (tenant_id, id, depart_id) on delete cascade,
  add constraint depart_role_permission_frame foreign key (tenant_id, depart_id, permission_id)
    references depart_permission (tenant_id, depart_id, permission_id) on delete cascade;
create index depart_role_permission_frame
  on depart_role_permission (tenant_id, depart_id, permission_id);

alter table depart_role_user add column depart_id uuid;
update depart_role_user u set depart_id = r.depart_id from depart_role r
  where r.tenant_id = u.tenant_id and r.id = u.depart_role_id;
delete from depart_role_user u where not exists (select 1 from user_depart d
  where d.tenant_id = u.tenant_id and d.user_id = u.user_id and d.depart_id = u.depart_id);
alter table depart_role_user
  alter column depart_id set not null,
  add constraint depart_role_user_place foreign key (tenant_id, depart_role_id, depart_id)
    references depart_role (tenant_id, id, depart_id) on delete cascade,
  add constraint depart_role_user_member foreign key (tenant_id, user_id, depart_id)
    references user_depart (tenant_id, user_id, depart_id) on delete cascade;
create index depart_role_user_member on depart_role_user (tenant_id, user_id, depart_id);

-- A rule that a frame carries is in use.
create index depart_permission_ruled on depart_permission (tenant_id, depart_id)
  where data_rule_ids <> '{}';
