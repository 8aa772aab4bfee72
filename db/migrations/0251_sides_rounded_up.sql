-- FedEx and UPS have rounded each side of a box up to a whole inch before they take its volume since August 2025;
-- other carriers have not, so that it is said of each way to ship.
alter table ship_method add column rounds_sides boolean not null default false;
update ship_method set rounds_sides = true where lower(carrier) in ('fedex', 'ups') and class = 'parcel';
