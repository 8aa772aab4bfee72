import type { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { availableOf, placeKey, release } from '#modules/inventory/server/index.ts';
import { linesUnsourced, plannedOutOfRange } from '../../model/part-errors.ts';
import { partOrderConfirmed } from '../../model/part-events.ts';
import { partOrderLifecycle } from '../../model/part-lifecycle.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';
import { holdSources } from './hold-sources.ts';
import { holdOrders } from '../returns/order-facts.ts';
import { answerOf } from './part-answers.ts';
import { refreshPartFacts } from './part-facts.ts';
import { aboutOf } from './part-requests.ts';
import { holdArrived } from './take-awaited.ts';
import { partLinesOf, type StoredPartLine } from './part-lines.ts';
import { placeOfWarehouse } from './part-place.ts';
import { readChoices, type Choice } from './read-choices.ts';

/** 确认: every line has a source, and what it takes is held. What is late already stays late. */
export const confirmPartOrder: Command = command(partOrderLifecycle, 'confirm', {
  async guard(tx, rows, { plannedShipDate }) {
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const { zone } = await placeOfWarehouse(tx, row.warehouseId);
      const [first, last] = [dayIn(tx.now, zone), lastDay(row, tx.now, zone)];
      if (plannedShipDate && (plannedShipDate < first || plannedShipDate > last))
        refusals.set(row.id, plannedOutOfRange({ first, last }));
    }
    return refusals;
  },
  async run(tx, rows, { lines: said, plannedShipDate }) {
    await holdOrders(tx, rows);
    const states = new Map<string, string>();
    for (const row of rows) {
      const lines = await partLinesOf(tx, row.id);
      const choices = (await wholeChoices(tx, row, lines, said)).filter((one) => !hasCome(one));
      if (choices.some(isDisassembled)) await noteMakers(tx, partOrder, row.id);
      await freeHeld(tx, choices);
      await holdSources(tx, row, choices);
      const arrived = await holdArrived(
        tx,
        row.id,
        lines.map(({ id }) => id),
      );
      const { zone } = await placeOfWarehouse(tx, row.warehouseId);
      const until = row.extendedTo ?? row.shipBy;
      await setColumns(tx, partOrder, [row.id], {
        confirmedAt: tx.now,
        confirmedBy: tx.actor.username,
        dueAt: until,
        plannedShipDate: plannedShipDate ?? lastDay(row, tx.now, zone),
        waitingCount: waitingOf(choices) - arrived,
        answerStatus: await answerOf(tx, row),
      });
      states.set(row.id, row.status === 'breached' ? 'breached' : 'confirmed');
    }
    await refreshPartFacts(tx, rows, states);
    for (const row of rows) await tx.emit(partOrderConfirmed, row.id, aboutOf(row));
    return states;
  },
});

/** The last day on which it may leave; of what is late already, today. */
function lastDay(row: PartOrderRow, now: Date, zone: string): string {
  const [due, today] = [dayIn(row.extendedTo ?? row.shipBy, zone), dayIn(now, zone)];
  return due > today ? due : today;
}

/** 改货源: lines that are named come from elsewhere, the others stay as they are. */
export const changeSource: Command = command(partOrderLifecycle, 'changeSource', {
  async run(tx, rows, { lines: said }) {
    for (const row of rows) {
      const lines = await partLinesOf(tx, row.id);
      const named = readChoices(tx, said, lines, row.warehouseId) ?? [];
      const chosen = new Set(named.map(({ line }) => line.id));
      const stored = lines.flatMap((line): Choice[] =>
        line.source && line.warehouseId && !chosen.has(line.id)
          ? [{ line, source: line.source, warehouseId: line.warehouseId, cartonNo: line.cartonNo }]
          : [],
      );
      refuseWithout(lines, [...named, ...stored]);
      const all = [...named, ...stored].filter((one) => !hasCome(one)).sort((a, b) => a.line.row - b.line.row);
      if (named.some(isDisassembled)) await noteMakers(tx, partOrder, row.id);
      await freeHeld(tx, all);
      await holdSources(tx, row, all);
      // A line that stays as it is may have its goods by now: whoever took them away before gave them back.
      const arrived = await holdArrived(
        tx,
        row.id,
        stored.map(({ line }) => line.id),
      );
      await setColumns(tx, partOrder, [row.id], { waitingCount: waitingOf(all) - arrived });
    }
  },
});

/** Whole units are taken apart for it. */
const isDisassembled = ({ source }: Choice): boolean => source === 'harvest' || source === 'fullCarton';

/** Units that are bought. */
const waitingOf = (choices: readonly Choice[]): number =>
  choices.reduce((sum, { source, line }) => sum + (source === 'purchase' ? line.qty : 0), 0);

/** What was bought for a line has come, and is still to be taken from there: it stays with the line. */
const hasCome = ({ line, source, warehouseId }: Choice): boolean =>
  line.source === 'purchase' &&
  source === 'purchase' &&
  line.warehouseId === warehouseId &&
  line.qtyReserved >= line.qty;

const freeHeld = async (tx: Tx, choices: readonly Choice[]): Promise<void> => {
  const held = choices.map(({ line }) => line).filter(({ source }) => source !== null);
  await release(
    tx,
    held.map(({ id }) => ({ orderLineId: id })),
  );
};

/** The sources of all lines: as chosen, else stock of the parts where there is enough. @throws Refusal 422 */
async function wholeChoices(
  tx: Tx,
  row: PartOrderRow,
  lines: readonly StoredPartLine[],
  answers: unknown,
): Promise<Choice[]> {
  const named = readChoices(tx, answers, lines, row.warehouseId) ?? [];
  const open = lines.filter((line) => !named.some((choice) => choice.line.id === line.id));
  const stock = await availableOf(
    tx,
    open.flatMap(({ partSkuId }) => partSkuId ?? []),
  );
  const able = new Map(stock.map((level) => [placeKey(level), level.available]));
  const usual = open.flatMap((line): Choice[] => {
    if (!line.partSkuId) return [];
    const key = placeKey({ warehouseId: row.warehouseId, skuId: line.partSkuId });
    const left = able.get(key) ?? 0;
    if (left < line.qty) return [];
    able.set(key, left - line.qty);
    return [{ line, source: 'partStock', warehouseId: row.warehouseId, cartonNo: line.cartonNo }];
  });
  const all = [...named, ...usual].sort((a, b) => a.line.row - b.line.row);
  refuseWithout(lines, all);
  return all;
}

function refuseWithout(lines: readonly StoredPartLine[], choices: readonly Choice[]): void {
  const without = lines.filter(({ id }) => !choices.some(({ line }) => line.id === id));
  if (without.length > 0) throw linesUnsourced({ parts: without.map(({ part }) => part) });
}
