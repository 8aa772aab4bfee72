-- Forms that tenants design. `fields` of a form is what is worked on; what is filled in is an edition, and nothing of
-- an edition changes: rows of it are added, never written or deleted.
create table dynamic_form (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  entity_type text not null default 'custom'
    check (entity_type in ('productCategory', 'publishCategory', 'returnQuestion', 'custom')),
  form_version integer not null default 0 check (form_version >= 0),
  field_count integer not null default 0,
  status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  stage text generated always as (case when status = 'published' then 'published'
    when status = 'draft' then 'draft' else 'archived' end) stored,
  is_changed boolean not null default true,
  fields jsonb,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index dynamic_form_code on dynamic_form (tenant_id, code) where deleted_at is null;
create index dynamic_form_list on dynamic_form (tenant_id, create_time desc, id desc);
call secure_tenant_table('dynamic_form');

create table form_edition (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  form_id uuid not null,
  form_version integer not null check (form_version > 0),
  field_count integer not null,
  fields jsonb not null,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references dynamic_form (tenant_id, id)
);
create unique index form_edition_of on form_edition (tenant_id, form_id, form_version);
create index form_edition_list on form_edition (tenant_id, create_time desc, id desc);
call secure_tenant_table('form_edition', 'append');

create table form_record (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  form_id uuid not null,
  form_version integer not null,
  record_no text not null,
  summary text not null default '',
  values jsonb not null,
  attachments text[],
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references dynamic_form (tenant_id, id),
  foreign key (tenant_id, form_id, form_version) references form_edition (tenant_id, form_id, form_version)
);
create unique index form_record_no on form_record (tenant_id, record_no) where deleted_at is null;
create index form_record_list on form_record (tenant_id, form_id, create_time desc, id desc);
call secure_tenant_table('form_record');
