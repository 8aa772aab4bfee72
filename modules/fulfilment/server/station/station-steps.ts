import { notFound, Refusal } from '#kit/model/refusal.ts';
import { may, requirePermission } from '#kit/server/actor.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { needsChannelLabel } from '../../model/label-source.ts';
import { box, type BoxRow } from '../../model/shipment.ts';
import {
  nothingToUndo,
  stationForeign,
  stationHeld,
  stationMeasures,
  stationOtherAtHand,
  stationOver,
  stationRepeated,
  stationUnknown,
  undoLabelled,
} from '../../model/station-errors.ts';
import { isOfBox } from '../../model/station-scan.ts';
import {
  HOLD_MINUTES,
  isPackable,
  type StationMeasures,
  type StationShipment,
  type StationStep,
} from '../../model/station.ts';
import { boughtOf } from '../carriers/bought-methods.ts';
import { buyLabel } from '../carriers/label-purchase.ts';
import { measureBox, packShipment, reopenBox, sealBox } from '../packing/pack.ts';
import { registerShipment } from '../packing/register.ts';
import { refreshFigures } from '../packing/shipment-figures.ts';
import { readStation, staleBefore } from './station-read.ts';

/** What a step says beside the shipment as it stands afterwards. */
export interface StepMessage {
  labelRefused?: string;
}

type StepOf<K extends StationStep['kind']> = Extract<StationStep, { kind: K }>;

/**
 * Carries out one step on a shipment whose row is locked first, so that two packers come one after the
 * other. What is refused stores nothing.
 */
export async function carryOut(tx: Tx, id: string, step: StationStep): Promise<StepMessage> {
  await tx.run`select 1 from shipment where tenant_id = ${tx.tenant} and id = ${id}::uuid for update`;
  const [now] = (await readStation(tx, [id])) as [StationShipment];
  switch (step.kind) {
    case 'open':
      return open(tx, now);
    case 'leave':
      return leave(tx, now);
    case 'printed':
      return notePrinted(tx, now, step);
    case 'take':
      await take(tx, now, step);
      return {};
    case 'seal':
      return seal(tx, now, step);
    case 'undo':
      await undo(tx, now);
      return {};
    case 'label':
      return requestLabel(tx, now);
  }
}

/** Boxes are there as soon as somebody is: by the carton rule. Who comes second only looks. */
async function open(tx: Tx, now: StationShipment): Promise<StepMessage> {
  if (isOthers(now) || !isPackable(now) || now.holds.length > 0) return {};
  await hold(tx, now.id, now.atHand);
  if (now.status === 'draft') await moveInTransaction(tx, packShipment, [now.id]);
  return {};
}

const isOthers = ({ holder }: StationShipment): boolean => holder !== null && !holder.isMe;

function requireOwn(now: StationShipment): void {
  if (now.holder && !now.holder.isMe) throw stationHeld({ name: now.holder.name });
}

async function hold(tx: Tx, shipmentId: string, boxId: string | null): Promise<void> {
  await tx.run`
    insert into packing_hold (tenant_id, shipment_id, user_id, username, touched_at, box_id)
    values (${tx.tenant}, ${shipmentId}::uuid, ${tx.actor.userId}::uuid, ${tx.actor.username}, ${tx.now}, ${boxId}::uuid)
    on conflict (tenant_id, shipment_id) do update set user_id = excluded.user_id,
      username = excluded.username, touched_at = excluded.touched_at, box_id = excluded.box_id`;
}

/** Put down: whoever comes next may go on with it. What was sealed stays sealed. */
async function leave(tx: Tx, now: StationShipment): Promise<StepMessage> {
  if (!now.holder?.isMe) return {};
  const past = new Date(staleBefore(tx).getTime() - HOLD_MINUTES * 60_000);
  await tx.run`update packing_hold set touched_at = ${past}, box_id = null
    where tenant_id = ${tx.tenant} and shipment_id = ${now.id}::uuid`;
  return {};
}

/** The box of a scan: open, of this shipment, and what was scanned belongs into it. */
function scannedBox(now: StationShipment, boxId: string, code: string): { boxNo: string } {
  requireOwn(now);
  if (!isPackable(now)) throw stationOver();
  const found = now.boxes.find(({ id }) => id === boxId);
  if (!found) throw stationUnknown({ code });
  if (found.status !== 'open') throw stationRepeated({ boxNo: found.boxNo });
  if (!isOfBox(now, found, code)) throw stationForeign({ code });
  const other = now.boxes.find(({ id }) => id === now.atHand && id !== boxId);
  if (other?.status === 'open') throw stationOtherAtHand({ boxNo: other.boxNo });
  return found;
}

async function take(tx: Tx, now: StationShipment, step: StepOf<'take'>): Promise<void> {
  scannedBox(now, step.boxId, step.code);
  await hold(tx, now.id, step.boxId);
}

