import type { Address } from '#kit/model/address.ts';
import type { Tx } from '#kit/server/database.ts';
import { groupOf } from '../model/order-change.ts';
import type { ChannelSnapshot } from '../model/channel-snapshot.ts';
import type { ChangeItem } from './change-items.ts';
import { familyLines, familyOf } from './family.ts';
import { openAddress, readLines, type StoredOrder } from './read-order.ts';
import { snapshotOfPart } from './snapshot-family.ts';

type Stored = Omit<ChannelSnapshot, 'address'> & { address: string };

/** Keeps what the channel last reported of an order; the buyer's address sealed. */
export async function storeSnapshot(tx: Tx, orderId: string, reported: ChannelSnapshot): Promise<void> {
  const stored: Stored = { ...reported, address: tx.vault.seal(JSON.stringify(reported.address)) };
  await tx.run`
    update sales_order set told = ${JSON.stringify(stored)}::jsonb
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

/** @returns null for an order whose tellings nobody has kept yet */
export async function readSnapshot(tx: Tx, orderId: string): Promise<ChannelSnapshot | null> {
  const { snapshot } = await tx.one<{ snapshot: Stored | null }>`
    select told as snapshot from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  return snapshot && { ...snapshot, address: JSON.parse(tx.vault.open(snapshot.address)) as Address };
}

/** The order of a family that its channel's tellings are kept with: the one that came in. */
async function rootOf(tx: Tx, orderId: string): Promise<string> {
  const [root] = await familyOf(tx, orderId);
  return root?.id ?? orderId;
}

/**
 * What the channel last said, as far as it concerns one order.
 * @param items changes that are being applied: they say what this order's part of each line is to be
 */
export async function readOwnSnapshot(
  tx: Tx,
  orderId: string,
  items: readonly Pick<ChangeItem, 'field' | 'lineId' | 'lineKey' | 'after'>[],
): Promise<ChannelSnapshot> {
  const family = await familyOf(tx, orderId);
  const snapshot = (await readSnapshot(tx, family[0]?.id ?? orderId)) as ChannelSnapshot;
  if (family.length < 2) return snapshot;
  const requested = new Map(
    items.flatMap(({ field, lineId, after }) =>
      groupOf(field) === 'units' && lineId ? [[lineId, Number(after)] as const] : [],
    ),
  );
  const added = new Set(items.flatMap((item) => (item.lineId === null ? [item.lineKey ?? ''] : [])));
  return snapshotOfPart(snapshot, await familyLines(tx, [{ id: orderId }]), requested, added);
}

/** Lines of the channel that were taken over: from now on they are ours, by their keys. */
export async function linkSnapshotLines(tx: Tx, orderId: string, lineIds: ReadonlyMap<string, string>): Promise<void> {
  const root = await rootOf(tx, orderId);
  const snapshot = await readSnapshot(tx, root);
  if (!snapshot) return;
  await storeSnapshot(tx, root, {
    ...snapshot,
    lines: snapshot.lines.map((line) => ({ ...line, lineId: lineIds.get(line.key) ?? line.lineId })),
  });
}

/**
 * The order as it stands here, in the form of a telling: what an order from before tellings were
 * kept is compared with. What was never stored of it counts as reported alike.
 */
export async function snapshotOfStored(tx: Tx, orderId: string, now: ChannelSnapshot): Promise<ChannelSnapshot> {
  const row = await tx.one<StoredOrder>`
    select ship_by, currency, pinned_warehouse_code, ship_speed, carrier_code, ship_to_name,
      ship_to_address1, ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code,
      ship_to_country, ship_to_phone
    from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  const lines = await readLines(tx, orderId);
  const turns = new Map<string, number>();
  const { email, company } = now.address;
  return {
    ...now,
    shipBy: row.shipBy?.toISOString() ?? null,
    currency: row.currency,
    channelWarehouseCode: row.pinnedWarehouseCode,
    shipSpeed: row.shipSpeed,
    carrierCode: row.carrierCode,
    address: {
      ...openAddress(tx, row),
      ...(email === undefined ? {} : { email }),
      ...(company === undefined ? {} : { company }),
    },
    lines: lines.map((line) => {
      const turn = (turns.get(line.channelSku) ?? 0) + 1;
      turns.set(line.channelSku, turn);
      const answers = now.lines.filter(({ channelSku }) => channelSku === line.channelSku)[turn - 1];
      return {
        key: `${line.channelSku}#${turn}`,
        lineId: line.id,
        channelSku: line.channelSku,
        channelItemId: answers?.channelItemId ?? null,
        name: line.name,
        qty: line.qty,
        unitPrice: line.unitPrice,
        // Whoever cancelled it: what the channel says now of a cancelled line is no news.
        isCancelled: line.qtyCancelled === line.qty && (answers?.isCancelled ?? true),
        isGone: false,
        estShipDate: answers?.estShipDate ?? null,
        facts: answers?.facts ?? {},
      };
    }),
  };
}
