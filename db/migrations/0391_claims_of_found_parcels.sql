-- What was paid for a parcel that was found after all has been settled with its carrier.
alter table claim add column is_found_settled boolean not null default false;
