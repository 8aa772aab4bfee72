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
      from (select warehouse_id, sku_id, sum(on_hand) as on_hand
        from stock_level where tenant_id = ${tx.tenant} group by 1, 2) l
      left join (select warehouse_id, sku_id, sum(qty_left) as qty from cost_layer
        where tenant_id = ${tx.tenant} group by 1, 2) c using (warehouse_id, sku_id)
      where l.on_hand <> coalesce(c.qty, 0) limit 50`,
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
  {
    id: 'I-09c',
    title: '流水成本加价值变动等于成本层剩余价值',
    find: (tx) => tx.rows`
      select coalesce(c.warehouse_id, m.warehouse_id) as warehouse_id, coalesce(c.sku_id, m.sku_id) as sku_id,
        coalesce(c.value, 0)::bigint as layers, coalesce(m.value, 0)::bigint as moved
      from (select warehouse_id, sku_id, sum(value_left) as value from cost_layer
        where tenant_id = ${tx.tenant} group by 1, 2) c
      full join (select warehouse_id, sku_id, sum(value) as value from (
          select warehouse_id, sku_id, cost_value as value from stock_movement where tenant_id = ${tx.tenant}
          union all
          select warehouse_id, sku_id, amount from stock_revaluation where tenant_id = ${tx.tenant}) v
        group by 1, 2) m on m.warehouse_id = c.warehouse_id and m.sku_id = c.sku_id
      where coalesce(c.value, 0) <> coalesce(m.value, 0) limit 50`,
  },
  {
    id: 'I-08',
    title: '在途数量和金额等于在途成本层，库存行的在途等于各单据未到数量',
    find: (tx) => tx.rows`
      select 'line' as at, l.id::text as key, l.transit_qty::bigint as stored, coalesce(t.qty, 0)::bigint as expected
      from stock_transfer_line l left join (select transfer_line_id, sum(qty_left) as qty
        from transit_layer where tenant_id = ${tx.tenant} group by 1) t on t.transfer_line_id = l.id
      where l.tenant_id = ${tx.tenant} and l.transit_qty <> coalesce(t.qty, 0)
      union all
      select 'level', v.id::text, v.in_transit, coalesce(w.qty, 0)
      from stock_level v left join (
        select warehouse_id, sku_id, sum(qty) as qty from (
          select t.to_warehouse_id as warehouse_id, l.sku_id, l.transit_qty as qty
          from stock_transfer_line l
          join stock_transfer t on t.tenant_id = l.tenant_id and t.id = l.transfer_id
          where l.tenant_id = ${tx.tenant} and l.transit_qty > 0
          union all
          select r.warehouse_id, l.sku_id, l.transit_qty from inbound_receipt_line l
          join inbound_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
          where l.tenant_id = ${tx.tenant} and l.transit_qty > 0) awaited group by 1, 2) w
        on w.warehouse_id = v.warehouse_id and w.sku_id = v.sku_id and v.condition = 'good'
      where v.tenant_id = ${tx.tenant} and v.in_transit <> coalesce(w.qty, 0)
      union all
      select 'account', 'inventory:transit', b.balance, t.value from (
        select coalesce(sum(value_left), 0)::bigint as value from transit_layer
        where tenant_id = ${tx.tenant}) t, (
        select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = 'inventory:transit') b
      where b.balance <> t.value
      limit 50`,
  },
  {
    id: 'I-03b',
    title: '冻结等于已过账的冻结减解冻',
    find: (tx) => tx.rows`
      select v.warehouse_id, v.sku_id, v.condition, v.frozen, coalesce(f.qty, 0)::integer as said
      from stock_level v left join (
        select c.warehouse_id, l.sku_id, l.condition,
          sum(case c.kind when 'freeze' then l.qty else -l.qty end) as qty
        from state_change c join state_change_line l on l.tenant_id = c.tenant_id and l.change_id = c.id
        where c.tenant_id = ${tx.tenant} and c.status = 'posted' and c.kind <> 'condition'
        group by 1, 2, 3) f using (warehouse_id, sku_id, condition)
      where v.tenant_id = ${tx.tenant} and v.frozen <> coalesce(f.qty, 0) limit 50`,
  },
];
