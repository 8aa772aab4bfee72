-- Bills and landed costs beyond the limit of one person wait for a second one, and say why.
alter table supplier_bill add column check_reason text;
create index supplier_bill_matched on supplier_bill (tenant_id, supplier_id, matched_at);

alter table landed_cost
  add column maker_ids uuid[] not null default '{}',
  add column posted_alone boolean not null default false;
