-- What is asked of goods that came back, by category of product; a form without a category is for all.

create table inspection_form (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null,
  category_id uuid,
  status text not null default 'enabled',
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references product_category (tenant_id, id)
);
create unique index inspection_form_name on inspection_form (tenant_id, name) where deleted_at is null;
create index inspection_form_category on inspection_form (tenant_id, category_id);
create index inspection_form_list on inspection_form (tenant_id, create_time desc, id desc);
call secure_tenant_table('inspection_form');

create table inspection_question (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  form_id uuid not null,
  ordinal integer not null check (ordinal > 0),
  question text not null,
  kind text not null default 'yesNo',
  items text,
  is_required boolean not null default true,
  bad_answer text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references inspection_form (tenant_id, id)
);
create index inspection_question_of on inspection_question (tenant_id, form_id, ordinal);
create unique index inspection_question_once on inspection_question (tenant_id, form_id, question)
  where deleted_at is null;
call secure_tenant_table('inspection_question');
