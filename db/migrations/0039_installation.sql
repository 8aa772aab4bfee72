-- Which installation this database belongs to, once: its id parts it from others that share a Redis
-- or a disk, and a value sealed with its key tells a wrong key at the start.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  key_check text not null,
  create_time timestamptz not null
);
comment on table installation is 'platform: identity of the installation, one row';
grant select, insert on installation to waybill_app;
