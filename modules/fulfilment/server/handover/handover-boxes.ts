import { notFound } from '#kit/model/refusal.ts';
import { numberKey } from '#kit/model/numbers.ts';
import { parcelKeys, parcelNumbers } from '#kit/model/tracking-number.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { handover, handoverBox, type HandoverRow } from '../../model/handover.ts';
import { MOST_HANDED } from '../../model/handover-routes.ts';
import { boxLifecycle } from '../../model/shipment-lifecycle.ts';
import { box, type BoxRow } from '../../model/shipment.ts';
import {
  boxElsewhere,
  boxNotReady,
  boxOnOther,
  boxOtherMethod,
  boxSandbox,
  handoverFull,
  handoverNotOpen,
  noSuchBox,
} from '../../model/wave-errors.ts';
import { lockHandover, refreshHandover, showHandover } from './handover-progress.ts';

interface FoundBox extends Pick<BoxRow, 'id' | 'boxNo' | 'shipmentId' | 'status' | 'warehouseId' | 'environment'> {
  warehouse: string;
  shipMethodId: string | null;
  method: string | null;
  /** The list that it is on, if it is on one. */
  onId: string | null;
}

/** Boxes in the actor's sight that are not void. */
const findBoxes = (tx: Tx, which: Sql): Promise<FoundBox[]> =>
  tx.query<FoundBox>(sql`
    select t.id, t.box_no, t.shipment_id, t.status, t.warehouse_id, t.environment, w.name as warehouse,
      s.ship_method_id, m.name as method, l.handover_id as on_id
    from box t join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
      left join ship_method m on m.tenant_id = s.tenant_id and m.id = s.ship_method_id
      left join handover_box l on l.tenant_id = t.tenant_id and l.box_id = t.id and l.is_live
    where ${join(baseConditions(box, tx.actor), ' and ')} and t.status <> 'void' and ${which}
    order by t.box_no`);

const stateWord = (status: string): string =>
  (boxLifecycle.states as Record<string, readonly [string, unknown]>)[status]?.[0] ?? status;

/** Scans a box onto a list, once however often it is read. @throws Refusal that names the box */
export async function scanBox(tx: Tx, id: string, number: string): Promise<{ boxNo: string; isNew: boolean }> {
  await requireSeen(tx, handover, id);
  const keys = parcelNumbers(number).map(numberKey);
  const found = await findBoxes(
    tx,
    sql`(t.box_no_key = any(${keys}::text[]) or t.tracking_no_bare = any(${parcelKeys(number)}::text[]))`,
  );
  if (found.length === 0) throw noSuchBox({ number: number.trim().slice(0, 60) });
  await lockShipments(tx, found);
  const row = await lockHandover(tx, id);
  requireOpen(row);
  const [hit] = await findBoxes(
    tx,
    sql`t.id = any(${found.map((one) => one.id)}::uuid[])
      and (${found.length === 1} or t.id not in (select o.box_id from handover_box o
        where o.tenant_id = t.tenant_id and o.handover_id = ${id}::uuid and o.is_live))`,
  );
  // A number that several boxes share takes them one after the other.
  if (!hit) return { boxNo: found[0]?.boxNo ?? '', isNew: false };
  if (hit.onId === id) return { boxNo: hit.boxNo, isNew: false };
  await requireFit(tx, row, hit);
  await list(tx, row, [hit]);
  return { boxNo: hit.boxNo, isNew: true };
}

const lockShipments = (tx: Tx, boxes: readonly { shipmentId: string }[]): Promise<unknown> =>
  tx.rows`select id from shipment where tenant_id = ${tx.tenant}
    and id = any(${boxes.map(({ shipmentId }) => shipmentId)}::uuid[]) order by id for update`;

function requireOpen({ status }: HandoverRow): void {
  if (status !== 'draft') throw handoverNotOpen();
}

async function requireFit(tx: Tx, row: HandoverRow, one: FoundBox): Promise<void> {
  const { boxNo } = one;
  if (one.warehouseId !== row.warehouseId) throw boxElsewhere({ boxNo, warehouse: one.warehouse });
  if (one.environment === 'sandbox') throw boxSandbox({ boxNo });
  if (row.shipMethodId && one.shipMethodId !== row.shipMethodId)
    throw boxOtherMethod({ boxNo, method: one.method ?? '未定的物流渠道' });
  if (one.onId) throw boxOnOther({ boxNo, handoverNo: await seenNumber(tx, one.onId) });
  if (one.status !== 'labelled' && one.status !== 'shipped') throw boxNotReady({ boxNo, state: stateWord(one.status) });
  const other = await tx.maybe<{ id: string }>`
    select l.handover_id as id from handover_box l where l.tenant_id = ${tx.tenant} and l.is_live
      and l.shipment_id = ${one.shipmentId}::uuid and l.handover_id <> ${row.id}::uuid limit 1`;
  if (other) throw boxOnOther({ boxNo, handoverNo: await seenNumber(tx, other.id) });
}

