import type { Tx } from '#kit/server/database.ts';
import { lockLevels, type LevelKey } from './levels.ts';
import { postMovements, type Movement } from './movements.ts';
import { sendReserved } from './send-reserved.ts';

/** Whole units that are held for a line and are taken apart. */
export interface BrokenUnits {
  /** `part-break:{partLineId}`: the same units are never taken apart twice. */
  key: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  /** Parts that come out of them into stock. */
  comes: readonly { skuId: string; qty: number }[];
  /** What each of those is worth, in minor units, of what the units cost: never more together. */
  valuesOf(cost: bigint): readonly bigint[];
}

/** Units that leave for a line. */
export interface PartOut {
  key: string;
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  /** Held for the line before; else they come out of what is taken apart with it. */
  isHeld: boolean;
}

interface PartsLeaving {
  ref: { refType: string; refId: string; refNo: string };
  broken: readonly BrokenUnits[];
  out: readonly PartOut[];
}

/**
 * Parts leave for who asked for them: first the units that are taken apart go out whole and come back as
 * parts, which conserves their value but for what is lost; then the parts go. All levels are locked at
 * once, in their one order. What a sandbox order held is consumed, and nothing moves.
 * @returns by key, what units cost that were taken apart and parts that left, in minor units
 */
export async function sendParts(tx: Tx, { ref, broken, out }: PartsLeaving): Promise<Map<string, bigint>> {
  const good = (warehouseId: string, skuId: string): LevelKey => ({
    warehouseId,
    skuId,
    condition: 'good',
  });
  await lockLevels(
    tx,
    [
      ...broken.flatMap(({ warehouseId, skuId, comes }) =>
        [skuId, ...comes.map((part) => part.skuId)].map((id) => good(warehouseId, id)),
      ),
      ...out.map(({ warehouseId, skuId }) => good(warehouseId, skuId)),
    ],
    true,
  );
  const whole = await sendReserved(
    tx,
    'kit_break',
    broken.map(({ key, orderLineId, warehouseId, skuId, qty }) => ({
      key,
      orderLineId,
      warehouseId,
      skuId,
      qty,
      ...ref,
    })),
  );
  const moved = broken.filter(({ key }) => whole.costs.has(key));
  const coming = moved.flatMap((unit) => partsOf(unit, whole.costs.get(unit.key) ?? 0n, ref));
  if (coming.length > 0) await postMovements(tx, { movements: coming });
  const held = await sendReserved(
    tx,
    'part_out',
    out.filter(({ isHeld }) => isHeld).map(({ isHeld: _held, ...item }) => ({ ...item, ...ref })),
  );
  const fresh = moved.length > 0 ? out.filter(({ isHeld }) => !isHeld) : [];
  const sent = await postMovements(tx, {
    movements: fresh.map(({ key, warehouseId, skuId, qty }) => ({
      key,
      type: 'part_out',
      qty: -qty,
      ...good(warehouseId, skuId),
      ...ref,
    })),
  });
  return new Map([...whole.costs, ...held.costs, ...sent]);
}

const partsOf = (
  { key, warehouseId, comes, valuesOf }: BrokenUnits,
  cost: bigint,
  ref: PartsLeaving['ref'],
): Movement[] => {
  const values = valuesOf(cost);
  return comes.map(({ skuId, qty }, at) => ({
    key: `${key}:${skuId}`,
    type: 'kit_break',
    warehouseId,
    skuId,
    condition: 'good',
    qty,
    layers: [{ qty, value: values[at] ?? 0n }],
    ...ref,
  }));
};

/** Orders, transfers and part orders that hold good units of SKUs, by warehouse and SKU. */
export const holdersOf = (
  tx: Tx,
  skuIds: readonly string[],
): Promise<{ warehouseId: string; skuId: string; orderNo: string }[]> =>
  tx.rows`
    select distinct warehouse_id, sku_id, order_no from reservation
    where tenant_id = ${tx.tenant} and status = 'open' and environment = 'live'
      and sku_id = any(${[...skuIds]}::uuid[])
    order by order_no`;

/** What one good unit of SKUs would cost that left first, by warehouse: of the oldest layers, in minor units. */
export const nextCosts = (
  tx: Tx,
  skuIds: readonly string[],
): Promise<{ warehouseId: string; skuId: string; qty: number; value: bigint }[]> =>
  tx.rows`
    select distinct on (warehouse_id, sku_id) warehouse_id, sku_id, qty_left as qty, value_left as value
    from cost_layer where tenant_id = ${tx.tenant} and qty_left > 0 and sku_id = any(${[...skuIds]}::uuid[])
    order by warehouse_id, sku_id, id`;
