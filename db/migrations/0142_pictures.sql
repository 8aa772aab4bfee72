-- What is known of a picture beside its bytes: what it measures, what part it plays, what is wrong with it.
create table picture_fact (
  tenant_id integer not null references tenant (id),
  asset_id uuid not null,
  role text check (role in ('gallery', 'lifestyle', 'dimension', 'swatch')),
  alt_text text,
  -- As it is seen, upright; null: not read yet, or no picture that can be read.
  width integer check (width > 0),
  height integer check (height > 0),
  white_percent integer check (white_percent between 0 and 100),
  -- Reading was over, whatever came of it.
  is_read boolean not null default false,
  -- What rules find wrong, in words, as of the last judgement.
  faults text[] not null default '{}',
  verdict text not null default 'waiting' check (verdict in ('waiting', 'ok', 'faulty')),
  update_by text, update_time timestamptz,
  version integer not null default 1,
  primary key (tenant_id, asset_id),
  foreign key (tenant_id, asset_id) references asset (tenant_id, id) on delete cascade
);
create index picture_fact_faulty on picture_fact (tenant_id, asset_id) where verdict = 'faulty';
call secure_tenant_table('picture_fact');

-- The same bytes are stored once in a tenant.
create index asset_content on asset (tenant_id, sha256) where kind = 'upload';
-- Uploaded pictures, newest first, whatever else was uploaded.
create index asset_picture on asset (tenant_id, create_time desc, id desc)
  where kind = 'upload' and mime like 'image/%';

-- Uploads that no record holds, or that one has let go of.
create index asset_loose on asset (tenant_id)
  where kind = 'upload' and (owner_type is null or owner_type = 'catalog:picture');

-- What a channel asks of pictures.
create table picture_rule (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  name text not null,
  channel_code text,
  least_side_px integer check (least_side_px between 1 and 16384),
  least_ratio numeric(18, 4) check (least_ratio >= 0),
  most_ratio numeric(18, 4) check (most_ratio > 0),
  most_kb integer check (most_kb > 0),
  formats text[],
  is_white_main boolean not null default true,
  least_count integer check (least_count between 1 and 9),
  needs_main boolean not null default true,
  status text not null default 'enabled',
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1, deleted_at timestamptz,
  primary key (tenant_id, id),
  check (least_ratio <= most_ratio)
);
create unique index picture_rule_name on picture_rule (tenant_id, name) where deleted_at is null;
create index picture_rule_list on picture_rule (tenant_id, create_time desc, id desc);
call secure_tenant_table('picture_rule');

-- Tenants that are there already begin with what new ones begin with.
insert into picture_rule (tenant_id, id, name, channel_code, least_side_px, least_ratio, most_ratio,
  most_kb, formats, is_white_main, least_count, needs_main, create_by, create_time)
select t.id, gen_random_uuid(), 'Wayfair', 'wayfair', 1000, 0.5, 2, 10240, '{jpeg,png}', true, 3, true,
  'system', t.create_time
from tenant t;

-- What became of the pictures of a product, by the rules; null: not judged yet.
alter table product add column picture_verdict text
  check (picture_verdict in ('waiting', 'ok', 'faulty'));
create index product_pictures on product (tenant_id, create_time desc, id desc)
  where deleted_at is null and picture_verdict = 'faulty';