async function seal(tx: Tx, now: StationShipment, step: StepOf<'seal'>): Promise<StepMessage> {
  requirePermission(tx.actor, 'fulfilment:box:seal');
  scannedBox(now, step.boxId, step.code);
  const [stored] = await pick(tx, box, MEASURES)`id = ${step.boxId}::uuid`;
  if (!stored) throw notFound();
  const before = MEASURES.map((key) => stored[key] ?? 0);
  const measures = measuresOf(stored, step);
  if (MEASURES.some((key, at) => measures[key] !== before[at])) {
    requirePermission(tx.actor, 'fulfilment:box:measure');
    await moveInTransaction(tx, measureBox, [step.boxId], { ...measures });
  }
  await moveInTransaction(tx, sealBox, [step.boxId]);
  await tx.run`
    insert into packing_scan (tenant_id, id, shipment_id, box_id, code, measured_before, scanned_by, scanned_at)
    values (${tx.tenant}, ${newId()}, ${now.id}::uuid, ${step.boxId}::uuid, ${step.code}, ${before}::integer[],
      ${tx.actor.username}, ${tx.now})`;
  await hold(tx, now.id, null);
  return requestLabel(tx, now);
}

const MEASURES = ['weightG', 'lengthMm', 'widthMm', 'heightMm'] as const;
type Measures = Record<(typeof MEASURES)[number], number>;

/** What was measured now, otherwise what is stored of its plan. @throws 422 */
function measuresOf(stored: Pick<BoxRow, (typeof MEASURES)[number]>, given: StationMeasures): Measures {
  const measures = Object.fromEntries(MEASURES.map((key) => [key, given[key] ?? stored[key] ?? 0])) as Measures;
  if (Object.values(measures).some((value) => value < 1)) throw stationMeasures();
  return measures;
}

/**
 * Once all boxes are sealed the marketplace is asked for its labels, or the carrier that sells them. Where
 * that cannot be yet the boxes stay sealed and the reason is said.
 */
async function requestLabel(tx: Tx, { id, orderType, accountOwner }: StationShipment): Promise<StepMessage> {
  const [now] = await tx.rows<{ status: string }>`
    select status from shipment where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (now?.status !== 'packed') return {};
  const isChannels = needsChannelLabel(orderType, accountOwner);
  const isBought = (await boughtOf(tx, [{ id }])).get(id)?.['isBought'] === true;
  if (!isChannels && !isBought) return {};
  const way = isChannels ? registerShipment : buyLabel;
  if (!may(tx.actor, way.permission)) return { labelRefused: `没有${isChannels ? '申请' : '购买'}面单的权限` };
  const refused = await underSavepoint(tx, () => moveInTransaction(tx, way, [id]));
  return refused instanceof Refusal ? { labelRefused: refused.message } : {};
}

/** The carton at hand is put down; otherwise the last box that was sealed here is opened again. */
async function undo(tx: Tx, now: StationShipment): Promise<void> {
  requireOwn(now);
  if (now.atHand) return hold(tx, now.id, null);
  const last = await tx.maybe<{ id: string; boxId: string; measuredBefore: number[] }>`
    select id, box_id, measured_before from packing_scan
    where tenant_id = ${tx.tenant} and shipment_id = ${now.id}::uuid and undone_at is null
    order by scanned_at desc, id desc limit 1`;
  const found = now.boxes.find(({ id }) => id === last?.boxId);
  if (!last || !found || found.status === 'open') throw nothingToUndo();
  if (found.status !== 'sealed') throw undoLabelled();
  requirePermission(tx.actor, 'fulfilment:box:reopen');
  await moveInTransaction(tx, reopenBox, [last.boxId]);
  const [weightG = 0, lengthMm = 0, widthMm = 0, heightMm = 0] = last.measuredBefore;
  await setColumns(tx, box, [last.boxId], { weightG, lengthMm, widthMm, heightMm });
  await refreshFigures(tx, [now.id]);
  await tx.run`update packing_scan set undone_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${last.id}::uuid`;
  await hold(tx, now.id, null);
}

async function notePrinted(tx: Tx, now: StationShipment, { boxId, labelKey }: StepOf<'printed'>): Promise<StepMessage> {
  requirePermission(tx.actor, 'fulfilment:shipment:print');
  const found = now.boxes.find((one) => one.id === boxId && one.labelKey === labelKey);
  if (!found) throw notFound();
  await tx.run`
    insert into box_print (tenant_id, box_id, asset_id, printed_by, printed_at)
    values (${tx.tenant}, ${boxId}::uuid, ${labelKey}::uuid, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, box_id, asset_id) do update set times = box_print.times + 1,
      printed_by = excluded.printed_by, printed_at = excluded.printed_at`;
  return {};
}
