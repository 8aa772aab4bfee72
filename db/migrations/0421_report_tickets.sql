-- One look at a report on paper, for whoever brings the address: what is stored is the digest of what stands in it.
create table report_ticket (
  digest text primary key,
  of_tenant integer not null references tenant (id),
  user_id uuid not null references app_user (id) on delete cascade,
  report text not null,
  -- What the report is asked, as JSON.
  query text not null,
  expires_at timestamptz not null
);
create index report_ticket_expiry on report_ticket (expires_at);
comment on table report_ticket is 'platform: single-use rights to print one report';
grant select, insert, delete on report_ticket to waybill_app;
