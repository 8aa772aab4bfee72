-- A parcel on its way that its buyer does not want any more, or wants elsewhere: who stops it, and how far.
alter table shipment
  add column intercept_status text check (intercept_status in ('toContact', 'stopped', 'failed')),
  add column intercept_reason text;
create index shipment_intercept on shipment (tenant_id, intercept_status) where intercept_status is not null;
