import type { Invariant } from '#kit/server/invariant.ts';

/** Stock truths of domain.md §7: the level is the sum of its ledger and of its reservations. */
export const inventoryInvariants: readonly Invariant[] = [
  {
    id: 'I-01',
    title: '在库等于流水合计，结存连续',
    find: (tx) => tx.rows`
      with sums as (
        select warehouse_id, sku_id, condition, sum(qty) as qty, count(*) as n, max(seq) as last
        from stock_movement where tenant_id = ${tx.tenant} group by 1, 2, 3)
      select l.warehouse_id, l.sku_id, l.condition, l.on_hand, s.qty::integer as movements
      from stock_level l left join sums s using (warehouse_id, sku_id, condition)
      where l.tenant_id = ${tx.tenant}
        and (l.on_hand <> coalesce(s.qty, 0) or l.seq <> coalesce(s.n, 0) or l.seq <> coalesce(s.last, 0))
      union all
      select warehouse_id, sku_id, condition, balance_after, running::integer from (
        select warehouse_id, sku_id, condition, balance_after,
          sum(qty) over (partition by warehouse_id, sku_id, condition order by seq) as running
        from stock_movement where tenant_id = ${tx.tenant}) chain
      where balance_after <> running limit 50`,
  },
  {
    id: 'I-02',
    title: '预占等于有效预占明细合计',
    find: (tx) => tx.rows`
      select l.warehouse_id, l.sku_id, l.reserved, coalesce(r.qty, 0)::integer as open_reservations
      from stock_level l left join (
        select warehouse_id, sku_id, sum(qty) as qty from reservation
        where tenant_id = ${tx.tenant} and status = 'open' and environment = 'live' group by 1, 2) r using (warehouse_id, sku_id)
      where l.tenant_id = ${tx.tenant} and l.condition = 'good' and l.reserved <> coalesce(r.qty, 0)
      limit 50`,
  },
  {
    id: 'I-03',
    title: '可用量不低于超卖上限，在库不为负',
    find: (tx) => tx.rows`
      select warehouse_id, sku_id, condition, on_hand, reserved, frozen from stock_level
      where tenant_id = ${tx.tenant} and (available < -oversell_limit or (on_hand < 0 and not allow_negative))
      limit 50`,
  },
  {
    id: 'I-09',
    title: '成本层剩余数量等于在库',
    find: (tx) => tx.rows`
      select l.warehouse_id, l.sku_id, l.on_hand, coalesce(c.qty, 0)::integer as layers
      from (select warehouse_id, sku_id, sum(on_hand) as on_hand, bool_or(allow_negative) as allow_negative
        from stock_level where tenant_id = ${tx.tenant} group by 1, 2) l
      left join (select warehouse_id, sku_id, sum(qty_left) as qty from cost_layer
        where tenant_id = ${tx.tenant} group by 1, 2) c using (warehouse_id, sku_id)
      where not l.allow_negative and l.on_hand <> coalesce(c.qty, 0) limit 50`,
  },
  {
    id: 'I-09b',
    title: '库存商品科目等于成本层剩余价值',
    find: (tx) => tx.rows`
      select w.name, coalesce(l.value, 0)::bigint as layers, coalesce(b.balance, 0)::bigint as account
      from warehouse w
      left join (select warehouse_id, sum(value_left) as value from cost_layer
        where tenant_id = ${tx.tenant} group by 1) l on l.warehouse_id = w.id
      left join (select a.part, sum(case when p.debit_account_id = a.id then p.amount else -p.amount end) as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = 'inventory' group by 1) b on b.part = w.id::text
      where w.tenant_id = ${tx.tenant} and coalesce(l.value, 0) <> coalesce(b.balance, 0) limit 50`,
  },
];