/** The number of a list, for those who may see it. */
export async function seenNumber(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.query<{ handoverNo: string }>(sql`select t.handover_no from handover t
    where ${join(baseConditions(handover, tx.actor), ' and ')} and t.id = ${id}::uuid`);
  return row?.handoverNo ?? null;
}

/** Of shipments that a carrier has taken, or is taking: the number of the list, where the actor sees it. */
export async function handedOverOn(tx: Tx, rows: readonly { id: string }[]): Promise<Map<string, string | null>> {
  const found = await tx.rows<{ id: string; handoverId: string }>`
    select s.id, h.id as handover_id from shipment s
      join handover h on h.tenant_id = s.tenant_id and h.id = s.handover_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${rows.map(({ id }) => id)}::uuid[])
      and h.status in ('closing', 'closed')`;
  const numbers = new Map<string, string | null>();
  for (const { id, handoverId } of found) numbers.set(id, await seenNumber(tx, handoverId));
  return numbers;
}

async function list(tx: Tx, row: HandoverRow, boxes: readonly FoundBox[]): Promise<void> {
  if (row.boxCount + boxes.length > MOST_HANDED) throw handoverFull({ most: MOST_HANDED });
  await insertInto(
    tx,
    handoverBox,
    boxes.map(({ id, shipmentId }) => ({
      handoverId: row.id,
      boxId: id,
      shipmentId,
      outcome: 'listed' as const,
    })),
  );
  await showHandover(
    tx,
    boxes.map(({ shipmentId }) => shipmentId),
    row.id,
    'listed',
  );
  await refreshHandover(tx, row.id);
}

/** Which boxes wait at the warehouse of a list for its carrier: labelled, and on no list. */
export const waitingBoxes = ({
  warehouseId,
  shipMethodId,
}: Pick<HandoverRow, 'warehouseId' | 'shipMethodId'>): Sql => sql`
  t.warehouse_id = ${warehouseId}::uuid and t.environment <> 'sandbox' and t.status = 'labelled'
    and (${shipMethodId ?? null}::uuid is null or exists (select 1 from shipment m
      where m.tenant_id = t.tenant_id and m.id = t.shipment_id and m.ship_method_id = ${shipMethodId ?? null}::uuid))
    and not exists (select 1 from handover_box x
      where x.tenant_id = t.tenant_id and x.box_id = t.id and x.is_live)`;

/** Puts all boxes on a list that wait for its carrier. @returns how many */
export async function collectBoxes(tx: Tx, id: string): Promise<number> {
  await requireSeen(tx, handover, id);
  const [seen] = await tx.rows<HandoverRow>`
    select * from handover where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!seen) throw notFound();
  await lockShipments(tx, await findBoxes(tx, waitingBoxes(seen)));
  const row = await lockHandover(tx, id);
  requireOpen(row);
  const found = await findBoxes(tx, waitingBoxes(row));
  const elsewhere = await tx.rows<{ shipmentId: string }>`
    select distinct shipment_id from handover_box where tenant_id = ${tx.tenant} and is_live
      and handover_id <> ${id}::uuid and shipment_id = any(${found.map((one) => one.shipmentId)}::uuid[])`;
  const taken = new Set(elsewhere.map(({ shipmentId }) => shipmentId));
  const fit = found.filter(({ shipmentId }) => !taken.has(shipmentId));
  if (fit.length > 0) await list(tx, row, fit);
  return fit.length;
}

/** Takes boxes off a list that waits. */
export async function dropBoxes(tx: Tx, id: string, raw: unknown): Promise<void> {
  const boxIds = (Array.isArray(raw) ? raw : []).filter(isUuid);
  await requireSeen(tx, handover, id);
  const boxes = await tx.rows<{ shipmentId: string }>`
    select distinct shipment_id from handover_box where tenant_id = ${tx.tenant}
      and handover_id = ${id}::uuid and box_id = any(${boxIds}::uuid[])`;
  await lockShipments(tx, boxes);
  requireOpen(await lockHandover(tx, id));
  await tx.run`delete from handover_box where tenant_id = ${tx.tenant} and handover_id = ${id}::uuid
    and box_id = any(${boxIds}::uuid[]) and is_live`;
  const left = await tx.rows<{ shipmentId: string }>`
    select distinct shipment_id from handover_box where tenant_id = ${tx.tenant} and is_live
      and handover_id = ${id}::uuid`;
  const stay = new Set(left.map(({ shipmentId }) => shipmentId));
  const gone = boxes.map(({ shipmentId }) => shipmentId).filter((one) => !stay.has(one));
  await showHandover(tx, gone, null, 'none');
  await refreshHandover(tx, id);
}
