import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { cancelledByChannel, channelKnowsCancel, discardedDraft, nothingToRestore } from '../model/errors.ts';
import { orderReopened } from '../model/events.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, salesOrder, type OrderRow } from '../model/order.ts';
import { openUnits } from '../model/channel-snapshot.ts';
import { takeInAgain } from './arrival.ts';
import { familyLines, familyOf, originOfLine } from './family.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { recordMissed } from './record-change.ts';
import { readSnapshot } from './snapshots.ts';

/** Units of each line that come back, by line id. */
type Returning = ReadonlyMap<string, number>;

/**
 * 恢复: an order that was cancelled here and of which the channel has not heard is wanted after all. It
 * arrives like any other, with its holds and its stock: as many units as the channel still wants.
 */
export const reopenOrder: Command = command(orderLifecycle, 'reopen', {
  async read(tx, rows) {
    const returning = new Map<string, Returning>();
    // One after the other: parts of one number share what the channel still wants.
    for (const row of rows) {
      const claimed = new Map([...returning.values()].flatMap((units) => [...units]));
      returning.set(row.id, await returningUnits(tx, row, claimed));
    }
    return returning;
  },
  async guard(_tx, rows, _answers, returning) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const units = returning.get(row.id) ?? new Map();
      // A discarded draft gave its number back: another order may have it.
      if (row.splitSeq < 0) refusals.set(row.id, discardedDraft());
      else if (row.cancelledSide === 'channel') refusals.set(row.id, cancelledByChannel());
      else if (row.cancelSync === 'ok') refusals.set(row.id, channelKnowsCancel());
      else if (units.size === 0) refusals.set(row.id, nothingToRestore());
    }
    return refusals;
  },
  async run(tx, rows, _answers, returning) {
    for (const row of rows) await bringBack(tx, row, returning.get(row.id) ?? new Map());
  },
});

/**
 * All of what nobody else knows; of a channel's order what it still wants and no other part of it ships.
 * @param claimed units of lines that come back with it
 */
async function returningUnits(tx: Tx, row: OrderRow, claimed: Returning): Promise<Returning> {
  // Whoever brings back another part waits, or is waited for.
  const family = await familyOf(tx, row.id, { lock: true });
  const lines = await familyLines(tx, family);
  const own = lines.filter((line) => line.orderId === row.id);
  const snapshot = isManualOrder(row.orderType) ? null : await readSnapshot(tx, family[0]?.id ?? row.id);
  const units = own.map((line) => {
    const answers = snapshot?.lines.find(({ lineId }) => lineId === originOfLine(line));
    if (!answers) return [line.id, snapshot ? 0 : line.qty] as const;
    const elsewhere = lines
      .filter((one) => one.id !== line.id && originOfLine(one) === originOfLine(line))
      .reduce((sum, one) => sum + (claimed.get(one.id) ?? one.qty - one.qtyCancelled), 0);
    return [line.id, Math.min(line.qty, Math.max(0, openUnits(answers) - elsewhere))] as const;
  });
  return new Map(units.filter(([, qty]) => qty > 0));
}

async function bringBack(tx: Tx, row: OrderRow, units: Returning): Promise<void> {
  await tx.run`
    update order_line l set qty_cancelled = l.qty - u.qty, update_time = ${tx.now}, version = l.version + 1
    from unnest(${[...units.keys()]}::uuid[], ${[...units.values()]}::integer[]) as u (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = u.id`;
  await setColumns(tx, salesOrder, [row.id], {
    cancelledAt: null,
    cancelledSide: null,
    cancelledBy: null,
    cancelSync: 'none',
  });
  await refreshOrderFigures(tx, row.id);
  await takeInAgain(tx, row);
  await tx.emit(orderReopened, row.id, { orderId: row.id });
  // What the channel changed in the meantime waits to be taken over, as it would have then.
  if ((await familyOf(tx, row.id)).length === 1) await recordMissed(tx, row.id);
}
