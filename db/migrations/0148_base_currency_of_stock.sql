-- Stock is valued in the base currency of its tenant, which whoever writes a row says: no column guesses.
-- Values so far are of two places, whatever they were called.
update stock_movement m set currency = c.code from currency c
where c.tenant_id = m.tenant_id and c.is_base and c.exponent = 2 and m.currency <> c.code;
update stock_adjustment m set currency = c.code from currency c
where c.tenant_id = m.tenant_id and c.is_base and c.exponent = 2 and m.currency <> c.code;
update stock_count m set currency = c.code from currency c
where c.tenant_id = m.tenant_id and c.is_base and c.exponent = 2 and m.currency <> c.code;
update stock_transfer m set currency = c.code from currency c
where c.tenant_id = m.tenant_id and c.is_base and c.exponent = 2 and m.currency <> c.code;
update inbound_receipt m set currency = c.code from currency c
where c.tenant_id = m.tenant_id and c.is_base and c.exponent = 2 and m.currency <> c.code;

alter table stock_movement alter column currency drop default;
alter table stock_adjustment alter column currency drop default;
alter table stock_count alter column currency drop default;
alter table stock_transfer alter column currency drop default;
alter table inbound_receipt alter column currency drop default;
