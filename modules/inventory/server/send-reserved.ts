import type { Tx } from '#kit/server/database.ts';
import { costOfItems, leavingOf, type ReservedItem } from './leaving.ts';
import { keyText } from './levels.ts';
import { dropPosted, nothingPosted, postFresh, type Posted } from './movements.ts';
import { chooseReservations, endReservations } from './reservations.ts';

export type { ReservedItem } from './leaving.ts';

/** Sold stock leaves. @returns cost of each item in minor units, by key */
export const shipReserved = async (tx: Tx, items: readonly ReservedItem[]): Promise<Map<string, bigint>> =>
  (await sendReserved(tx, 'sale_out', items)).costs;

/**
 * Promised stock leaves: open reservations of the lines are consumed and the units go out in
 * one posting, a bundle's as its components. Works when nothing is available because everything is
 * reserved. What a sandbox order held is consumed as well, and nothing moves.
 * @returns costs by the keys of the items, shares by the keys of what moved
 */
export async function sendReserved(tx: Tx, type: string, items: readonly ReservedItem[]): Promise<Posted> {
  const leavings = await leavingOf(tx, type, items);
  const movements = leavings.map(({ movement }) => movement);
  const posted = nothingPosted();
  const fresh = new Set((await dropPosted(tx, movements, posted)).map((movement) => movement.key));
  const open = new Set(leavings.filter(({ movement }) => fresh.has(movement.key)).map(({ item }) => item));
  if (open.size > 0) {
    const takes = await chooseReservations(tx, [...open]);
    const pretended = new Set(
      takes.filter(({ row }) => row.environment === 'sandbox').map(({ row }) => row.orderLineId),
    );
    const reserved = new Map<string, number>();
    for (const { row, qty } of takes) {
      if (pretended.has(row.orderLineId)) continue;
      const key = keyText({ ...row, condition: 'good' });
      reserved.set(key, (reserved.get(key) ?? 0) + qty);
    }
    await endReservations(tx, takes, 'consumed');
    const out = leavings
      .filter(({ item, movement }) => fresh.has(movement.key) && !pretended.has(item.orderLineId))
      .map(({ movement }) => movement);
    if (out.length > 0) await postFresh(tx, { movements: out, reserved }, posted);
  }
  return { costs: costOfItems(leavings, posted.costs), shares: posted.shares };
}
