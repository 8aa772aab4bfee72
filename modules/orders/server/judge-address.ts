import type { Address } from '#kit/model/address.ts';
import type { Tx } from '#kit/server/database.ts';
import { addressHold } from '../model/address-check.ts';
import { closeHolds, openHold } from './holds.ts';

/** A new address is judged like an arriving one: what is odd about it holds the order, a good one frees it. */
export async function judgeAddress(tx: Tx, orderId: string, address: Address, resolution: string): Promise<void> {
  const detail = addressHold(address);
  if (detail) await openHold(tx, orderId, { type: 'address', detail });
  else await closeHolds(tx, orderId, 'address', resolution);
}
