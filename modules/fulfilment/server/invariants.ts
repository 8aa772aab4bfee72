import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of boxes and shipments (domain.md §7 O-05, O-01, I5). */
export const fulfilmentInvariants: readonly Invariant[] = [
  {
    id: 'O-05',
    title: '多箱商品的每一件都在各箱序的箱子里',
    find: (tx) => tx.rows`
      select l.shipment_id, l.channel_sku, c.carton_no, l.qty, coalesce(i.qty, 0)::integer as boxed
      from shipment_line l join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
        join sku_carton c on c.tenant_id = l.tenant_id and c.sku_id = l.sku_id and c.deleted_at is null
          and c.create_time <= s.packed_at
        left join (
          select (e->>'shipmentLineId')::uuid as line, (e->>'cartonNo')::integer as carton_no, sum((e->>'qty')::integer) as qty
          from box b cross join jsonb_array_elements(b.items) e
          where b.tenant_id = ${tx.tenant} and b.status = 'shipped' group by 1, 2) i
          on i.line = l.id and i.carton_no = c.carton_no
      where l.tenant_id = ${tx.tenant} and s.stage = 'shipped' and coalesce(i.qty, 0) <> l.qty limit 50`,
  },
  {
    id: 'I5-ship',
    title: '已出库的发货明细恰有一条销售出库流水，组合每个组件一条',
    find: (tx) => tx.rows`
      select l.id, l.shipment_id, s.status, l.qty, m.n, m.qty as moved from shipment_line l
        join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
        left join lateral (
          select count(*)::integer as n, -sum(qty)::integer as qty from stock_movement m
          where m.tenant_id = ${tx.tenant} and m.idempotency_key = 'ship:' || l.id) m on true
        left join lateral (
          select count(*)::integer as n, bool_and(qty % l.qty = 0) as whole from stock_movement p
          where p.tenant_id = ${tx.tenant} and p.ref_type = 'shipment' and p.ref_id = l.shipment_id
            and starts_with(p.idempotency_key, 'ship:' || l.id || ':')) p on true
      where l.tenant_id = ${tx.tenant} and (
        (s.stage = 'shipped' and s.environment = 'live'
          and not (m.n = 1 and m.qty = l.qty and p.n = 0) and not (m.n = 0 and p.n > 0 and p.whole))
        or ((s.stage <> 'shipped' or s.environment <> 'live') and m.n + p.n <> 0)) limit 50`,
  },
  {
    id: 'F-packed',
    title: '订单行已装箱数等于未作废发货单的装箱数',
    find: (tx) => tx.rows`
      select o.id, o.qty_packed, coalesce(p.qty, 0)::integer as packed from order_line o left join (
        select l.order_line_id, sum(l.qty_packed) as qty from shipment_line l
          join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
        where l.tenant_id = ${tx.tenant} and s.status <> 'voided' group by 1) p on p.order_line_id = o.id
      where o.tenant_id = ${tx.tenant} and o.qty_packed <> coalesce(p.qty, 0) limit 50`,
  },
  {
    id: 'F-facts',
    title: '订单上的箱数等于未作废箱子数',
    find: (tx) => tx.rows`
      select o.id, o.box_count, b.n from sales_order o join lateral (
        select count(*)::integer as n from box b join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
        where b.tenant_id = ${tx.tenant} and s.order_id = o.id and b.status <> 'void' and s.status <> 'voided') b on true
      where o.tenant_id = ${tx.tenant} and o.box_count is not null and o.box_count <> b.n limit 50`,
  },
  {
    id: 'F-tracking',
    title: '一个运单号只属于一个订单',
    find: (tx) => tx.rows`
      select b.tracking_no, count(distinct s.order_id)::integer as orders from box b
        join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
      where b.tenant_id = ${tx.tenant} and b.tracking_no is not null and b.status <> 'void' and s.label_hold is null
      group by 1 having count(distinct s.order_id) > 1 limit 50`,
  },
];
