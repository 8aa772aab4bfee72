-- Tracking numbers are the same with and without the signs that are printed inside of them: SW-0000000020-US is
-- SW0000000020US. What was kept stays as it was written; by this twin it is found, and known as taken. The
-- signs are those of bareKey (kit/model/tracking-number.ts).
alter table box
  add column tracking_no_bare text generated always as
    (nullif(regexp_replace(lower(tracking_no), '[-./\s\u2010-\u2015\u2212]', '', 'g'), '')) stored;
create index box_tracking_bare on box (tenant_id, tracking_no_bare) where tracking_no_bare is not null;

alter table part_order
  add column tracking_no_bare text generated always as
    (nullif(regexp_replace(lower(tracking_no), '[-./\s\u2010-\u2015\u2212]', '', 'g'), '')) stored;
create index part_order_tracking_bare on part_order (tenant_id, tracking_no_bare)
  where tracking_no_bare is not null;

alter table return_order
  add column tracking_no_bare text generated always as
    (nullif(regexp_replace(lower(tracking_no), '[-./\s\u2010-\u2015\u2212]', '', 'g'), '')) stored;
create index return_order_tracking_bare on return_order (tenant_id, tracking_no_bare)
  where tracking_no_bare is not null;
