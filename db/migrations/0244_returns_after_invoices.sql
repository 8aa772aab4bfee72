-- A sale is booked with its invoice, and its refund after that: until there are invoices neither is. What credit
-- notes have posted so far is taken back today by an entry of its own, so that nobody owes less than nothing.
insert into journal_entry (tenant_id, id, entry_no, book, day, ref_type, ref_id, ref_no, event, digest, memo, amount,
  currency, reverses_id, create_by, create_time)
select e.tenant_id, gen_random_uuid(), e.entry_no || '-R', e.book, greatest(current_date, e.day), e.ref_type, e.ref_id,
  e.ref_no, e.event || ' reversed', e.digest, '冲销 ' || e.entry_no || '：开票前不入账', e.amount, e.currency, e.id,
  'system', now()
from credit_note c
join journal_entry e on e.tenant_id = c.tenant_id and e.id = c.entry_id
where c.status = 'issued'
  and not exists (select 1 from journal_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id);

insert into posting (tenant_id, id, entry_id, line_no, debit_account_id, credit_account_id, amount, currency,
  create_by, create_time)
select p.tenant_id, gen_random_uuid(), r.id, p.line_no, p.credit_account_id, p.debit_account_id, p.amount, p.currency,
  'system', now()
from credit_note c
join journal_entry r on r.tenant_id = c.tenant_id and r.reverses_id = c.entry_id
join posting p on p.tenant_id = c.tenant_id and p.entry_id = c.entry_id
where not exists (select 1 from posting o where o.tenant_id = r.tenant_id and o.entry_id = r.id);

update credit_note c set entry_id = null
where exists (select 1 from journal_entry r where r.tenant_id = c.tenant_id and r.reverses_id = c.entry_id);
