import type { Invariant } from '#kit/server/invariant.ts';

/** Order truths of domain.md §7. */
export const orderInvariants: readonly Invariant[] = [
  {
    id: 'O-01',
    title: '行计数合法：已发 ≤ 数量 − 已取消',
    find: (tx) => tx.rows`
      select id, order_id, qty, qty_cancelled, qty_packed, qty_shipped from order_line
      where tenant_id = ${tx.tenant} and (qty_shipped > qty - qty_cancelled or qty_packed > qty - qty_cancelled
        or qty_reserved > qty - qty_cancelled - qty_shipped) limit 50`,
  },
  {
    id: 'O-01b',
    title: '行预占等于库存预占',
    find: (tx) => tx.rows`
      select l.id, l.order_id, l.qty_reserved, coalesce(r.most, 0)::integer as held
      from order_line l left join (
        select order_line_id, max(units) as most, min(units) as least from (
          select order_line_id, sku_id, sum(qty / per_unit) as units from reservation
          where tenant_id = ${tx.tenant} and status = 'open' group by 1, 2) held
        group by 1) r on r.order_line_id = l.id
      where l.tenant_id = ${tx.tenant}
        and (l.qty_reserved <> coalesce(r.most, 0) or r.most is distinct from r.least) limit 50`,
  },
  {
    id: 'O-04',
    title: '订单状态等于计数推导的状态',
    find: (tx) => tx.rows`
      select o.id, o.channel_order_no, o.status, l.open, l.shipped from sales_order o join (
        select order_id, sum(qty - qty_cancelled - qty_shipped) as open, sum(qty_shipped) as shipped
        from order_line where tenant_id = ${tx.tenant} group by 1) l on l.order_id = o.id
      where o.tenant_id = ${tx.tenant} and (
        (o.stage = 'shipped' and o.status <> 'history' and (l.open <> 0 or l.shipped = 0))
        or (o.status = 'history' and l.shipped <> 0)
        or (o.stage = 'cancelled' and (l.open <> 0 or l.shipped <> 0))
        or (o.status = 'partial' and (l.open = 0 or l.shipped = 0))
        or (o.status in ('new', 'accepted', 'ready', 'processing') and l.shipped <> 0)) limit 50`,
  },
  {
    id: 'O-04b',
    title: '订单状态等于流转记录的终点',
    find: (tx) => tx.rows`
      select o.id, o.status, s.to_state from sales_order o left join lateral (
        select to_state from state_log where tenant_id = ${tx.tenant} and row_id = o.id
        order by at desc, id desc limit 1) s on true
      where o.tenant_id = ${tx.tenant} and s.to_state is distinct from o.status limit 50`,
  },
  {
    id: 'O-04c',
    title: '订单挂起集合等于未解除的挂起',
    find: (tx) => tx.rows`
      select o.id, o.holds, h.open from sales_order o left join (
        select order_id, array_agg(distinct type order by type) as open from order_hold
        where tenant_id = ${tx.tenant} and closed_at is null group by 1) h on h.order_id = o.id
      where o.tenant_id = ${tx.tenant} and o.holds is distinct from coalesce(h.open, '{}') limit 50`,
  },
  {
    id: 'O-09',
    title: '订单金额等于未取消商品金额之和',
    find: (tx) => tx.rows`
      select o.id, o.channel_order_no, o.total, l.net from sales_order o join (
        select order_id, sum(line_net)::bigint as net from order_line
        where tenant_id = ${tx.tenant} group by 1) l on l.order_id = o.id
      where o.tenant_id = ${tx.tenant} and o.total <> l.net limit 50`,
  },
  {
    id: 'O-10',
    title: '待处理的平台变更都有挂起',
    find: (tx) => tx.rows`
      select o.id, o.channel_order_no, o.holds, i.field from order_change_item i
        join sales_order o on o.tenant_id = i.tenant_id and o.id = i.order_id
      where i.tenant_id = ${tx.tenant} and i.status = 'pending'
        and not o.holds && array['channelChange', 'priceMismatch'] limit 50`,
  },
  {
    id: 'I6',
    title: '同一店铺同一PO只有一个主订单',
    find: (tx) => tx.rows`
      select account_id, channel_order_no, order_type, count(*)::integer as orders from sales_order
      where tenant_id = ${tx.tenant} and parent_id is null and split_seq >= 0
      group by 1, 2, 3 having count(*) > 1 limit 50`,
  },
];
