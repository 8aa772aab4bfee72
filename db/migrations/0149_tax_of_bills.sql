-- What of the tax on a bill may be posted without a second person: shares of its goods.
alter table purchase_setting
  add column tax_limit numeric(9, 6) not null default 0.2 check (tax_limit between 0 and 1),
  add column tax_tolerance numeric(9, 6) not null default 0.01 check (tax_tolerance between 0 and 0.2);
alter table purchase_setting
  alter column tax_limit drop default,
  alter column tax_tolerance drop default;
