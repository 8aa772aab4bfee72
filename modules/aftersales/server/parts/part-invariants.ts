import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of parts that were asked for again. */
export const partInvariants: readonly Invariant[] = [
  {
    id: 'PT-01',
    title: '配件行的已预占等于有效预占明细',
    find: (tx) => tx.rows`
      select l.id, l.source, l.qty_reserved, l.harvest_units, coalesce(r.qty, 0)::integer as held
      from part_line l join part_order o on o.tenant_id = l.tenant_id and o.id = l.part_order_id
      left join (
        select order_line_id, sum(qty) as qty from reservation
        where tenant_id = ${tx.tenant} and kind = 'part' and status = 'open' group by 1) r
        on r.order_line_id = l.id
      where l.tenant_id = ${tx.tenant} and coalesce(r.qty, 0) <> case
        when o.status not in ('confirmed', 'breached') then 0
        when l.source in ('harvest', 'fullCarton') then l.harvest_units
        else l.qty_reserved end limit 50`,
  },
  {
    id: 'PT-02',
    title: '发货的补发单：每行已发等于数量，成本等于各行合计',
    find: (tx) => tx.rows`
      select o.id, o.part_order_no, o.status, o.cost, l.cost as lines, l.open from part_order o
      join (select part_order_id, sum(qty - shipped_qty)::integer as open, sum(shipped_qty)::integer as shipped,
          sum(cost)::bigint as cost, sum(residue_loss)::bigint as loss
        from part_line where tenant_id = ${tx.tenant} group by 1) l on l.part_order_id = o.id
      where o.tenant_id = ${tx.tenant} and case when o.stage = 'shipped'
        then l.open <> 0 or o.cost is distinct from l.cost or o.residue_loss is distinct from l.loss
        else l.shipped <> 0 or o.cost is not null end limit 50`,
  },
  {
    id: 'PT-03',
    title: '整件拆件价值守恒：拆件损失科目等于各行拆件损失',
    find: (tx) => tx.rows`
      select b.balance, l.loss from (
        select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = 'loss:harvest') b, (
        select coalesce(sum(residue_loss), 0)::bigint as loss from part_line
        where tenant_id = ${tx.tenant}) l
      where b.balance <> l.loss`,
  },
  {
    id: 'PT-04',
    title: '订单的补件状态和行补件成本等于补发单',
    find: (tx) => tx.rows`
      select 'order' as at, s.id, s.part_status as stored, f.expected from sales_order s
      left join (
        select order_id, case
          when bool_or(status in ('new', 'needInfo', 'confirmed', 'breached')) then 'open'
          when bool_or(stage = 'shipped') then 'shipped'
          when bool_or(status = 'rejected') then 'rejected' end as expected
        from part_order where tenant_id = ${tx.tenant} and order_id is not null group by 1) f on f.order_id = s.id
      where s.tenant_id = ${tx.tenant} and s.part_status is distinct from f.expected
      union all
      select 'line', l.id, l.part_cost::text, c.cost::text from order_line l
      left join (
        select order_line_id, sum(cost + residue_loss)::bigint as cost from part_line
        where tenant_id = ${tx.tenant} and order_line_id is not null and shipped_qty > 0 group by 1) c
        on c.order_line_id = l.id
      where l.tenant_id = ${tx.tenant} and coalesce(l.part_cost, 0) <> coalesce(c.cost, 0) limit 50`,
  },
  {
    id: 'PT-05',
    title: '待采购件数等于还没到货的配件行',
    find: (tx) => tx.rows`
      select o.id, o.part_order_no, o.waiting_count, coalesce(l.qty, 0)::integer as lines from part_order o
      left join (select part_order_id, sum(qty) as qty from part_line
        where tenant_id = ${tx.tenant} and source = 'purchase' and qty_reserved = 0 and shipped_qty = 0
        group by 1) l on l.part_order_id = o.id
      where o.tenant_id = ${tx.tenant} and o.waiting_count <> case
        when o.status in ('confirmed', 'breached') then coalesce(l.qty, 0) else 0 end limit 50`,
  },
];
