import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Tx } from '#kit/server/database.ts';
import { join, sql } from '#kit/server/sql.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';
import type { LeftOut } from '../../model/wave-routes.ts';
import type { WaveRow } from '../../model/wave.ts';

export type WaveKind = WaveRow['kind'];

/** A shipment that somebody wants in a wave. */
export interface Candidate extends Pick<
  ShipmentRow,
  'id' | 'shipmentNo' | 'leadId' | 'orderId' | 'status' | 'warehouseId' | 'accountId' | 'environment'
> {
  holds: string[];
  shipBy: Date | null;
  warehouse: string;
  waveNo: string | null;
}

/** What is picked of a shipment: one row for each SKU of each of its lines, bundles by their parts. */
export interface PickDemand {
  shipmentId: string;
  shipmentLineId: string;
  skuId: string;
  perUnit: number;
  qty: number;
}

/** Which joint shipment one is of: they are picked together, as they are packed. */
export const jointOf = ({ id, leadId }: Pick<Candidate, 'id' | 'leadId'>): string => leadId ?? id;

/**
 * Shipments in the actor's sight, with those that they leave together with; those that have to leave first in
 * front.
 */
export async function readCandidates(tx: Tx, ids: readonly string[], isLocked: boolean): Promise<Candidate[]> {
  const seen = join(baseConditions(shipment, tx.actor), ' and ');
  const requested = await tx.rows<Pick<Candidate, 'id' | 'leadId'>>`
    select id, lead_id from shipment where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const leads = [...new Set(requested.map(jointOf))];
  if (isLocked)
    await tx.query(sql`select t.id from shipment t
      where ${seen} and (t.id = any(${leads}::uuid[]) or t.lead_id = any(${leads}::uuid[]))
      order by t.id for update`);
  return tx.query<Candidate>(sql`
    select t.id, t.shipment_no, t.lead_id, t.order_id, t.status, t.warehouse_id, t.account_id, t.environment,
      o.holds, o.ship_by, w.name as warehouse, v.wave_no
    from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
      left join wave v on v.tenant_id = t.tenant_id and v.id = t.wave_id
    where ${seen} and (t.id = any(${leads}::uuid[]) or t.lead_id = any(${leads}::uuid[]))
    order by min(o.ship_by) over (partition by coalesce(t.lead_id, t.id)) nulls last,
      coalesce(t.lead_id, t.id), t.lead_id nulls first, t.shipment_no`);
}

/** What shipments take off the shelf: what is held for their lines, each component by itself. */
export const pickDemand = (tx: Tx, shipmentIds: readonly string[]): Promise<PickDemand[]> =>
  tx.rows<PickDemand>`
    select l.shipment_id, l.id as shipment_line_id, r.sku_id, r.per_unit,
      (l.qty * r.per_unit)::integer as qty
    from shipment_line l
      join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
      join (select distinct tenant_id, order_line_id, warehouse_id, sku_id, per_unit from reservation
        where tenant_id = ${tx.tenant} and status = 'open' and kind = 'order') r
        on r.tenant_id = l.tenant_id and r.order_line_id = l.order_line_id
          and r.warehouse_id = s.warehouse_id
    where l.tenant_id = ${tx.tenant} and l.shipment_id = any(${shipmentIds}::uuid[])
    order by l.id, r.sku_id`;

/** Units that lie in a warehouse and that no wave takes already, by SKU. */
async function freeUnits(
  tx: Tx,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<Map<string, { sku: string; free: number }>> {
  if (skuIds.length === 0) return new Map();
  const rows = await tx.rows<{ skuId: string; sku: string; free: number }>`
    select k.id as sku_id, k.sku_code as sku, (coalesce(v.on_hand, 0) - coalesce(w.qty, 0))::integer as free
    from sku k
      left join stock_level v on v.tenant_id = k.tenant_id and v.sku_id = k.id
        and v.warehouse_id = ${warehouseId}::uuid and v.condition = 'good'
      left join (
        select t.sku_id, sum(t.qty - t.qty_short) as qty from wave_task t
          join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
        where t.tenant_id = ${tx.tenant} and t.status <> 'cancelled' and s.wave_id = t.wave_id
          and s.warehouse_id = ${warehouseId}::uuid and s.stage in ('packing', 'labelling', 'labelled')
        group by 1) w on w.sku_id = k.id
    where k.tenant_id = ${tx.tenant} and k.id = any(${skuIds}::uuid[])`;
  return new Map(rows.map(({ skuId, ...level }) => [skuId, level]));
}

const stateWord = (status: string): string =>
  (shipmentLifecycle.states as Record<string, readonly [string, unknown]>)[status]?.[0] ?? status;

/** What keeps a shipment out, whatever its goods. */
function faultOf(one: Candidate, warehouseId: string): string | null {
  if (one.status !== 'draft' && one.status !== 'packing') return stateWord(one.status);
  if (one.waveNo) return `已在波次 ${one.waveNo}`;
  if (one.environment === 'sandbox') return '沙箱测试单';
  if (one.warehouseId !== warehouseId) return `其他仓库：${one.warehouse}`;
  if (one.holds.length > 0) return `订单挂起：${holdTitles(one.holds)}`;
  return null;
}

/** Which shipments of one warehouse go into waves of a kind, and why the others do not. */
export async function chooseShipments(
  tx: Tx,
  candidates: readonly Candidate[],
  warehouseId: string,
  kind: WaveKind,
): Promise<{ chosen: Candidate[]; wanted: PickDemand[]; leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const leave = ({ id, shipmentNo }: Candidate, reason: string): void => void leftOut.push({ id, shipmentNo, reason });
  const fit = candidates.filter((one) => {
    const fault = faultOf(one, warehouseId);
    if (fault) leave(one, fault);
    return fault === null;
  });
  const requested = await pickDemand(
    tx,
    fit.map(({ id }) => id),
  );
  const free = await freeUnits(tx, warehouseId, [...new Set(requested.map(({ skuId }) => skuId))]);
  const picked = fit.filter((one) => {
    const own = requested.filter(({ shipmentId }) => shipmentId === one.id);
    const fault = goodsFault(own, kind, free);
    if (fault) leave(one, fault);
    else
      for (const { skuId, qty } of own) {
        const level = free.get(skuId);
        if (level) level.free -= qty;
      }
    return fault === null;
  });
  // What leaves in one parcel is picked in one go, or waits for the rest of it.
  const torn = new Map(candidates.filter((one) => !picked.includes(one)).map((one) => [jointOf(one), one.shipmentNo]));
  const chosen = picked.filter((one) => {
    const without = torn.get(jointOf(one));
    if (without) leave(one, `合并发货的 ${without} 暂不能拣`);
    return without === undefined;
  });
  const ids = new Set(chosen.map(({ id }) => id));
  return { chosen, wanted: requested.filter(({ shipmentId }) => ids.has(shipmentId)), leftOut };
}

function goodsFault(
  own: readonly PickDemand[],
  kind: WaveKind,
  free: ReadonlyMap<string, { sku: string; free: number }>,
): string | null {
  if (own.length === 0) return '没有预占库存';
  if (kind === 'single' && (own.length > 1 || own[0]?.qty !== 1)) return '不是单品单件';
  const request = new Map<string, number>();
  for (const { skuId, qty } of own) request.set(skuId, (request.get(skuId) ?? 0) + qty);
  for (const [skuId, qty] of request) {
    const level = free.get(skuId);
    if (level && level.free < qty) return `缺货：${level.sku} 可拣 ${Math.max(0, level.free)} 件`;
  }
  return null;
}
