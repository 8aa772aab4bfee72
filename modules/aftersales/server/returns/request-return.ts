import { settingsOf } from '#kit/server/settings.ts';
import { invalid, type FieldError, type Refusal } from '#kit/model/refusal.ts';
import { addDays, dayIn, endOfDay } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { sentLines } from '#modules/fulfilment/server/index.ts';
import { makeReplacement, readReturnable, type ReturnableOrder } from '#modules/orders/server/index.ts';
import { countedAtDesk } from '../../model/desk-errors.ts';
import { headFaults, lineFaults, replacementGoing } from '../../model/return-errors.ts';
import { returnApproved, returnEnded, returnRejected } from '../../model/return-events.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnOrder, type ReturnRow } from '../../model/return-order.ts';
import { claimsOf, unitsLeft, type Claim } from '../claims/claims.ts';
import { approveAlone, forgetAloneValue, noteWriter } from './alone-check.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { linesOf, type StoredLine } from './return-lines.ts';
import { approveStray, noteStrayMaker } from './stray-check.ts';
import { returnSettings } from '../../model/return-settings.ts';

/** What requests are judged by, read once. */
interface RequestFacts {
  lines: ReadonlyMap<string, StoredLine[]>;
  orders: ReadonlyMap<string, ReturnableOrder>;
  claims: readonly Claim[];
  /** Units of lines of orders that were sent once more. */
  replaced: ReadonlyMap<string, number>;
}

async function readRequests(tx: Tx, rows: readonly ReturnRow[], isHeld: boolean): Promise<RequestFacts> {
  const lines = await linesOf(tx, rows);
  const orders = await readReturnable(
    tx,
    rows.flatMap(({ orderId }) => orderId ?? []),
    { isHeld },
  );
  const ids = [...lines.values()].flat().flatMap(({ orderLineId }) => orderLineId ?? []);
  return { lines, orders, claims: await claimsOf(tx, ids), replaced: await replacedOf(tx, ids) };
}

/** What exchanges have sent for lines, or are going to, whatever became of the goods that were to come back. */
async function replacedOf(tx: Tx, orderLineIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ orderLineId: string; qty: number }>`
    select l.order_line_id, sum(l.qty_requested)::integer as qty
    from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
      join sales_order o on o.tenant_id = r.tenant_id and o.id = r.replacement_order_id
    where l.tenant_id = ${tx.tenant} and l.order_line_id = any(${[...orderLineIds]}::uuid[])
      and l.outcome = 'replace' and o.stage <> 'cancelled' group by 1`;
  return new Map(rows.map(({ orderLineId, qty }) => [orderLineId, qty]));
}

/** What events of a return say. */
export const aboutOf = ({ id, orderId, accountId }: ReturnRow) => ({
  returnId: id,
  orderId: orderId ?? null,
  accountId: accountId ?? null,
});

/**
 * Lines that ask for more than is left, or that goods are sent for which were sent once more already, each at
 * its row; requests of one batch add up.
 */
function beyondLeft(
  rows: readonly ReturnRow[],
  { lines, orders, claims, replaced }: RequestFacts,
): Map<string, Refusal> {
  const taken = new Map<string, number>();
  const sentAgain = new Map(replaced);
  const refusals = new Map<string, Refusal>();
  for (const row of rows) {
    const order = orders.get(row.orderId ?? '');
    if (!order) continue;
    const requested = new Map<string, number>();
    const again = new Map<string, number>();
    const errors: FieldError[] = [];
    (lines.get(row.id) ?? []).forEach(({ orderLineId, sku, qtyRequested, outcome }, index) => {
      const line = order.lines.find(({ id }) => id === orderLineId);
      if (!line) return;
      const before = (taken.get(line.id) ?? 0) + (requested.get(line.id) ?? 0);
      const left = unitsLeft(line, claims, row.id) - before;
      if (qtyRequested > left) errors.push(lineFaults.beyond(index + 1, { sku, most: Math.max(0, left) }));
      requested.set(line.id, (requested.get(line.id) ?? 0) + qtyRequested);
      if (row.type !== 'exchange' || outcome !== 'replace') return;
      const went = (sentAgain.get(line.id) ?? 0) + (again.get(line.id) ?? 0);
      const most = Math.max(0, line.qtyShipped - went);
      if (qtyRequested > most && qtyRequested <= left) errors.push(lineFaults.replaced(index + 1, { sku, most }));
      again.set(line.id, (again.get(line.id) ?? 0) + qtyRequested);
    });
    if (errors.length > 0) refusals.set(row.id, invalid(errors));
    else {
      for (const [id, qty] of requested) taken.set(id, (taken.get(id) ?? 0) + qty);
      for (const [id, qty] of again) sentAgain.set(id, (sentAgain.get(id) ?? 0) + qty);
    }
  }
  return refusals;
}

/** 提交: what is asked for is still there to come back. */
export const submitReturn: Command = command(returnLifecycle, 'submit', {
  read: (tx, rows) => readRequests(tx, rows, false),
  guard: async (_tx, rows, _answers, facts) => beyondLeft(rows, facts),
  async run(tx, rows) {
    await setColumns(tx, returnOrder, rows, { requestedAt: tx.now });
    for (const { id } of rows) {
      await noteWriter(tx, id);
      await noteStrayMaker(tx, id);
    }
  },
});

export const discardReturn: Command = command(returnLifecycle, 'discard', {
  run: async () => undefined,
});

/**
 * 审核通过: the buyer may send the goods. Units are counted with the orders held, so that two who approve
 * never promise more than was sent. An exchange sends its replacement at once. Goods of no order, and money or
 * goods that go out before any come back, are approved by another person beyond what one may do alone.
 */
