import { requirePermission } from '#kit/server/actor.ts';
import { command, moveInTransaction, runCommand } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { CallOf } from '#kit/server/route.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { strokesPng } from '#platform/pictures/strokes.ts';
import { handover, handoverLifecycle } from '../../model/handover.ts';
import {
  handOverRoute,
  LEAST_POINTS,
  MOST_POINTS,
  SIGNATURE,
  type HandedOver,
  type MissingBoxes,
} from '../../model/handover-routes.ts';
import {
  badSignature,
  handoverEmpty,
  handoverNotOpen,
  notSigned,
  shipmentMissesBoxes,
} from '../../model/wave-errors.ts';
import { missingBoxes, readHandoverDesk } from './handover-desk.ts';
import { lockHandover, refreshHandover, showHandover } from './handover-progress.ts';
import { shipmentsOf } from './handovers.ts';
import { shipShipment } from '../ship.ts';

const quiet = { run: async () => undefined };
const beginClose = command(handoverLifecycle, 'beginClose', quiet);
const finishClose = command(handoverLifecycle, 'finishClose', quiet);
const fallBack = command(handoverLifecycle, 'fallBack', quiet);

interface Signed {
  driver: string;
  plate: string | null;
  signedBy: string | null;
  /** Bytes of a drawing; null where a name was typed. */
  drawn: Buffer | null;
}

/** Strokes of a signature, as the pad sends them; null where there are none. @throws Refusal 422 */
export function drawing(raw: unknown): Buffer | null {
  if (raw === null || raw === undefined) return null;
  const strokes = Array.isArray(raw) ? (raw as unknown[]) : [null];
  const isStroke = (one: unknown): one is number[] =>
    Array.isArray(one) && one.every((n) => Number.isInteger(n) && n >= 0 && n <= SIGNATURE.width);
  if (!strokes.every(isStroke)) throw badSignature();
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  if (points > MOST_POINTS) throw badSignature();
  return points < LEAST_POINTS ? null : strokesPng(strokes, SIGNATURE.width, SIGNATURE.height);
}

/**
 * 交接完成. Who signed is stored first; then each shipment leaves in a transaction of its own, by the same move as
 * from anywhere; then the list is closed with what came of each box. Whoever is cut off in between closes
 * again: what has left is only noted.
 */
export async function handOver(call: CallOf<typeof handOverRoute>, id: string): Promise<HandedOver> {
  const answers = call.body;
  const drawn = drawing(call.body.signature);
  const signed: Signed = {
    driver: answers.driver,
    plate: answers.plate ?? null,
    signedBy: answers.signedBy ?? null,
    drawn,
  };
  const toShip = await call.tx((tx) => begin(tx, id, signed));
  const refused = new Map<string, string>();
  if (toShip.length > 0) {
    const results = await runCommand(call.db, call.actor, shipShipment, { ids: toShip });
    for (const { id: shipmentId, ok, message } of results) if (!ok) refused.set(shipmentId, message ?? '');
  }
  return call.tx((tx) => finish(tx, id, refused));
}

/** @returns the shipments that leave now: whole on the list, and not gone yet */
async function begin(tx: Tx, id: string, signed: Signed): Promise<string[]> {
  const row = await lockHandover(tx, id);
  if (row.status !== 'draft' && row.status !== 'closing') throw handoverNotOpen();
  const shipments = await shipmentsOf(tx, id);
  if (shipments.length === 0) throw handoverEmpty();
  await store(tx, id, signed);
  if (row.status === 'draft') await moveInTransaction(tx, beginClose, [id]);
  const missing = new Set((await missingBoxes(tx, id)).map(({ shipmentId }) => shipmentId));
  const open = await tx.rows<{ id: string }>`
    select id from shipment where tenant_id = ${tx.tenant} and id = any(${shipments}::uuid[])
      and stage <> 'shipped' order by id`;
  const toShip = open.map((one) => one.id).filter((one) => !missing.has(one));
  if (toShip.length > 0) requirePermission(tx.actor, shipShipment.permission);
  return toShip;
}

async function store(tx: Tx, id: string, { drawn, ...signed }: Signed): Promise<void> {
  const stored = await tx.one<{ signatureAssetId: string | null }>`
    select signature_asset_id from handover where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!drawn && !signed.signedBy && !stored.signatureAssetId) throw notSigned();
  await setColumns(tx, handover, [id], {
    driver: signed.driver,
    plate: signed.plate,
    signedBy: signed.signedBy,
    handedAt: tx.now,
    handedBy: tx.actor.username,
  });
  if (!drawn) return;
  const asset = await tx.files.put(tx, {
    kind: 'signature',
    name: 'signature.png',
    mime: 'image/png',
    bytes: drawn,
    ownerType: 'fulfilment:handover',
    ownerId: id,
  });
  await tx.run`update handover set signature_asset_id = ${asset}::uuid
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

async function finish(tx: Tx, id: string, refused: ReadonlyMap<string, string>): Promise<HandedOver> {
  const shipments = await shipmentsOf(tx, id);
  const states = await tx.rows<{ id: string; isGone: boolean }>`
    select id, stage = 'shipped' as is_gone from shipment where tenant_id = ${tx.tenant}
      and id = any(${shipments}::uuid[]) order by id for update`;
  const row = await lockHandover(tx, id);
  if (row.status !== 'closing') throw handoverNotOpen();
  const missing = await missingBoxes(tx, id);
  const whole = states.filter(({ id: one }) => !missing.some((m) => m.shipmentId === one));
  const gone = whole.filter(({ isGone }) => isGone).map((one) => one.id);
  const stay = states.map((one) => one.id).filter((one) => !gone.includes(one));
  const isClosed = gone.length > 0;
  await tx.run`update handover_box set outcome = 'left', reason = null, version = version + 1
    where tenant_id = ${tx.tenant} and handover_id = ${id}::uuid and is_live
      and shipment_id = any(${gone}::uuid[])`;
  for (const one of stay)
    await tx.run`update handover_box set outcome = ${isClosed ? 'refused' : 'listed'},
        reason = ${reasonOf(one, missing, refused)}, version = version + 1
      where tenant_id = ${tx.tenant} and handover_id = ${id}::uuid and is_live
        and shipment_id = ${one}::uuid`;
  await showHandover(tx, gone, id, 'handed');
  if (isClosed) await showHandover(tx, stay, null, 'none');
  await refreshHandover(tx, id);
  await moveInTransaction(tx, isClosed ? finishClose : fallBack, [id]);
  return {
    desk: await readHandoverDesk(tx, id),
    shipped: gone.length,
    refused: stay.length,
  };
}

function reasonOf(shipmentId: string, missing: readonly MissingBoxes[], refused: ReadonlyMap<string, string>): string {
  const gap = missing.find((one) => one.shipmentId === shipmentId);
  if (gap) return shipmentMissesBoxes({ boxNos: gap.boxNos.join('、') }).slice(0, 500);
  return (refused.get(shipmentId) ?? '没有出库，请在发货单查看原因').slice(0, 500);
}
