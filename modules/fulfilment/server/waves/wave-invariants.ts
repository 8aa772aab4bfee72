import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of waves and hand-over lists. */
export const waveInvariants: readonly Invariant[] = [
  {
    id: 'W-01',
    title: '未完成波次的拣货任务之和等于其发货明细',
    find: (tx) => tx.rows`
      select w.wave_no, l.shipment_id, l.channel_sku, l.qty, t.qty as tasks from wave w
        join shipment s on s.tenant_id = w.tenant_id and s.wave_id = w.id and s.status in ('draft', 'packing')
        join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
        left join lateral (
          select min(c.qty) as qty, max(c.qty) as most from (
            select sum(k.qty)::numeric / k.per_unit as qty from wave_task k where k.tenant_id = ${tx.tenant}
              and k.wave_id = w.id and k.shipment_line_id = l.id and k.status <> 'cancelled'
            group by k.sku_id, k.per_unit) c) t on true
      where w.tenant_id = ${tx.tenant} and w.status in ('draft', 'picking', 'picked')
        and (t.qty is distinct from l.qty or t.most is distinct from l.qty) limit 50`,
  },
  {
    id: 'W-02',
    title: '拣货任务只属于波次里的发货单，波次的数量与任务一致',
    find: (tx) => tx.rows`
      select w.wave_no, w.unit_count, w.picked_count, w.short_count, w.back_count from wave w
        left join lateral (
          select coalesce(sum(k.qty) filter (where k.status <> 'cancelled'), 0) as qty,
            coalesce(sum(k.qty_picked) filter (where k.status <> 'cancelled'), 0) as picked,
            coalesce(sum(k.qty_short) filter (where k.status <> 'cancelled'), 0) as short,
            coalesce(sum(k.qty_back), 0) as back,
            count(*) filter (where k.status <> 'cancelled' and s.wave_id is distinct from w.id) as strangers
          from wave_task k join shipment s on s.tenant_id = k.tenant_id and s.id = k.shipment_id
          where k.tenant_id = ${tx.tenant} and k.wave_id = w.id) t on true
      where w.tenant_id = ${tx.tenant} and (w.back_count <> t.back or (w.status in ('draft', 'picking', 'picked')
        and (t.strangers > 0 or w.unit_count <> t.qty or w.picked_count <> t.picked or w.short_count <> t.short)))
      limit 50`,
  },
  {
    id: 'H-01',
    title: '已交接清单的箱子都已出库，或写明了未交接的原因',
    find: (tx) => tx.rows`
      select h.handover_no, b.box_no, l.outcome, s.status from handover h
        join handover_box l on l.tenant_id = h.tenant_id and l.handover_id = h.id
        join box b on b.tenant_id = l.tenant_id and b.id = l.box_id
        join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
      where h.tenant_id = ${tx.tenant} and h.status = 'closed'
        and not (l.outcome = 'left' and s.stage = 'shipped' and s.handover_id = h.id)
        and not (l.outcome = 'refused' and l.reason is not null) limit 50`,
  },
  {
    id: 'H-02',
    title: '发货单显示的交接清单就是它的箱子所在的清单',
    find: (tx) => tx.rows`
      select s.shipment_no, s.handover_id, s.handover_status, l.handover_id as listed from shipment s
        left join lateral (select max(k.handover_id::text)::uuid as handover_id, count(distinct k.handover_id) as n
          from handover_box k where k.tenant_id = ${tx.tenant} and k.shipment_id = s.id and k.is_live) l on true
      where s.tenant_id = ${tx.tenant} and (s.handover_id is distinct from l.handover_id or l.n > 1
        or (s.handover_status = 'none') <> (s.handover_id is null)) limit 50`,
  },
];