export const approveReturn: Command = command(returnLifecycle, 'approve', {
  read: (tx, rows, isPreview) => readRequests(tx, rows, !isPreview),
  async guard(tx, rows, { channelRaNo, warehouseId }, facts) {
    const refusals = beyondLeft(rows, facts);
    for (const row of rows) {
      if (refusals.has(row.id)) continue;
      if (rows.length > 1 && channelRaNo) refusals.set(row.id, invalid([headFaults.raOne()]));
      else if (row.type !== 'refundOnly' && !warehouseId && !(await placeOf(tx, row, facts)))
        refusals.set(row.id, invalid([headFaults.warehouseNeeded()]));
    }
    return refusals;
  },
  async run(tx, rows, { channelRaNo, warehouseId, dueDays }, facts) {
    const days = dueDays ?? (await settingsOf(tx, returnSettings)).dueDays;
    const today = dayIn(tx.now, tx.actor.zone);
    const dueAt = endOfDay(addDays(today, days), tx.actor.zone);
    const numbers = await tx.numbering.take(tx.actor, 'RA', rows.length);
    for (const [index, row] of rows.entries()) {
      if (row.type === 'unordered') await approveStray(tx, { ...row, warehouseId: warehouseId ?? row.warehouseId });
      const lines = facts.lines.get(row.id) ?? [];
      await approveAlone(tx, { row, lines, order: facts.orders.get(row.orderId ?? '') });
      const given = channelRaNo ?? row.channelRaNo;
      const isAwaited = row.type !== 'refundOnly';
      await setColumns(tx, returnOrder, [row.id], {
        raNo: given ?? numbers[index] ?? null,
        channelRaNo: given,
        warehouseId: warehouseId ?? (await placeOf(tx, row, facts)),
        dueAt: isAwaited ? dueAt : null,
        approvedBy: tx.actor.username,
        approvedAt: tx.now,
        replacementOrderId: await replacementOf(tx, row, facts),
      });
    }
    await showReturns(tx, rows, 'approved');
    for (const row of rows) await tx.emit(returnApproved, row.id, aboutOf(row));
  },
});

/** Where goods come back to: as it was said, else where most of them left. */
async function placeOf(tx: Tx, row: ReturnRow, { lines, orders }: RequestFacts): Promise<string | null> {
  if (row.warehouseId) return row.warehouseId;
  const ids = (lines.get(row.id) ?? []).flatMap(({ orderLineId }) => orderLineId ?? []);
  const units = new Map<string, number>();
  for (const { warehouseId, qty } of await sentLines(tx, ids))
    units.set(warehouseId, (units.get(warehouseId) ?? 0) + qty);
  const [most] = [...units].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? orders.get(row.orderId ?? '')?.warehouseId ?? null;
}

async function replacementOf(tx: Tx, row: ReturnRow, { lines }: RequestFacts): Promise<string | null> {
  if (row.type !== 'exchange' || !row.orderId) return null;
  const replaced = (lines.get(row.id) ?? []).flatMap(({ orderLineId, outcome, qtyRequested }) =>
    orderLineId && outcome === 'replace' ? [{ orderLineId, qty: qtyRequested }] : [],
  );
  if (replaced.length === 0) return null;
  return makeReplacement(tx, row.orderId, row.returnNo, replaced);
}

export const rejectReturn: Command = command(returnLifecycle, 'reject', {
  async run(tx, rows) {
    for (const row of rows) await tx.emit(returnRejected, row.id, aboutOf(row));
  },
});

/** 退货信息: by what the goods come, and until when they are waited for. */
export const arrangeReturn: Command = command(returnLifecycle, 'arrange', {
  async run(tx, rows, { carrier, trackingNo, dueAt }) {
    await setColumns(tx, returnOrder, rows, {
      ...(carrier ? { carrier } : {}),
      ...(trackingNo ? { trackingNo } : {}),
      ...(dueAt ? { dueAt } : {}),
    });
  },
});

/** 取消: the goods are not waited for any more; what was to replace them is given up first. */
export const cancelReturn: Command = command(returnLifecycle, 'cancel', {
  async guard(tx, rows) {
    const going = await tx.rows<{ id: string; orderNo: string }>`
      select r.id, o.order_no from return_order r
      join sales_order o on o.tenant_id = r.tenant_id and o.id = r.replacement_order_id
      where r.tenant_id = ${tx.tenant} and r.id = any(${rows.map(({ id }) => id)}::uuid[])
        and o.stage <> 'cancelled'`;
    return new Map<string, Refusal>([
      ...rows.flatMap(({ id, returnNo, deskOpen }): [string, Refusal][] =>
        deskOpen > 0 ? [[id, countedAtDesk({ returnNo, counted: deskOpen })]] : [],
      ),
      ...going.map(({ id, orderNo }): [string, Refusal] => [id, replacementGoing({ orderNo })]),
    ]);
  },
  async run(tx, rows) {
    await holdOrders(tx, rows);
    await forgetAloneValue(
      tx,
      rows.map(({ id }) => id),
    );
    await showReturns(tx, rows, 'cancelled');
    for (const row of rows) await tx.emit(returnEnded, row.id, aboutOf(row));
  },
});

/** 过期: the goods have not come by their day. */
export const expireReturn: Command = command(returnLifecycle, 'expire', {
  async run(tx, rows) {
    await holdOrders(tx, rows);
    await showReturns(tx, rows, 'expired');
    for (const row of rows) await tx.emit(returnEnded, row.id, aboutOf(row));
  },
});
