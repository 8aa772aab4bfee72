import type { FieldError, Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { readReturnable } from '#modules/orders/server/index.ts';
import {
  answerFaults,
  linesOfOne,
  nothingReceived,
  returnShort,
  refundOnlyHasNoGoods,
} from '../../model/return-errors.ts';
import { returnReceived } from '../../model/return-events.ts';
import { countedAtDesk } from '../../model/desk-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { RETURN_BEYOND, returnOrder, type ReturnRow } from '../../model/return-order.ts';
import { claimsOf, takenBeside, unitsLeft } from '../claims/claims.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { aboutOf } from './request-return.ts';
import { refuse } from './read-answers.ts';
import { addValues, linesOf, nameOf, sumUp, type StoredLine } from './return-lines.ts';
import { goodsThatCome, storeGoods, type Arrival } from './returned-goods.ts';

/** Units of a line, and where that was said. */
interface ReceivedUnits extends Arrival {
  row: number;
}

/**
 * 收货: what came lies in quarantine, worth what it left with; the rest may come later. More than was asked
 * for needs a reason and a right, and never goes beyond what was sent.
 */
export const receiveReturn: Command = command(returnLifecycle, 'receive', {
  guard: async (_tx, rows) =>
    new Map(rows.filter(({ type }) => type === 'refundOnly').map(({ id }) => [id, refundOnlyHasNoGoods()])),
  async run(tx, rows, { lines: said, overReason }) {
    if (rows.length > 1 && said) throw linesOfOne();
    await holdOrders(tx, rows);
    const lines = await linesOf(tx, rows);
    for (const row of rows) {
      const own = lines.get(row.id) ?? [];
      const received = readReceived(tx, said, own) ?? allOpen(own);
      if (received.length === 0) refuse([answerFaults.nothing()]);
      await refuseBeyond(tx, row, { own, received }, overReason ?? null);
      await takeIn(tx, row, received);
      await setColumns(tx, returnOrder, [row.id], {
        receivedAt: tx.now,
        receivedBy: tx.actor.username,
        overReason: overReason ?? row.overReason,
      });
    }
    await showReturns(tx, rows, 'receiving');
  },
});

const readReceived = (tx: Tx, answer: unknown, lines: readonly StoredLine[]): ReceivedUnits[] | null =>
  readLineAnswers(returnLifecycle.moves.receive.input.lines, answer, { actor: tx.actor, lines, nameOf })?.map(
    ({ row, line, said: { qty } }) => ({ row, line, qty }),
  ) ?? null;

const allOpen = (lines: readonly StoredLine[]): ReceivedUnits[] =>
  lines.flatMap((line, index) => {
    const qty = line.qtyRequested - line.qtyReceived;
    return qty > 0 ? [{ row: index + 1, line, qty }] : [];
  });

/** @throws Refusal 422 naming the lines of which more has come than may */
async function refuseBeyond(
  tx: Tx,
  row: ReturnRow,
  { own, received }: { own: readonly StoredLine[]; received: readonly ReceivedUnits[] },
  overReason: string | null,
): Promise<void> {
  const over = received.filter(({ line, qty }) => line.qtyReceived + qty > line.qtyRequested);
  if (over.length === 0) return;
  const order = row.orderId ? (await readReturnable(tx, [row.orderId])).get(row.orderId) : undefined;
  const claims = await claimsOf(
    tx,
    over.flatMap(({ line }) => line.orderLineId ?? []),
  );
  const now = new Map(received.map(({ line, qty }) => [line.id, qty]));
  const coming = own.map(({ id, orderLineId, qtyRequested, qtyReceived }) => ({
    id,
    orderLineId,
    requested: qtyRequested,
    received: qtyReceived + (now.get(id) ?? 0),
  }));
  const errors = over.flatMap(({ row: at, line, qty }): FieldError[] => {
    const sum = line.qtyReceived + qty;
    const ordered = order?.lines.find(({ id }) => id === line.orderLineId);
    // What nobody sold was approved as it is: no right makes more of it.
    if (!line.orderLineId) return [answerFaults.beyondApproved(at, { sku: line.sku, asked: line.qtyRequested, sum })];
    const most = ordered ? unitsLeft(ordered, claims, row.id) - takenBeside(line, coming) : sum;
    if (sum > most) return [answerFaults.beyondSent(at, { sku: line.sku, most: Math.max(0, most - line.qtyReceived) })];
    if (may(tx.actor, RETURN_BEYOND)) return [];
    return [answerFaults.beyondAsked(at, { sku: line.sku, asked: line.qtyRequested, sum })];
  });
  refuse(errors);
  if (!overReason) refuse([answerFaults.overReason()]);
}

/** Counters of the return first, stock last: everybody who sells the same SKU waits for it. */
async function takeIn(tx: Tx, row: ReturnRow, received: readonly ReceivedUnits[]): Promise<void> {
  await tx.run`
    update return_line l set qty_received = l.qty_received + a.qty, update_time = ${tx.now},
      version = l.version + 1
    from unnest(${received.map(({ line }) => line.id)}::uuid[], ${received.map(({ qty }) => qty)}::integer[])
      as a (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = a.id`;
  await sumUp(tx, row.id);
  // What a sandbox order sent never moved, so none of it comes back.
  if (row.environment === 'sandbox') return;
  const goods = await goodsThatCome(tx, row, received);
  await storeGoods(tx, goods);
  await addValues(tx, row.id, { recovered: goods.reduce((sum, { value }) => sum + value, 0n) });
  await postMovements(tx, {
    movements: goods.map(({ line, skuId, qty, value, originId }) => ({
      // The units that were there before say which arrival this is.
      key: `return:${line.id}:${line.qtyReceived}:${skuId}`,
      type: 'return_in',
      warehouseId: row.warehouseId ?? '',
      skuId,
      condition: 'quarantine',
      qty,
      layers: [{ qty, value, ...(originId ? { originId } : {}) }],
      refType: 'returnOrder',
      refId: row.id,
      refNo: row.returnNo,
    })),
  });
}

/** Units that have not come, by return; of one line too many make up for no other. */
async function missingOf(tx: Tx, rows: readonly { id: string }[]): Promise<Map<string, number>> {
  const found = await tx.rows<{ id: string; units: number }>`
    select return_id as id, sum(qty_requested - qty_received)::integer as units from return_line
    where tenant_id = ${tx.tenant} and return_id = any(${rows.map(({ id }) => id)}::uuid[])
      and qty_requested > qty_received group by 1`;
  return new Map(found.map(({ id, units }) => [id, units]));
}

/**
 * 收货完成: what has not come by now is missing, and free to be asked for again. What was counted at the desk
 * lies there: it is taken in or undone first.
 */
export const finishReceiving: Command = command(returnLifecycle, 'receiveDone', {
  async guard(tx, rows, { rest }) {
    const missing = rest ? new Map<string, number>() : await missingOf(tx, rows);
    return new Map(
      rows.flatMap(({ id, returnNo, qtyReceived, deskOpen }): [string, Refusal][] => {
        if (deskOpen > 0) return [[id, countedAtDesk({ returnNo, counted: deskOpen })]];
        if (qtyReceived === 0) return [[id, nothingReceived()]];
        const units = missing.get(id);
        return units ? [[id, returnShort({ units })]] : [];
      }),
    );
  },
  async run(tx, rows) {
    await holdOrders(tx, rows);
    for (const { id } of rows) {
      await tx.run`update return_line set qty_missing = greatest(0, qty_requested - qty_received)
        where tenant_id = ${tx.tenant} and return_id = ${id}::uuid`;
      await sumUp(tx, id);
    }
    await showReturns(tx, rows, 'received');
    for (const row of rows) await tx.emit(returnReceived, row.id, aboutOf(row));
  },
});
