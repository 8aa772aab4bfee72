-- INV-77, inv 77 and INV-77 in Cyrillic capitals are one invoice: the key by which two numbers are the same is written
-- with the bill (modules/purchasing/model/invoice-key.ts). Bills that stand twice by now keep both.
alter table supplier_bill add column invoice_key text;
update supplier_bill set invoice_key = coalesce(
  nullif(lower(regexp_replace(normalize(invoice_no, nfkc), '[^[:alnum:]]', '', 'g')), ''), lower(invoice_no));
update supplier_bill b set invoice_key = b.invoice_key || ' ' || b.bill_no
where b.status <> 'cancelled' and exists (
  select 1 from supplier_bill o
  where o.tenant_id = b.tenant_id and o.supplier_id = b.supplier_id and o.invoice_key = b.invoice_key
    and o.status <> 'cancelled' and o.id < b.id);
alter table supplier_bill alter column invoice_key set not null;
drop index supplier_bill_invoice;
create unique index supplier_bill_invoice on supplier_bill (tenant_id, supplier_id, invoice_key)
  where status <> 'cancelled';
