import { settingsOf } from '#kit/server/settings.ts';
import type { Tx } from '#kit/server/database.ts';
import { hiddenConditions, baseConditions } from '#kit/server/query/row-conditions.ts';
import { may } from '#kit/server/actor.ts';
import { join, sql } from '#kit/server/sql.ts';
import type { Todo, TodoItem } from '#kit/server/todo.ts';
import { handover } from '../../model/handover.ts';
import { shipment } from '../../model/shipment.ts';
import { wave } from '../../model/wave.ts';
import { fulfilmentSettings } from '../../model/fulfilment-settings.ts';

/** Picking and handing over, as they wait for somebody. */
export const waveTodos: readonly Todo[] = [
  {
    sort: 17.2,
    key: 'toPick',
    band: 'today',
    doneBy: ['fulfilment:wave:pick'],
    title: '待拣波次',
    hint: '按货位顺序拣齐',
    resource: wave,
    where: sql`t.status in ('draft', 'picking')`,
    path: '/orders/wave',
    query: { tab: 'open' },
  },
  {
    sort: 17.4,
    key: 'toPutBack',
    band: 'wrong',
    doneBy: ['fulfilment:wave:pick'],
    title: '待放回',
    hint: '已拣的货不发了，放回货位',
    resource: wave,
    where: sql`t.back_count > 0`,
    path: '/orders/wave',
    query: { backCount: '> 0' },
  },
  {
    sort: 18.2,
    key: 'toHandOver',
    band: 'today',
    doneBy: ['fulfilment:handover:handOver'],
    title: '待交接清单',
    hint: '司机签字后完成交接',
    resource: handover,
    where: sql`t.status in ('draft', 'closing')`,
    due: sql`t.cutoff_at`,
    path: '/orders/handover',
    query: { tab: 'open' },
  },
  { sort: 18.4, items: pastCutoff },
];

/**
 * Labelled shipments that are on no list after the cutoff of their warehouse's day, where lists are kept at all
 * (one was opened there within a month).
 */
async function pastCutoff(tx: Tx): Promise<readonly TodoItem[]> {
  if (!may(tx.actor, 'fulfilment:shipment:list') || !may(tx.actor, 'fulfilment:handover:open')) return [];
  const { cutoff } = await settingsOf(tx, fulfilmentSettings);
  const conditions = [...baseConditions(shipment, tx.actor), ...hiddenConditions(shipment)];
  const [found] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from shipment t
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(conditions, ' and ')} and t.status = 'labelled' and t.handover_status = 'none'
      and t.lead_id is null and (${tx.now}::timestamptz at time zone w.timezone)::time >= ${cutoff}::time
      and exists (select 1 from handover h where h.tenant_id = t.tenant_id
        and h.warehouse_id = t.warehouse_id and h.create_time > ${tx.now}::timestamptz - interval '30 days')`);
  if (!found || found.n === 0) return [];
  return [
    {
      key: 'notHandedOver',
      band: 'wrong',
      title: '过截单未交接',
      count: found.n,
      hint: '面单已有，没进交接清单',
      deadline: null,
      path: '/orders/shipment',
      query: { tab: 'labelled', handoverStatus: 'none' },
    },
  ];
}
