import type { Address } from '#kit/model/address.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { groupOf, isIn } from '../model/order-change.ts';
import { salesOrder } from '../model/order.ts';
import type { SnapshotChange } from '../model/channel-snapshot.ts';
import { storeAddress } from './apply-change.ts';
import { SERVICE_COLUMNS } from './change-items.ts';
import { judgeAddress } from './judge-address.ts';
import { openAddress, type StoredOrder } from './read-order.ts';

/** Whether a change says for the first time what the order has no word for: nobody has to decide. */
export const isCompletion = (change: SnapshotChange, own: string | null): boolean =>
  !change.before && !own && change.after !== null && ['service', 'address'].includes(groupOf(change.field));

/**
 * An order that came in with less than its channel knows of it (a sheet) takes what it has no word for
 * yet; an address that is whole now is held no more.
 */
export async function completeOrder(tx: Tx, known: StoredOrder, changes: readonly SnapshotChange[]): Promise<void> {
  const service: { shipSpeed?: string | null; carrierCode?: string | null } = {};
  let address: Address = openAddress(tx, known);
  for (const { field, after } of changes)
    if (isIn('service', field)) service[SERVICE_COLUMNS[field]] = after;
    else if (groupOf(field) === 'address') address = { ...address, [field.slice('shipTo.'.length)]: after ?? '' };
  if (Object.keys(service).length > 0) await setColumns(tx, salesOrder, [known.id], service);
  if (!changes.some(({ field }) => groupOf(field) === 'address')) return;
  await storeAddress(tx, known.id, address);
  await judgeAddress(tx, known.id, address, '平台已补全地址');
}
