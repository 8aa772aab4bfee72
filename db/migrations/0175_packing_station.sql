-- 打包台 in full screen: who is at a shipment, what was scanned there and may be taken back, and which
-- labels have come out of a printer.
create table packing_hold (
  tenant_id integer not null references tenant (id),
  shipment_id uuid not null,
  user_id uuid not null,
  username text not null,
  touched_at timestamptz not null,
  -- The carton that was scanned and is not sealed yet.
  box_id uuid,
  primary key (tenant_id, shipment_id),
  foreign key (tenant_id, shipment_id) references shipment (tenant_id, id)
);
create index packing_hold_person on packing_hold (tenant_id, user_id, touched_at desc);
call secure_tenant_table('packing_hold');

create table packing_scan (
  tenant_id integer not null references tenant (id),
  id uuid not null,
  shipment_id uuid not null,
  box_id uuid not null,
  code text not null,
  -- What the box measured before it: [weight_g, length_mm, width_mm, height_mm].
  measured_before integer[] not null,
  scanned_by text not null,
  scanned_at timestamptz not null,
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, box_id) references box (tenant_id, id)
);
create index packing_scan_last on packing_scan (tenant_id, shipment_id, scanned_at desc, id desc)
  where undone_at is null;
call secure_tenant_table('packing_scan');

create table box_print (
  tenant_id integer not null references tenant (id),
  box_id uuid not null,
  -- Another label for the same box is one that has not been printed.
  asset_id uuid not null,
  times integer not null default 1,
  printed_by text not null,
  printed_at timestamptz not null,
  primary key (tenant_id, box_id, asset_id),
  foreign key (tenant_id, box_id) references box (tenant_id, id)
);
call secure_tenant_table('box_print');
