-- Reports that a tenant has designed: over the rows of a resource, or over a query of one of its data sources.
create table report (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null default 'rows' check (kind in ('rows', 'query')),
  -- `module:resource` of the rows; null for a query.
  source text,
  data_source_id uuid,
  sql text,
  -- JSON arrays and an object, judged where they come in.
  items text not null,
  params text,
  layout text,
  -- Codes of the roles that may open it beside those who may design, joined by commas.
  roles text,
  -- Path of the group below which it stands in the menu of whoever may open it; null: in none.
  menu_parent text,
  return_value_field text,
  return_text_field text,
  return_type text not null default '1' check (return_type in ('1', '2')),
  app_id text,
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, data_source_id) references data_source (tenant_id, id)
);
create unique index report_code on report (tenant_id, code) where deleted_at is null;
create index report_list on report (tenant_id, create_time desc, id desc);
create index report_menu on report (tenant_id) where deleted_at is null and menu_parent is not null;
call secure_tenant_table('report');
