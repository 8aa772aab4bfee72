import type { Invariant } from '#kit/server/invariant.ts';

/** C-03 of domain.md §7. */
export const priceInvariants: readonly Invariant[] = [
  {
    id: 'C-03',
    title: '低于底价或成本未知的调价都有审批',
    find: (tx) => tx.rows`
      select id, price_no, status, price_check from price_record
      where tenant_id = ${tx.tenant} and status in ('submitted', 'active') and type = 'baseCost'
        and price_check is distinct from 'pass' and approved_by is null
      limit 50`,
  },
  {
    id: 'C-03b',
    title: '未开始和进行中的促销没有未特批的拦截产品',
    find: (tx) => tx.rows`
      select i.id, p.promotion_no, i.price_check, i.promo_price, i.exception_price from promotion_item i
        join promotion p on p.tenant_id = i.tenant_id and p.id = i.promotion_id
      where i.tenant_id = ${tx.tenant} and p.status = 'running' and i.price_check = 'block'
        and (i.exception_by is null or i.promo_price < i.exception_price)
      limit 50`,
  },
];
