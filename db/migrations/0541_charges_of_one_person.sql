-- What somebody typed of a remittance, its fees above all, is not booked by them alone beyond a limit. What came by
-- a file that is kept stands as the channel said it, until somebody changes it.
alter table remittance
  -- Who wrote its lines, by hand or by a file that nobody keeps.
  add column typist_ids uuid[] not null default '{}',
  -- What was charged against receivables on the word of whoever posted it, in the currency of the books.
  add column charged_base bigint not null default 0 constraint remittance_charged check (charged_base >= 0);
alter table remittance drop constraint remittance_source;
alter table remittance add constraint remittance_source check (source in ('typed', 'sheet', 'edi', 'edited'));
update remittance set typist_ids = maker_ids where report_file_id is null and status in ('imported', 'partial', 'matched');
create index remittance_charged_by on remittance (tenant_id, posted_by, posted_at)
  where status = 'posted' and charged_base > 0;
-- What one person gave up on a day.
create index invoice_settlement_written_off on invoice_settlement (tenant_id, create_by, settled_on)
  where kind = 'writtenOff' and status = 'effective';
