import type { Invariant } from '#kit/server/invariant.ts';

/** What a claim says was paid is the sum of its payments, and its state follows from that. */
export const claimInvariants: readonly Invariant[] = [
  {
    id: 'AS-11',
    title: '索赔的已赔付等于赔付记录，状态与金额一致',
    find: (tx) => tx.rows`
      with paid as (
        select claim_id as id, sum(amount) as amount from claim_payment
        where tenant_id = ${tx.tenant} and not is_reversed group by 1),
      goods as (
        select claim_id as id, sum(amount) as amount from claim_line where tenant_id = ${tx.tenant} group by 1)
      select c.claim_no, c.status, c.total, c.paid_total, coalesce(p.amount, 0)::bigint as of_payments
      from claim c left join paid p on p.id = c.id left join goods g on g.id = c.id
      where c.tenant_id = ${tx.tenant}
        and (c.paid_total <> coalesce(p.amount, 0)
          or c.goods_total <> coalesce(g.amount, 0)
          or c.total <> c.goods_total + coalesce(c.other_amount, 0)
          or (c.status = 'paid' and c.paid_total + c.waived_total <> c.total)
          or (c.status = 'part_paid' and (c.paid_total = 0 or c.paid_total + c.waived_total >= c.total))
          or (c.status in ('draft', 'submitted') and c.paid_total <> 0))
      limit 50`,
  },
];
