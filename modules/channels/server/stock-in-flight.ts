import type { Tx } from '#kit/server/database.ts';
import { markInDoubt, type ShownPlace } from './shown-stock.ts';

/**
 * Notes before a call which rows go with it: an attempt that breaks off meanwhile leaves them here, and whoever goes
 * on with the push knows that the channel may show either quantity of them. One write for a whole wave.
 */
export async function noteInFlight(tx: Tx, pushId: string, rows: readonly ShownPlace[]): Promise<void> {
  const places = rows.map(({ channelProductId, channelWarehouseCode }) => [channelProductId, channelWarehouseCode]);
  await tx.run`
    update stock_push set in_flight = ${places.length > 0 ? JSON.stringify(places) : null}::jsonb
    where tenant_id = ${tx.tenant} and id = ${pushId}::uuid`;
}

/** Rows that a broken attempt left on their way: each may have arrived, so that it goes out once more. */
export async function resolveInFlight(tx: Tx, pushId: string): Promise<void> {
  const left = await tx.maybe<{ inFlight: [string, string][] }>`
    select in_flight from stock_push
    where tenant_id = ${tx.tenant} and id = ${pushId}::uuid and in_flight is not null`;
  if (!left) return;
  await markInDoubt(
    tx,
    left.inFlight.map(([channelProductId, channelWarehouseCode]) => ({ channelProductId, channelWarehouseCode })),
  );
  await noteInFlight(tx, pushId, []);
}
