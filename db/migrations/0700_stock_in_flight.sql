-- Rows of a push that are on their way to the channel: until it has answered nobody knows which quantity it shows. Noted
-- once per wave on the push, as [[listing, warehouse code], …], instead of on each row before and after its call.
alter table stock_push add column in_flight jsonb;
