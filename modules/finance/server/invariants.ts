import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of receivables (domain.md §7: M-08, M-11). */
export const receivableInvariants: readonly Invariant[] = [
  {
    id: 'M-08',
    title: '发票总额等于明细加运费和税减折扣，已结的等于核销记录',
    find: (tx) => tx.rows`
      with lines as (
        select invoice_id as id, sum(amount)::bigint as goods, count(*)::integer as n from invoice_line
        where tenant_id = ${tx.tenant} group by 1),
      taken as (
        select invoice_id as id, sum(base_amount)::bigint as base,
          coalesce(sum(amount) filter (where kind = 'paid'), 0)::bigint as paid,
          coalesce(sum(amount) filter (where kind = 'deducted'), 0)::bigint as deducted,
          coalesce(sum(amount) filter (where kind = 'credited'), 0)::bigint as credited,
          coalesce(sum(amount) filter (where kind = 'discounted'), 0)::bigint as discounted,
          coalesce(sum(amount) filter (where kind = 'writtenOff'), 0)::bigint as written_off
        from invoice_settlement where tenant_id = ${tx.tenant} and status = 'effective' group by 1)
      select i.invoice_no, i.status, i.total, i.goods, coalesce(l.goods, 0)::bigint as of_lines, i.balance,
        i.settled_base, coalesce(t.base, 0)::bigint as of_settlements
      from invoice i left join lines l on l.id = i.id left join taken t on t.id = i.id
      where i.tenant_id = ${tx.tenant} and (
        i.goods <> coalesce(l.goods, 0) or i.line_count <> coalesce(l.n, 0)
        or i.total <> i.goods + i.freight + i.tax - i.discount
        or i.paid <> coalesce(t.paid, 0) or i.deducted <> coalesce(t.deducted, 0)
        or i.credited <> coalesce(t.credited, 0) or i.discounted <> coalesce(t.discounted, 0)
        or i.written_off <> coalesce(t.written_off, 0) or i.settled_base <> coalesce(t.base, 0)
        or (i.balance = 0 and i.settled_base <> i.base_total)
        or (i.status in ('paid', 'closed')) <> (i.balance = 0 and i.status <> 'voided')
        or (i.status = 'voided' and i.balance <> i.total))
      limit 50`,
  },
  {
    id: 'FI-01',
    title: '应收账款等于各客户未收发票，预收账款等于未核销的收款',
    find: (tx) => tx.rows`
      with books as (
        select a.code, a.part, a.type,
          sum(case when p.debit_account_id = a.id then p.amount else -p.amount end)::bigint as debit
        from account a
        join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code in ('ar', 'advance:customer') group by 1, 2, 3),
      owed as (
        select 'ar' as code, customer_id::text as part, sum(base_total - settled_base)::bigint as debit
        from invoice where tenant_id = ${tx.tenant} and status <> 'voided' group by 2
        union all
        select 'advance:customer', customer_id::text,
          (-sum(unallocated_base) filter (where direction = 'in'))::bigint
        from payment where tenant_id = ${tx.tenant} and status = 'posted' group by 2)
      select coalesce(b.code, o.code) as code, coalesce(b.part, o.part) as customer_id,
        coalesce(b.debit, 0)::bigint as balance, coalesce(o.debit, 0)::bigint as owed
      from books b full join owed o on o.code = b.code and o.part = b.part
      where coalesce(b.debit, 0) <> coalesce(o.debit, 0)
      limit 50`,
  },
  {
    id: 'FI-02',
    title: '录入的收付款已核销等于它的核销记录和退回的预收',
    find: (tx) => tx.rows`
      with used as (
        select source_id as id, sum(amount)::bigint as amount from invoice_settlement
        where tenant_id = ${tx.tenant} and source_type = 'payment' and status = 'effective'
          and kind in ('paid', 'credited') group by 1),
      refunded as (
        select r.from_id as id, sum(r.amount)::bigint as amount from payment_refund r
        join payment o on o.tenant_id = r.tenant_id and o.id = r.payment_id
        where r.tenant_id = ${tx.tenant} and o.status = 'posted' group by 1)
      select p.payment_no, p.status, p.allocated, coalesce(u.amount, 0)::bigint as settled,
        coalesce(r.amount, 0)::bigint as refunded
      from payment p left join used u on u.id = p.id left join refunded r on r.id = p.id
      where p.tenant_id = ${tx.tenant} and p.direction = 'in' and p.remittance_id is null
        and p.allocated <> coalesce(u.amount, 0) + coalesce(r.amount, 0)
      limit 50`,
  },
  {
    id: 'FI-03',
    title: '订单的回款状态与发票一致',
    find: (tx) => tx.rows`
      with sums as (
        select order_id as id, bool_or(status in ('short_paid', 'disputed')) as is_short,
          bool_or(balance > 0) as is_open, bool_or(balance < total) as is_touched
        from invoice where tenant_id = ${tx.tenant} and order_id is not null and status <> 'voided' group by 1),
      expected as (
        select o.id, o.order_no, o.pay_status, case when s.id is null then 'none' when s.is_short then 'short'
          when not s.is_open then 'paid' when s.is_touched then 'part' else 'invoiced' end as expected
        from sales_order o left join sums s on s.id = o.id
        where o.tenant_id = ${tx.tenant} and (s.id is not null or o.pay_status <> 'none'))
      select order_no, pay_status, expected from expected where pay_status <> expected limit 50`,
  },
];
