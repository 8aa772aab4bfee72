import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of what goods cost beyond their price, and of what was billed of them. */
export const purchasingInvariants: readonly Invariant[] = [
  {
    id: 'P-01',
    title: '已开票的数量和金额不超过已收的',
    find: (tx) => tx.rows`
      with billed as (
        select receipt_line_id, sum(qty) as qty, sum(value) as value from billed_goods
        where tenant_id = ${tx.tenant} group by 1),
      received as (
        select l.id, sum(m.qty) as qty, sum(m.cost_value) as value from inbound_receipt_line l
        join stock_movement m on m.tenant_id = l.tenant_id and m.ref_type = 'inboundReceipt'
          and m.ref_id = l.receipt_id and split_part(m.idempotency_key, ':', 2) = l.id::text
        where l.tenant_id = ${tx.tenant} and l.id in (select receipt_line_id from billed) group by 1)
      select b.receipt_line_id, b.qty::integer as billed, coalesce(r.qty, 0)::integer as received,
        b.value::bigint as billed_value, coalesce(r.value, 0)::bigint as received_value
      from billed b left join received r on r.id = b.receipt_line_id
      where b.qty > coalesce(r.qty, 0) or b.value > coalesce(r.value, 0)
        or (b.qty = r.qty and b.value <> r.value) limit 50`,
  },
  {
    id: 'P-02',
    title: '到岸费用的分摊合计等于入账金额，应付物流费等于未冲销的合计',
    find: (tx) => tx.rows`
      select c.cost_no as key, c.base_total as stored, coalesce(s.amount, 0)::bigint as expected
      from landed_cost c left join (
        select cost_id, sum(amount) as amount, sum(stock_value) as stock from landed_cost_share
        where tenant_id = ${tx.tenant} group by 1) s on s.cost_id = c.id
      where c.tenant_id = ${tx.tenant} and c.status in ('posted', 'reversed')
        and (c.base_total is distinct from s.amount or c.stock_value is distinct from s.stock)
      union all
      select 'ap:logistics', b.balance, o.owed from (
        select coalesce(sum(base_total), 0)::bigint as owed from landed_cost
        where tenant_id = ${tx.tenant} and status = 'posted') o, (
        select coalesce(sum(case when p.credit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = 'ap:logistics') b
      where b.balance <> o.owed
      limit 50`,
  },
];
