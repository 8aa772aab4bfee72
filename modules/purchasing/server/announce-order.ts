import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { suppliersOf } from '#modules/base/server/index.ts';
import { announceGoods, answeredLines } from '#modules/inventory/server/index.ts';
import { purchaseOrder, type PurchaseOrderRow } from '../model/purchase-order.ts';
import { ALONE } from './order-alone.ts';
import { beyondOf, linesOf, openOf, unitCostOf, type PurchaseLine } from './purchase-lines.ts';

/** By this a receipt names the kind of document that asked for its goods. */
export const PURCHASE = purchaseOrder.name;

const SHARE_SCALE = 6;
const LONGEST_NAME = 64;

/** A line with what of it nobody has announced to the warehouse yet. */
export interface UnannouncedLine extends PurchaseLine {
  rest: number;
}

/** What is still to come of each order and stands on no receipt that is waited for. */
export async function unannouncedLines(
  tx: Tx,
  rows: readonly { id: string }[],
): Promise<Map<string, UnannouncedLine[]>> {
  const lines = await linesOf(tx, rows);
  const answered = await answeredLines(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(
    [...lines].map(([id, own]) => [
      id,
      own.flatMap((line) => {
        const rest = openOf(line) - (answered.get(line.id)?.coming ?? 0);
        return rest > 0 ? [{ ...line, rest }] : [];
      }),
    ]),
  );
}

/**
 * Announces to the warehouse what of an order is to come and stands on no receipt yet, at what it
 * costs in the base currency.
 */
export async function announceOrder(
  tx: Tx,
  registry: Registry,
  row: PurchaseOrderRow,
  eta: string | null,
): Promise<void> {
  const lines = (await unannouncedLines(tx, [row])).get(row.id) ?? [];
  if (lines.length === 0) return;
  const supplier = (await suppliersOf(tx, [row.supplierId])).get(row.supplierId);
  await announceGoods(tx, registry, {
    warehouseId: row.warehouseId,
    tolerance: toleranceOf(row, lines),
    aloneIds: await aloneBehind(tx, row.id),
    ...(supplier && { supplierName: supplier.name.slice(0, LONGEST_NAME) }),
    ...(eta !== null && { eta }),
    ref: { type: PURCHASE, id: row.id, no: row.poNo },
    lines: lines.map(({ id, skuId, rest, unitPrice }) => ({
      skuId,
      qty: rest,
      refLineId: id,
      unitCost: unitCostOf(unitPrice, row.fxRate),
    })),
  });
}

/** Who ordered at these prices, where nobody else has approved that. */
const aloneBehind = async (tx: Tx, id: string): Promise<readonly string[]> =>
  (
    await tx.maybe<{ makerIds: string[] }>`
      select maker_ids from purchase_order
      where tenant_id = ${tx.tenant} and id = ${id}::uuid and approved_by = ${ALONE}`
  )?.makerIds ?? [];

/**
 * The share by which a receipt may hold more than it announces, so that each line may use up the
 * tolerance of the whole order on what is left of it. Where that is more than a line may, the order
 * itself refuses.
 */
function toleranceOf({ tolerance }: PurchaseOrderRow, lines: readonly UnannouncedLine[]): string {
  const whole = 10n ** BigInt(SHARE_SCALE);
  const shares = lines.map((line) => {
    const beyond = BigInt(beyondOf(tolerance, line)) * whole;
    const rest = BigInt(line.rest);
    return (beyond + rest - 1n) / rest;
  });
  const most = shares.reduce((max, share) => (share > max ? share : max), 0n);
  return formatDecimal(most > whole ? whole : most, SHARE_SCALE);
}
