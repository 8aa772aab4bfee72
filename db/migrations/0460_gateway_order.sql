-- Of several routes that fit a call the one with the least number takes it, and of those the oldest.
alter table gateway_route add column sort_no integer not null default 0 check (sort_no between 0 and 9999);
