import type { Invariant } from '#kit/server/invariant.ts';

/** C-03 of domain.md §7. */
export const priceInvariants: readonly Invariant[] = [
  {
    id: 'C-03',
    title: '低于底价或成本未知的调价都有审批',
    find: (tx) => tx.rows`
      select id, price_no, status, floor_check from price_record
      where tenant_id = ${tx.tenant} and status in ('submitted', 'active') and type = 'baseCost'
        and floor_check is distinct from 'pass' and approved_by is null
      limit 50`,
  },
];
