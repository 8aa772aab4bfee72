import type { Invariant } from '#kit/server/invariant.ts';

/** Truths of labels that were bought, and of the money for them (domain.md §7 M-02, M-03). */
export const carrierInvariants: readonly Invariant[] = [
  {
    id: 'L-hold',
    title: '冻结未结的面单费对应购买中、有效或作废中的系统账号面单，反之亦然',
    find: (tx) => tx.rows`
      select l.label_no, l.status, l.charge, h.status as hold, h.amount from shipping_label l
        left join ledger_hold h on h.tenant_id = l.tenant_id and h.id = l.hold_id
      where l.tenant_id = ${tx.tenant} and (
        (l.charge = 'held') is distinct from coalesce(h.status = 'open', false)
        or (h.status = 'open' and l.status not in ('requested', 'active', 'voiding'))
        or (l.owner = 'platform' and l.status in ('active', 'voiding') and l.charge not in ('held', 'charged')
          and coalesce(l.quoted_cost, 0) > 0 and h.currency is not distinct from l.currency)
        or (l.owner = 'own' and l.charge <> 'none'))
      union all
      select h.ref_id, h.status, null, 'no label', h.amount from ledger_hold h
      where h.tenant_id = ${tx.tenant} and h.ref_type = 'shippingLabel' and not exists (
        select 1 from shipping_label l where l.tenant_id = h.tenant_id and l.hold_id = h.id) limit 50`,
  },
  {
    id: 'L-charge',
    title: '面单扣费加释放等于冻结，扣费等于面单费（不高于报价）',
    find: (tx) => tx.rows`
      select l.label_no, l.charge, h.amount, h.captured, h.released, l.cost from shipping_label l
        join ledger_hold h on h.tenant_id = l.tenant_id and h.id = l.hold_id
      where l.tenant_id = ${tx.tenant} and (
        (h.status <> 'open' and h.captured + h.released <> h.amount)
        or h.amount <> l.quoted_cost
        or (l.charge in ('charged', 'refunded') and h.captured <> least(coalesce(l.cost, h.amount), h.amount))
        or (l.charge = 'released' and h.captured <> 0)) limit 50`,
  },
  {
    id: 'L-adjust',
    title: '已扣的面单调整各有一张凭证',
    find: (tx) => tx.rows`
      select a.id, a.charge, a.amount, e.amount as posted from label_adjustment a
        left join journal_entry e on e.tenant_id = a.tenant_id and e.book = 'operator'
          and e.ref_type = 'labelAdjustment' and e.ref_id = a.id::text
      where a.tenant_id = ${tx.tenant}
        and (case when a.charge = 'charged' then abs(a.amount) end) is distinct from e.amount limit 50`,
  },
  {
    id: 'L-shipment',
    title: '承运商面单与发货单的状态一致',
    find: (tx) => tx.rows`
      select s.shipment_no, s.status, s.label_source, l.label_no, l.status as label from shipment s
        left join lateral (
          select label_no, status from shipping_label x
          where x.tenant_id = s.tenant_id and x.shipment_id = coalesce(s.lead_id, s.id) and x.status in ('requested', 'active', 'voiding', 'used')
            and not x.is_given_up order by x.create_time desc, x.id desc limit 1) l on true
      where s.tenant_id = ${tx.tenant} and (
        (s.label_source = 'carrier' and s.status = 'labelling' and l.status is distinct from 'requested')
        or (s.label_source = 'carrier' and s.status = 'labelled' and coalesce(l.status, '') not in ('active', 'voiding'))
        or (s.label_source = 'carrier' and s.stage = 'shipped' and l.status is distinct from 'used')
        or (l.status = 'requested' and s.status <> 'labelling')
        or (l.status = 'active' and s.status <> 'labelled')) limit 50`,
  },
];
