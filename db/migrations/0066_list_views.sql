-- Views of lists, by person; the team may see shared ones. The row without a name is how its owner
-- arranged the columns where no view is chosen.

create table list_view (
  tenant_id integer not null,
  id uuid not null,
  user_id uuid not null,
  -- `module:resource` of the list.
  list_key text not null,
  name text check (char_length(name) between 1 and 64),
  is_shared boolean not null default false,
  content jsonb not null,
  version integer not null default 1,
  create_by text,
  create_time timestamptz not null,
  update_by text,
  update_time timestamptz,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, user_id, list_key, name),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id),
  check (name is not null or not is_shared)
);
create index list_view_shared on list_view (tenant_id, list_key) where is_shared;
call secure_tenant_table('list_view');

-- With which view a list opens, for each person; it may be one of the team's.
create table list_view_default (
  tenant_id integer not null,
  user_id uuid not null,
  list_key text not null,
  view_id uuid not null,
  primary key (tenant_id, user_id, list_key),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id),
  foreign key (tenant_id, view_id) references list_view (tenant_id, id) on delete cascade
);
create index list_view_default_view on list_view_default (tenant_id, view_id);
call secure_tenant_table('list_view_default');
