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
    title: '已出库的发货明细净有一条销售出库流水（已撤销的相抵），组合每个组件一条',
    find: (tx) => tx.rows`
      select l.id, l.shipment_id, s.status, l.qty, m.n, m.qty as moved, m.parts from shipment_line l
        join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
        left join lateral (
          select coalesce(sum(turn) filter (where not is_part), 0)::integer as n,
            coalesce(-sum(qty) filter (where not is_part), 0)::integer as qty,
            coalesce(sum(turn) filter (where is_part), 0)::integer as parts,
            coalesce(bool_and(qty % l.qty = 0) filter (where is_part), true) as whole
          from (
            select qty, case type when 'reversal' then -1 else 1 end as turn,
              strpos(substr(stem, length('ship:') + 1), ':') > 0 as is_part
            from (select type, qty, replace(idempotency_key, 'unship:', '') as stem from stock_movement
              where tenant_id = ${tx.tenant} and ref_type = 'shipment' and ref_id = l.shipment_id) moved
            where starts_with(stem, 'ship:' || l.id)) one) m on true
      where l.tenant_id = ${tx.tenant} and (
        (s.stage = 'shipped' and s.environment = 'live'
          and not (m.n = 1 and m.qty = l.qty and m.parts = 0) and not (m.n = 0 and m.parts > 0 and m.whole))
        or ((s.stage <> 'shipped' or s.environment <> 'live') and (m.n <> 0 or m.parts <> 0 or m.qty <> 0)))
      limit 50`,
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
        select count(*)::integer as n from box b join shipment s on s.tenant_id = b.tenant_id and coalesce(s.lead_id, s.id) = b.shipment_id
        where b.tenant_id = ${tx.tenant} and s.order_id = o.id and b.status <> 'void' and s.status <> 'voided') b on true
      where o.tenant_id = ${tx.tenant} and o.box_count is not null and o.box_count <> b.n limit 50`,
  },
  {
    id: 'F-joint',
    title: '合并发货：各单同店铺、同仓、同物流渠道、同状态，单数相符',
    find: (tx) => tx.rows`
      select l.id, l.shipment_no, l.status, l.partner_count, count(p.id)::integer as partners
      from shipment l left join shipment p on p.tenant_id = l.tenant_id and p.lead_id = l.id
      where l.tenant_id = ${tx.tenant} and (l.partner_count > 0 or p.id is not null)
      group by l.tenant_id, l.id
      having l.partner_count <> count(p.id) or bool_or(p.status <> l.status or p.account_id <> l.account_id
        or p.warehouse_id <> l.warehouse_id or p.ship_method_id is distinct from l.ship_method_id
        or p.environment <> l.environment) limit 50`,
  },
  {
    id: 'F-tracking',
    title: '一个运单号只属于一个PO',
    find: (tx) => tx.rows`
      select b.tracking_no, count(distinct (o.account_id, o.channel_order_no, o.order_type))::integer as orders
      from box b
        join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
        join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      where b.tenant_id = ${tx.tenant} and b.tracking_no is not null and b.status <> 'void' and s.label_hold is null
      group by 1 having count(distinct (o.account_id, o.channel_order_no, o.order_type)) > 1 limit 50`,
  },
];
