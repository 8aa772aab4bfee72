-- Who pays for what a shop sells, who writes the invoice, and what the channel keeps of each.
alter table channel_account
  add column customer_id uuid,
  add column invoice_mode text not null default 'channel'
    constraint channel_account_invoice_mode check (invoice_mode in ('self', 'channel')),
  add column allowance_rate numeric(9, 6) not null default 0
    constraint channel_account_allowance check (allowance_rate between 0 and 1),
  add constraint channel_account_customer foreign key (tenant_id, customer_id) references customer (tenant_id, id);
create index channel_account_customer on channel_account (tenant_id, customer_id) where customer_id is not null;

-- How far what was sent of an order has become money, kept by its invoices.
alter table sales_order add column pay_status text not null default 'none'
  constraint sales_order_pay_status check (pay_status in ('none', 'invoiced', 'part', 'paid', 'short'));

-- What was done about an invoice beside what settled it.
alter table invoice
  add column entry_id uuid,
  add column sent_at timestamptz,
  add column sent_by text,
  add column write_off_asked_by text,
  add column write_off_asked_at timestamptz,
  add column write_off_reason text;
create index invoice_write_off on invoice (tenant_id, write_off_asked_at) where write_off_asked_at is not null;

grant select on invoice to waybill_jobs;
create policy jobs on invoice to waybill_jobs using (true);
set role waybill_jobs;
-- Invoices past their due day and the days of grace that their tenant gives.
create function work.invoices_overdue(at timestamptz)
returns table (tenant_id integer, id uuid, due_date date)
language sql security definer set search_path = public as $$
  select i.tenant_id, i.id, i.due_date
  from invoice i join tenant t on t.id = i.tenant_id
  where i.status in ('issued', 'sent', 'part_paid') and i.due_date < (at at time zone t.timezone)::date
    and t.status = 'active' and t.deleted_at is null
    and coalesce(t.end_date >= (at at time zone t.timezone)::date, true)
  order by i.due_date limit 2000
$$;
reset role;
revoke execute on function work.invoices_overdue(timestamptz) from public;
grant execute on function work.invoices_overdue(timestamptz) to waybill_app;

-- What has left and is not invoiced is few, however many orders there are.
create index sales_order_uninvoiced on sales_order (tenant_id, create_time desc, id desc)
  where pay_status = 'none' and status in ('partial', 'shipped', 'delivered', 'completed') and total > 0
    and environment = 'live';
