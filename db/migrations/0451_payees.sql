-- Whom a payment went to, as the supplier's account was then.
alter table bill_payment add column payee text;
create index bill_payment_payee on bill_payment (tenant_id, supplier_id, id desc) where payee is not null;
