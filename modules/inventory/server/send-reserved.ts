import type { Tx } from '#kit/server/database.ts';
import { keyText } from './levels.ts';
import type { Movement } from './movement.ts';
import { dropPosted, nothingPosted, postFresh, type Posted } from './movements.ts';
import { chooseReservations, endReservations } from './reservations.ts';

/** Units of open reservations that leave. */
export interface ReservedItem {
  /** `ship:{shipmentLineId}`: the same line never leaves twice. */
  key: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  refType: string;
  refId: string;
  refNo: string;
  reason?: string | null;
}

/** Sold stock leaves. @returns cost of each item in minor units, by key */
export const shipReserved = async (
  tx: Tx,
  items: readonly ReservedItem[],
): Promise<Map<string, bigint>> => (await sendReserved(tx, 'sale_out', items)).costs;

/**
 * Promised stock leaves: open reservations of the lines are consumed and the units go out in
 * one posting. Works when nothing is available because everything is reserved. What a sandbox
 * order held is consumed as well, and nothing moves.
 */
export async function sendReserved(
  tx: Tx,
  type: string,
  items: readonly ReservedItem[],
): Promise<Posted> {
  const movements: Movement[] = items.map((item) => ({
    key: item.key,
    warehouseId: item.warehouseId,
    skuId: item.skuId,
    condition: 'good',
    type,
    qty: -item.qty,
    refType: item.refType,
    refId: item.refId,
    refNo: item.refNo,
    reason: item.reason ?? null,
  }));
  const posted = nothingPosted();
  const fresh = new Set((await dropPosted(tx, movements, posted)).map((movement) => movement.key));
  const open = items.filter((item) => fresh.has(item.key));
  if (open.length === 0) return posted;
  const takes = await chooseReservations(tx, open);
  const pretended = new Set(
    takes.filter(({ row }) => row.environment === 'sandbox').map(({ row }) => row.orderLineId),
  );
  const leaving = new Set(
    open.filter((item) => !pretended.has(item.orderLineId)).map((item) => item.key),
  );
  const reserved = new Map<string, number>();
  for (const { row, qty } of takes) {
    if (pretended.has(row.orderLineId)) continue;
    const key = keyText({ ...row, condition: 'good' });
    reserved.set(key, (reserved.get(key) ?? 0) + qty);
  }
  await endReservations(tx, takes, 'consumed');
  const out = movements.filter((movement) => leaving.has(movement.key));
  if (out.length > 0) await postFresh(tx, { movements: out, reserved }, posted);
  return posted;
}
