-- Listing健康度 of the newest report that names a listing: its worst point, each point, and where it was read.
alter table channel_product
  add column health text constraint channel_product_health check (health in ('RED', 'YELLOW', 'GREEN')),
  add column health_points jsonb,
  add column health_month text,
  add column health_on date,
  add column health_report_id uuid;
create index channel_product_health on channel_product (tenant_id, health) where health is not null and deleted_at is null;
