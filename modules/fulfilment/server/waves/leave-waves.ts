import type { Tx } from '#kit/server/database.ts';
import { followShorts } from './short-holds.ts';
import { refreshWave } from './wave-progress.ts';

interface LiveTask {
  id: string;
  waveId: string;
  shipmentId: string;
  qty: number;
  qtyPicked: number;
  qtyShort: number;
  /** What is wanted still. */
  wanted: number;
}

/**
 * Shipments were given up or lost units while they are in a wave: their tasks follow. What was picked of
 * them already is to be put back (待放回). Shipments are locked, and orders where they lost units.
 * @param givenUp those that are being voided just now
 */
export async function followInWaves(
  tx: Tx,
  shipmentIds: readonly string[],
  givenUp: readonly string[] = [],
): Promise<void> {
  const rows = await tx.rows<{ id: string; waveId: string; orderId: string; isGone: boolean }>`
    select id, wave_id, order_id, status = 'voided' or id = any(${givenUp}::uuid[]) as is_gone from shipment where tenant_id = ${tx.tenant}
      and id = any(${shipmentIds}::uuid[]) and wave_id is not null order by id`;
  if (rows.length === 0) return;
  const waveIds = [...new Set(rows.map(({ waveId }) => waveId))].toSorted();
  await tx.rows`select id from wave where tenant_id = ${tx.tenant} and id = any(${waveIds}::uuid[])
    order by id for update`;
  const tasks = await tx.rows<LiveTask>`
    select t.id, t.wave_id, t.shipment_id, t.qty, t.qty_picked, t.qty_short,
      case when s.status = 'voided' or s.id = any(${givenUp}::uuid[]) then 0 else coalesce(l.qty * t.per_unit, 0) end as wanted
    from wave_task t join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
      left join shipment_line l on l.tenant_id = t.tenant_id and l.id = t.shipment_line_id
    where t.tenant_id = ${tx.tenant} and t.shipment_id = any(${rows.map(({ id }) => id)}::uuid[])
      and t.wave_id = s.wave_id and t.status <> 'cancelled' order by t.id for update of t`;
  await shrink(
    tx,
    tasks.filter(({ qty, wanted }) => wanted < qty),
  );
  const gone = rows.filter(({ isGone }) => isGone).map(({ id }) => id);
  await leave(tx, gone);
  const stored = rows.filter(({ isGone }) => !isGone);
  await followShorts(
    tx,
    stored.map(({ orderId }) => orderId),
    '订单数量已变更',
  );
  for (const id of waveIds) await refreshWave(tx, id);
}

async function shrink(tx: Tx, tasks: readonly LiveTask[]): Promise<void> {
  for (const { id, wanted, qtyPicked, qtyShort } of tasks) {
    const stored = Math.min(qtyPicked, wanted);
    const short = Math.min(qtyShort, wanted - stored);
    const back = qtyPicked - stored;
    if (wanted === 0)
      await tx.run`update wave_task set status = 'cancelled', qty_back = qty_back + ${back}, holder = null,
        version = version + 1 where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    else
      await tx.run`
        update wave_task set qty = ${wanted}, qty_picked = ${stored}, qty_short = ${short},
          qty_back = qty_back + ${back}, version = version + 1,
          status = case when ${stored + short < wanted} then 'open' when ${short > 0} then 'short' else 'picked' end
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  }
}

const leave = (tx: Tx, shipmentIds: readonly string[]): Promise<number> =>
  tx.run`update shipment set wave_id = null, wave_slot = null
    where tenant_id = ${tx.tenant} and id = any(${shipmentIds}::uuid[])`;

/** Shipments that were not packed leave their wave: what was picked of them goes back to its place. */
export async function releaseFromWave(tx: Tx, waveId: string, ids: readonly string[]): Promise<void> {
  await tx.run`
    update wave_task set status = 'cancelled', qty_back = qty_back + qty_picked, holder = null,
      version = version + 1
    where tenant_id = ${tx.tenant} and wave_id = ${waveId}::uuid and status <> 'cancelled'
      and shipment_id = any(${ids}::uuid[])`;
  await leave(tx, ids);
  await tx.run`update wave w set back_count = coalesce((select sum(t.qty_back) from wave_task t
      where t.tenant_id = w.tenant_id and t.wave_id = w.id), 0)
    where tenant_id = ${tx.tenant} and id = ${waveId}::uuid`;
  tx.journal.touched.add('fulfilment:shipment');
}
