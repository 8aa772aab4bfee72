-- What a channel paid with a remittance is a payment of its customer, too. The entry is that of the remittance, and
-- what of the money pays no invoice waits there in 待核销: none of it is an advance of the customer.
alter table payment add column remittance_id uuid,
  add constraint payment_remittance foreign key (tenant_id, remittance_id) references remittance (tenant_id, id);
alter table payment drop column unallocated, drop column unallocated_base;
alter table payment
  add column unallocated bigint not null generated always as (
    case when remittance_id is null then amount - allocated else 0 end) stored,
  add column unallocated_base bigint not null generated always as (
    case when remittance_id is null then base_amount - allocated_base else 0 end) stored;
create unique index payment_of_remittance on payment (tenant_id, remittance_id)
  where remittance_id is not null and status = 'posted';
create index payment_remittance_any on payment (tenant_id, remittance_id) where remittance_id is not null;

-- One transfer of a channel may pay the remittances of two shops: what people enter is bound, what comes of
-- remittances is held against it when it is posted.
drop index payment_bank_ref;
create unique index payment_bank_ref on payment (tenant_id, account_id, upper(bank_ref)) nulls not distinct
  where bank_ref is not null and remittance_id is null and status in ('draft', 'posted');

-- Remittances that were posted before have theirs now.
with paid as (
  select r.*, coalesce(c.customer_id,
    (select i.customer_id from remittance_share s
      join invoice i on i.tenant_id = s.tenant_id and i.id = s.invoice_id
      where s.tenant_id = r.tenant_id and s.remittance_id = r.id order by s.id limit 1),
    (select k.id from customer k where k.tenant_id = r.tenant_id and k.channel_code = c.channel_code
      and k.deleted_at is null and k.status = 'enabled' order by (k.type = 'marketplace') desc, k.code limit 1)
    ) as customer_id,
    coalesce((select sum(s.amount) from remittance_share s
      where s.tenant_id = r.tenant_id and s.remittance_id = r.id), 0)::bigint as settled
  from remittance r join channel_account c on c.tenant_id = r.tenant_id and c.id = r.account_id
  where r.status = 'posted' and r.net_amount <> 0)
insert into payment (tenant_id, id, payment_no, direction, customer_id, method, currency, amount, paid_on, bank_ref,
  remittance_id, source_no, fx_rate, base_currency, base_amount, allocated, allocated_base, line_count, posted_by,
  posted_at, status, maker_ids, create_by, create_time)
select tenant_id, gen_random_uuid(), 'PM-' || remit_no, case when net_amount > 0 then 'in' else 'out' end, customer_id,
  'platform', currency, abs(net_amount), pay_date, bank_ref, id, remit_no, fx_rate, base_currency, abs(base_net),
  case when net_amount > 0 then least(net_amount, settled) else 0 end,
  case when net_amount > 0 then round(abs(base_net)::numeric * least(net_amount, settled) / net_amount)::bigint else 0 end,
  (select count(distinct s.invoice_id) from remittance_share s
    where net_amount > 0 and s.tenant_id = paid.tenant_id and s.remittance_id = paid.id)::integer,
  posted_by, posted_at, 'posted', maker_ids, posted_by, posted_at
from paid where customer_id is not null;

with shares as (
  select p.tenant_id, p.id as payment_id, p.allocated, p.currency, p.posted_by, p.posted_at, s.invoice_id,
    sum(s.amount)::numeric as amount
  from payment p join remittance_share s on s.tenant_id = p.tenant_id and s.remittance_id = p.remittance_id
  where p.allocated > 0 group by 1, 2, 3, 4, 5, 6, 7),
counted as (
  select s.*, sum(amount) over w as done, sum(amount) over (partition by tenant_id, payment_id) as whole
  from shares s window w as (partition by tenant_id, payment_id order by invoice_id)),
parts as (
  select c.*, (floor(allocated * done / whole) - floor(allocated * (done - amount) / whole))::bigint as part
  from counted c)
insert into payment_allocation (tenant_id, id, payment_id, invoice_id, currency, portion, amount, create_by, create_time)
select p.tenant_id, gen_random_uuid(), p.payment_id, p.invoice_id, p.currency,
  p.part / power(10::numeric, coalesce(k.exponent, 2)), p.part, p.posted_by, p.posted_at
from parts p left join currency k on k.tenant_id = p.tenant_id and k.code = p.currency and k.deleted_at is null
where p.part > 0;
