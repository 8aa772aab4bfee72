import type { Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { reservation } from '../model/stock.ts';
import { keyText } from './levels.ts';
import type { LayerShare, Movement } from './movement.ts';
import { nothingPosted, postFresh } from './movements.ts';

/** Units that left for a line and did not leave after all. */
export interface SentItem {
  /** Under which they left. */
  key: string;
  orderId: string;
  orderNo: string;
  orderLineId: string;
  warehouseId: string;
  /** Units of the line. */
  qty: number;
  environment: 'live' | 'sandbox';
  refType: string;
  refId: string;
  refNo: string;
  reason: string;
}

/**
 * Takes back what `shipReserved` sent: the same units come into the warehouse they left, worth what they
 * left with and as old as they were, and are held for their lines as they were before; nobody else gets them in between. A level
 * rises and its reservations with it, in one statement.
 * @returns what each item had cost, minor units, by key
 */
export async function takeBackSent(tx: Tx, items: readonly SentItem[]): Promise<Map<string, bigint>> {
  const costs = new Map(items.map(({ key }) => [key, 0n]));
  const back: Movement[] = [];
  const reserved = new Map<string, number>();
  const left = new Map<string, SentMovement[]>();
  for (const item of items) {
    const movements = await sentUnder(tx, item);
    left.set(item.key, movements);
    for (const sent of movements) {
      const value = sent.costValue < 0n ? -sent.costValue : sent.costValue;
      costs.set(item.key, (costs.get(item.key) ?? 0n) + value);
      const place = {
        warehouseId: sent.warehouseId,
        skuId: sent.skuId,
        condition: 'good' as const,
      };
      reserved.set(keyText(place), (reserved.get(keyText(place)) ?? 0) + sent.qty);
      back.push({
        key: `unship:${sent.key}`,
        type: 'reversal',
        qty: -sent.qty,
        ...place,
        layers: layersOf(sent, value),
        refType: item.refType,
        refId: item.refId,
        refNo: item.refNo,
        reason: item.reason,
      });
    }
  }
  if (back.length > 0) await postFresh(tx, { movements: back, reserved }, nothingPosted());
  for (const item of items) await holdAgain(tx, item, left.get(item.key) ?? []);
  return costs;
}

interface SentMovement {
  key: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  costValue: bigint;
  /** Which layers it took; null where that was not noted yet. */
  taken: readonly { qty: number; value: string; since: string; originId?: string }[] | null;
}

/** Goods that come back are as old as when they left, and their cost is whose word it was. */
function layersOf({ qty, taken }: SentMovement, value: bigint): LayerShare[] {
  const shares = (taken ?? []).map((one) => ({
    qty: one.qty,
    value: BigInt(one.value),
    since: new Date(one.since),
    ...(one.originId ? { originId: one.originId } : {}),
  }));
  const isWhole =
    shares.reduce((sum, share) => sum + share.qty, 0) === -qty &&
    shares.reduce((sum, share) => sum + share.value, 0n) === value;
  return isWhole ? shares : [{ qty: -qty, value }];
}

/** What left under a key, a bundle as its components; nothing of what a sandbox order held. */
const sentUnder = (tx: Tx, { key }: SentItem): Promise<SentMovement[]> =>
  tx.rows<SentMovement>`
    select idempotency_key as key, warehouse_id, sku_id, qty, coalesce(cost_value, 0)::bigint as cost_value, taken
    from stock_movement where tenant_id = ${tx.tenant} and type = 'sale_out'
      and (idempotency_key = ${key} or starts_with(idempotency_key, ${`${key}:`}))
      and ref_type = 'shipment' order by idempotency_key`;

/**
 * As much of each component as left, whatever the bundle is made of by now or was when it left before. What a
 * sandbox order held never moved: of it stands what it held last.
 */
async function holdAgain(tx: Tx, item: SentItem, left: readonly SentMovement[]): Promise<void> {
  const parts =
    left.length > 0
      ? left.map(({ skuId, qty }) => ({ skuId, perUnit: -qty / item.qty }))
      : await tx.rows<{ skuId: string; perUnit: number }>`
          select distinct sku_id, per_unit from reservation
          where tenant_id = ${tx.tenant} and order_line_id = ${item.orderLineId}::uuid and status = 'consumed'
            and done_at = (select max(done_at) from reservation where tenant_id = ${tx.tenant}
              and order_line_id = ${item.orderLineId}::uuid and status = 'consumed')
          order by sku_id`;
  const { orderId, orderNo, orderLineId, warehouseId, environment } = item;
  await insertInto(
    tx,
    reservation,
    parts.map(({ skuId, perUnit }) => ({
      kind: 'order' as const,
      orderId,
      orderNo,
      orderLineId,
      warehouseId,
      environment,
      skuId,
      perUnit,
      qty: item.qty * perUnit,
      status: 'open' as const,
    })),
  );
}
