import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { heldUnits } from '#modules/inventory/server/index.ts';
import { splitHeld, splitMalformed, splitNotAllowed, splitPacked, splitRefused } from '../model/errors.ts';
import { holdTitles, type HoldType } from '../model/hold-title.ts';
import { groupOf } from '../model/order-change.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, type OrderRow } from '../model/order.ts';
import { partsByWarehouse, splitFault, summedParts, type SplitPart } from '../model/split-plan.ts';
import { pendingChanges } from './change-items.ts';
import { divide, type PlannedPart } from './divide-order.ts';
import { familyOf } from './family.ts';
import { readLines, type OrderLineState } from './read-order.ts';

/** Each waits for one answer about the order as its channel knows it. */
const UNDIVIDED = ['cancelRequest', 'channelChange', 'answeredElsewhere'] as const;

/**
 * 拆单: chosen units become orders of their own under the same number at the channel. Quantities, amounts
 * and reservations are divided, never changed: levels stay as they are. Accepting and registering remain
 * one matter of the whole family (`family.ts`).
 */
export const splitMove: Command = command(orderLifecycle, 'split', {
  async guard(tx, rows, { parts }) {
    const refusals = new Map<string, Refusal>();
    const closed = await shopsWithoutSplit(tx, rows);
    const repriced = await waitingPrices(tx, rows);
    for (const row of rows) {
      const waiting: HoldType[] = UNDIVIDED.filter((type) => row.holds.includes(type));
      if (repriced.has(row.id)) waiting.push('priceMismatch');
      const lines = await readLines(tx, row.id);
      if (closed.has(row.accountId) && !isManualOrder(row.orderType)) refusals.set(row.id, splitNotAllowed());
      else if (waiting.length > 0) refusals.set(row.id, splitHeld({ holds: holdTitles(waiting) }));
      else if (lines.some((line) => line.qtyPacked > 0)) refusals.set(row.id, splitPacked());
      else {
        const refusal = planRefusal(lines, await plannedParts(tx, row.id, parts));
        if (refusal) refusals.set(row.id, refusal);
      }
    }
    return refusals;
  },
  async run(tx, rows, { parts }) {
    for (const row of rows) await divide(tx, row, await plannedParts(tx, row.id, parts));
  },
});

/**
 * Splits an order within an open transaction.
 * @param parts units of each new order; absent = one for each further warehouse that holds units
 * @returns ids of the new orders, in the order of their parts
 * @throws Refusal as the move does
 */
export async function splitOrder(tx: Tx, orderId: string, parts?: readonly SplitPart[]): Promise<string[]> {
  const before = await familyOf(tx, orderId);
  await moveInTransaction(tx, splitMove, [orderId], { parts: parts ? JSON.stringify(parts) : null });
  const after = await familyOf(tx, orderId);
  return after.filter(({ id }) => !before.some((known) => known.id === id)).map(({ id }) => id);
}

/**
 * Orders whose channel has changed a price that nobody has accepted yet: it belongs to the order as it was
 * reported, and would hold none of what is split off.
 */
async function waitingPrices(tx: Tx, rows: readonly OrderRow[]): Promise<Set<string>> {
  const changes = await pendingChanges(
    tx,
    rows.map(({ id }) => id),
  );
  const prices = changes.filter(({ field }) => groupOf(field) === 'price');
  return new Set(prices.map(({ orderId }) => orderId));
}

/** Whether dividing an order would be refused by its shop, whatever its parts. */
export const barredBySplit = (
  closed: ReadonlySet<string>,
  row: { accountId: unknown; orderType: unknown },
): { split?: string } =>
  closed.has(String(row.accountId)) && !isManualOrder(row.orderType) ? { split: splitNotAllowed().message } : {};

export async function shopsWithoutSplit(tx: Tx, rows: readonly { accountId: string }[]): Promise<Set<string>> {
  const shops = await pick(tx, channelAccount, ['id'])`
    id = any(${[...new Set(rows.map((row) => row.accountId))]}::uuid[]) and not allow_split`;
  return new Set(shops.map(({ id }) => id));
}

function planRefusal(lines: readonly OrderLineState[], planned: readonly PlannedPart[]): Refusal | null {
  const fault = splitFault(
    lines,
    planned.map(({ part }) => part),
  );
  if (!fault) return null;
  return splitRefused(fault, (id) => lines.find((line) => line.id === id)?.channelSku ?? '');
}

/** @throws Refusal 422 for what is no list of parts */
async function plannedParts(tx: Tx, orderId: string, raw: unknown): Promise<PlannedPart[]> {
  const parts = readParts(raw);
  return parts
    ? parts.map((part) => ({ part }))
    : partsByWarehouse(await heldUnits(tx, orderId)).map(({ part, warehouseId }) => ({
        part,
        warehouseId,
      }));
}

/** The answer arrives as JSON text or as a list; nothing means by warehouse. */
function readParts(raw: unknown): SplitPart[] | null {
  let value = raw;
  while (typeof value === 'string') {
    try {
      value = JSON.parse(value) as unknown;
    } catch {
      throw splitMalformed();
    }
  }
  if (value === null || value === undefined) return null;
  const isPart = (part: unknown): part is SplitPart =>
    Array.isArray(part) && part.every((item) => typeof item?.lineId === 'string');
  if (!Array.isArray(value) || !value.every(isPart)) throw splitMalformed();
  return value.length === 0 ? null : summedParts(value);
}
