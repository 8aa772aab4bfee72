import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { command, moveWithin, recordBirth, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { heldUnits, passReservations } from '#modules/inventory/server/index.ts';
import {
  splitHeld,
  splitMalformed,
  splitNotAllowed,
  splitOneWarehouse,
  splitPacked,
  splitRefused,
} from '../model/errors.ts';
import { holdTitles, type HoldType } from '../model/hold-title.ts';
import { groupOf } from '../model/order-change.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, orderLine, salesOrder, type OrderRow } from '../model/order.ts';
import {
  dividedAmount,
  movable,
  partsByWarehouse,
  splitFault,
  summedParts,
  type SplitPart,
} from '../model/split-plan.ts';
import { refreshBackorder } from './backorder.ts';
import { pendingChanges } from './change-items.ts';
import { familyOf } from './family.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { searchText } from './order-lines.ts';
import { readLines, type OrderLineState } from './read-order.ts';
import { dealHolds } from './split-holds.ts';

/** What new orders an order is divided into: units of lines, or what lies in one warehouse. */
interface PlannedPart {
  part: SplitPart;
  warehouseId?: string;
}

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
      if (closed.has(row.accountId) && !isManualOrder(row.orderType))
        refusals.set(row.id, splitNotAllowed());
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
export async function splitOrder(
  tx: Tx,
  orderId: string,
  parts?: readonly SplitPart[],
): Promise<string[]> {
  const before = await familyOf(tx, orderId);
  await moveWithin(tx, splitMove, [orderId], { parts: parts ? JSON.stringify(parts) : null });
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
  closed.has(String(row.accountId)) && !isManualOrder(row.orderType)
    ? { split: splitNotAllowed().message }
    : {};

export async function shopsWithoutSplit(
  tx: Tx,
  rows: readonly { accountId: string }[],
): Promise<Set<string>> {
  const shops = await pick(tx, channelAccount, ['id'])`
    id = any(${[...new Set(rows.map((row) => row.accountId))]}::uuid[]) and not allow_split`;
  return new Set(shops.map(({ id }) => id));
}

function planRefusal(
  lines: readonly OrderLineState[],
  planned: readonly PlannedPart[],
): Refusal | null {
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

interface Child {
  id: string;
  orderNo: string;
  seq: number;
}

async function divide(tx: Tx, row: OrderRow, planned: readonly PlannedPart[]): Promise<void> {
  if (planned.length === 0) throw splitOneWarehouse();
  // Whoever splits another member of the family takes the next numbers.
  const family = await familyOf(tx, row.id, { lock: true });
  const [root] = family;
  const next = Math.max(...family.map(({ splitSeq }) => splitSeq)) + 1;
  const children = planned.map((_, at): Child => ({
    id: newId(),
    orderNo: `${root?.orderNo ?? row.orderNo}-${next + at}`,
    seq: next + at,
  }));
  for (const child of children) await insertChild(tx, row.id, child);
  for (const line of await readLines(tx, row.id)) {
    const takers = planned.flatMap(({ part, warehouseId }, at) =>
      part
        .filter(({ lineId }) => lineId === line.id)
        .map(({ qty }) => ({ child: children[at] as Child, qty, warehouseId })),
    );
    if (takers.length > 0) await divideLine(tx, line, takers);
  }
  for (const id of [row.id, ...children.map((child) => child.id)]) await refreshHead(tx, id);
  recordBirth(
    tx,
    orderLifecycle,
    'divide',
    children.map(({ id }) => ({ id, status: row.status, scope: row.accountId })),
  );
  await dealHolds(
    tx,
    row,
    children.map(({ id }) => id),
  );
}

/** The head of the order once more: what its channel says of it is kept with the first of the family. */
async function insertChild(tx: Tx, parentId: string, { id, orderNo, seq }: Child): Promise<void> {
  await tx.run`
    insert into sales_order (tenant_id, id, order_no, channel_order_no, account_id, order_type, split_seq, parent_id,
      source, status, priority, currency, ordered_at, accept_deadline, ship_by, backorder_by, deliver_by, warehouse_id,
      pinned_warehouse_id, pinned_warehouse_code, ship_method_id, ship_speed, carrier_code, ship_to_name,
      ship_to_address1, ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country,
      ship_to_phone, address_hash, accept_sync, packing_slip_url, extra, note, tag_ids, environment,
      channel_read_at, create_by, create_time)
    select tenant_id, ${id}::uuid, ${orderNo}, channel_order_no, account_id, order_type, ${seq}, id,
      source, status, priority, currency, ordered_at, accept_deadline, ship_by, backorder_by, deliver_by, warehouse_id,
      pinned_warehouse_id, pinned_warehouse_code, ship_method_id, ship_speed, carrier_code, ship_to_name,
      ship_to_address1, ship_to_address2, ship_to_city, ship_to_state, ship_to_postal_code, ship_to_country,
      ship_to_phone, address_hash, accept_sync, packing_slip_url, extra, note, tag_ids, environment,
      channel_read_at, ${tx.actor.username}, ${tx.now}
    from sales_order where tenant_id = ${tx.tenant} and id = ${parentId}::uuid`;
}

interface Taker {
  child: Child;
  qty: number;
  warehouseId: string | undefined;
}

/** A line of which nothing stays goes itself, with its history; of all others new lines are made. */
async function divideLine(tx: Tx, line: OrderLineState, takers: readonly Taker[]): Promise<void> {
  const taken = takers.reduce((sum, { qty }) => sum + qty, 0);
  const stays = line.qty - taken;
  const [first, ...others] = takers as [Taker, ...Taker[]];
  const created = (stays > 0 ? takers : others).map((taker) => ({ ...taker, lineId: newId() }));
  const keeper = stays > 0 ? { qty: stays } : { qty: first.qty };
  const { currency, lineNet } = await tx.one<{ currency: string; lineNet: bigint }>`
    select currency, line_net from order_line where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  const amounts = dividedAmount(
    lineNet,
    [keeper.qty - line.qtyCancelled, ...created.map(({ qty }) => qty)],
    parseDecimal(line.unitPrice, PRICE_SCALE) ?? 0n,
    exponentOf(currency),
  );
  for (const [at, { lineId, child, qty }] of created.entries())
    await tx.run`
      insert into order_line (tenant_id, id, order_id, line_no, channel_sku, channel_item_id, sku_id, name, qty,
        unit_price, expected_price, price_diff_pct, currency, line_net, net_shift, warehouse_id,
        allocation_reason, est_ship_date, origin_line_id, create_by, create_time)
      select tenant_id, ${lineId}::uuid, ${child.id}::uuid, line_no, channel_sku, channel_item_id, sku_id, name, ${qty},
        unit_price, expected_price, price_diff_pct, currency, ${amounts[at + 1]?.net ?? 0n},
        ${amounts[at + 1]?.shift ?? 0n}, warehouse_id, allocation_reason, est_ship_date,
        coalesce(origin_line_id, id), ${tx.actor.username}, ${tx.now}
      from order_line where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  await tx.run`
    update order_line set qty = ${keeper.qty}, line_net = ${amounts[0]?.net ?? 0n},
      net_shift = ${amounts[0]?.shift ?? 0n}, update_by = ${tx.actor.username}, update_time = ${tx.now},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  await passHeld(tx, line, created);
  if (line.qtyBackordered > 0)
    await tx.run`
      update order_line l set qty_backordered = greatest(0, l.qty - l.qty_cancelled - l.qty_shipped - l.qty_reserved),
        backorder_date = k.backorder_date
      from order_line k
      where k.tenant_id = ${tx.tenant} and k.id = ${line.id}::uuid and l.tenant_id = k.tenant_id
        and l.id = any(${[line.id, ...created.map(({ lineId }) => lineId)]}::uuid[])`;
  if (stays > 0) return;
  await tx.run`
    update order_line set order_id = ${first.child.id}::uuid,
      warehouse_id = coalesce(${first.warehouseId ?? null}::uuid, warehouse_id)
    where tenant_id = ${tx.tenant} and id = ${line.id}::uuid`;
  await passReservations(
    tx,
    { orderLineId: line.id },
    { orderId: first.child.id, orderNo: first.child.orderNo, orderLineId: line.id },
  );
}

/** Units that nobody holds go first, so that what stays is what can leave; a warehouse's go together. */
async function passHeld(
  tx: Tx,
  line: OrderLineState,
  created: readonly (Taker & { lineId: string })[],
): Promise<void> {
  let free = movable(line) - line.qtyReserved;
  for (const { lineId, child, qty, warehouseId } of created) {
    const unheld = warehouseId === undefined ? Math.min(free, qty) : 0;
    free -= unheld;
    if (qty === unheld) continue;
    const units = await passReservations(
      tx,
      {
        ...{ orderLineId: line.id, qty: qty - unheld },
        ...(warehouseId === undefined ? {} : { warehouseId }),
      },
      { orderId: child.id, orderNo: child.orderNo, orderLineId: lineId },
    );
    await tx.run`
      update order_line set
        qty_reserved = case when id = ${lineId}::uuid then ${units} else qty_reserved - ${units} end,
        warehouse_id = case when id = ${lineId}::uuid and ${warehouseId ?? null}::uuid is not null
          then ${warehouseId ?? null}::uuid else warehouse_id end
      where tenant_id = ${tx.tenant} and id in (${lineId}::uuid, ${line.id}::uuid)`;
  }
}

/** What the head says of its lines: figures, the words it is found by, the warehouse it leaves from. */
async function refreshHead(tx: Tx, orderId: string): Promise<void> {
  await refreshBackorder(tx, [orderId]);
  await refreshOrderFigures(tx, orderId);
  const lines = await pick(tx, orderLine, ['channelSku', 'qty', 'qtyReserved', 'warehouseId'])`
    order_id = ${orderId}::uuid order by line_no`;
  const [head] = await pick(tx, salesOrder, [
    'orderNo',
    'channelOrderNo',
    'shipToName',
    'warehouseId',
  ])`id = ${orderId}::uuid`;
  if (!head) return;
  const held = lines.find((line) => line.qtyReserved > 0)?.warehouseId;
  if (held) await setColumns(tx, salesOrder, [orderId], { warehouseId: held });
  await tx.run`
    update sales_order set
      search_text = ${searchText(head.orderNo, head.channelOrderNo, lines, head.shipToName ?? '')}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}
