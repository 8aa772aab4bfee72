import { divideHalfUp } from '#kit/model/money.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { holdHand, postMovements, type Movement } from '#modules/inventory/server/index.ts';
import { linesOfOne, nothingToRefurbish, scrapNeedsAnother } from '../../model/return-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnOrder, type ReturnRow, type ReturnState } from '../../model/return-order.ts';
import { ALONE } from '../../model/return-settings.ts';
import { isDisposalWithinDay, noteMendedLost } from './alone-check.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { addValues, goodsOf, linesOf, nameOf, sumUp, type LineGoods, type StoredLine } from './return-lines.ts';
import { disposalLimitOf } from './return-settings.ts';

interface Mended {
  line: StoredLine;
  good: number;
  scrapped: number;
}

/**
 * 翻新完成: mended units are good and may be sold; what was beyond repair is scrapped. More of it than one
 * person may give up is scrapped by somebody who agrees to disposals and did not make this one.
 */
export const refurbishReturn: Command = command(returnLifecycle, 'refurbish', {
  async guard(_tx, rows) {
    const none = rows.filter(({ refurbOpen }) => refurbOpen === 0);
    return new Map(none.map(({ id }): [string, Refusal] => [id, nothingToRefurbish()]));
  },
  async run(tx, rows, { lines: said }) {
    if (rows.length > 1 && said) throw linesOfOne();
    await holdOrders(tx, rows);
    const lines = await linesOf(tx, rows);
    await holdHand(tx);
    for (const row of rows) {
      const open = (lines.get(row.id) ?? []).filter(({ refurbOpen }) => refurbOpen > 0);
      const mended = readMended(tx, said, open) ?? open.map(allGood);
      const goods = await goodsOf(tx, open);
      await refuseAlone(tx, row, scrapValue(mended, goods));
      await tx.run`
        update return_line l set refurb_open = l.refurb_open - m.units
        from unnest(${mended.map(({ line }) => line.id)}::uuid[],
          ${mended.map(({ good, scrapped }) => good + scrapped)}::integer[]) as m (id, units)
        where l.tenant_id = ${tx.tenant} and l.id = m.id`;
      await sumUp(tx, row.id);
      if (row.environment === 'live') await moveMended(tx, row, mended, goods);
      await showReturns(tx, [row], row.status as ReturnState);
    }
  },
});

const allGood = (line: StoredLine): Mended => ({ line, good: line.refurbOpen, scrapped: 0 });

const readMended = (tx: Tx, answer: unknown, lines: readonly StoredLine[]): Mended[] | null =>
  readLineAnswers(returnLifecycle.moves.refurbish.input.lines, answer, { actor: tx.actor, lines, nameOf })?.map(
    ({ line, said: { good, scrapped } }) => ({ line, good, scrapped }),
  ) ?? null;

/** What the units that are scrapped now came back with, minor units. */
const scrapValue = (mended: readonly Mended[], goods: ReadonlyMap<string, LineGoods[]>): bigint =>
  mended
    .flatMap(({ line, scrapped }) =>
      (goods.get(line.id) ?? []).map(({ perUnit, qty, value }) =>
        qty === 0 ? 0n : divideHalfUp(value * BigInt(scrapped * perUnit), BigInt(qty)),
      ),
    )
    .reduce((sum, value) => sum + value, 0n);

/**
 * Counted with what the return gave up before, but for what somebody else agreed to, and with what the actor gave
 * up in a day, whatever the returns.
 * @throws Refusal
 */
async function refuseAlone(tx: Tx, row: ReturnRow, scrapped: bigint): Promise<void> {
  if (scrapped === 0n || row.environment === 'sandbox' || tx.actor.isSystem) return;
  const { disposalLost } = await tx.one<{ disposalLost: bigint }>`
    select disposal_lost from return_order where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  const whileMended = row.lostValue - disposalLost;
  const before = row.disposalApprovedBy === ALONE ? row.disposalValue + whileMended : whileMended;
  const disposalLimit = await disposalLimitOf(tx);
  if (before + scrapped <= disposalLimit && (await isDisposalWithinDay(tx, scrapped, disposalLimit)))
    return noteMendedLost(tx, row.id, scrapped);
  const isMaker = (await madeByActor(tx, returnOrder, [row.id])).has(row.id);
  if (isMaker || !may(tx.actor, AGREEING)) throw scrapNeedsAnother();
}

const AGREEING = 'aftersales:returnOrder:approveDisposal';

async function moveMended(
  tx: Tx,
  row: ReturnRow,
  mended: readonly Mended[],
  goods: ReadonlyMap<string, LineGoods[]>,
): Promise<void> {
  const movements = mended.flatMap(({ line, good, scrapped }) =>
    (goods.get(line.id) ?? []).flatMap(({ skuId, perUnit }): Movement[] => {
      const of = {
        warehouseId: row.warehouseId ?? '',
        skuId,
        refType: 'returnOrder',
        refId: row.id,
        refNo: row.returnNo,
      };
      // The units that were open say which time this is.
      const key = `${line.id}:${line.refurbOpen}:${skuId}`;
      const [back, gone] = [good * perUnit, scrapped * perUnit];
      return [
        {
          ...of,
          key: `refurbFrom:${key}`,
          type: 'condition_from',
          condition: 'damaged',
          qty: -back,
        },
        { ...of, key: `refurbTo:${key}`, type: 'condition_to', condition: 'good', qty: back },
        { ...of, key: `refurbOut:${key}`, type: 'scrap_out', condition: 'damaged', qty: -gone },
      ];
    }),
  );
  const real = movements.filter(({ qty }) => qty !== 0);
  if (real.length === 0) return;
  const costs = await postMovements(tx, { movements: real });
  const lost = real
    .filter(({ type }) => type === 'scrap_out')
    .reduce((sum, { key }) => sum + (costs.get(key) ?? 0n), 0n);
  await addValues(tx, row.id, { lost });
}
