-- Calls below the API base that no route of the product takes, and where they are forwarded to: the operator's alone.
create table gateway_route (
  id uuid primary key,
  router_id text not null unique,
  name text not null,
  uri text not null,
  -- JSON, as clients of the base send and read them.
  predicates text not null,
  filters text,
  -- The paths among the predicates, for lists.
  paths text not null,
  access text not null,
  forward_credentials boolean not null default false,
  timeout_seconds integer not null default 30 check (timeout_seconds between 1 and 300),
  status text not null check (status in ('1', '0')),
  note text,
  create_by text, create_time timestamptz not null, update_by text, update_time timestamptz,
  version integer not null default 1
);
comment on table gateway_route is 'platform: calls that are forwarded to other services';
grant select, insert, update, delete on gateway_route to waybill_app;

-- One row: another number whenever a route has changed. Each node compares it before it forwards a call.
create table gateway_revision (
  is_only boolean primary key default true check (is_only),
  revision bigint not null
);
comment on table gateway_revision is 'platform: counts changes of gateway routes';
grant select, insert, update on gateway_revision to waybill_app;
