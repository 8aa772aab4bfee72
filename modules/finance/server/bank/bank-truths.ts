import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of movements and what they are. */
export const bankInvariants: readonly Invariant[] = [
  {
    id: 'FI-04',
    title: '银行流水已核对的等于核对记录，方向、币种和账户与收付款一致，收付款核对不超过金额',
    find: (tx) => tx.rows`
      with parts as (
        select m.line_id as id, sum(m.amount) as amount,
          bool_and(p.status = 'posted' and p.direction = l.direction and p.currency = l.currency
            and coalesce(p.account_id, l.account_id) = l.account_id) as is_right
        from bank_match m
        join bank_line l on l.tenant_id = m.tenant_id and l.id = m.line_id
        join payment p on p.tenant_id = m.tenant_id and p.id = m.payment_id
        where m.tenant_id = ${tx.tenant} group by 1)
      select l.line_no as no, l.status, l.matched, m.amount, m.is_right
      from bank_line l left join parts m on m.id = l.id
      where l.tenant_id = ${tx.tenant} and (l.matched <> coalesce(m.amount, 0) or not coalesce(m.is_right, true)
        or (l.status = 'matched') <> (l.matched > 0))
      union all
      select p.payment_no, p.status, p.amount, sum(m.amount), false
      from bank_match m join payment p on p.tenant_id = m.tenant_id and p.id = m.payment_id
      where m.tenant_id = ${tx.tenant}
      group by p.id, p.payment_no, p.status, p.amount having sum(m.amount) > p.amount
      limit 50`,
  },
];
