-- Mails of a purchase order to its supplier: what was asked for, and what became of it.
create table purchase_order_mail (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  purchase_order_id uuid not null,
  recipients text[] not null check (cardinality(recipients) > 0),
  subject text not null,
  content text not null,
  -- Who may not see costs sends a paper without them.
  has_prices boolean not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  failure text,
  note text,
  sent_at timestamptz,
  create_by text not null,
  create_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id)
);
create index purchase_order_mail_of on purchase_order_mail (tenant_id, purchase_order_id, create_time desc);
call secure_tenant_table('purchase_order_mail');
