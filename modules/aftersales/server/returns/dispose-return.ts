import type { FieldError, Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { holdHand, postMovements, type Movement } from '#modules/inventory/server/index.ts';
import { DAMAGED_DISPOSITIONS, GOOD_DISPOSITIONS } from '../../model/return-answers.ts';
import { answerFaults, disposalNotPending, disposalPending, linesOfOne } from '../../model/return-errors.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnLine, returnOrder, type Disposition, type ReturnRow } from '../../model/return-order.ts';
import { ALONE } from '../../model/return-settings.ts';
import { aloneReason, isDisposalWithinDay, noteAloneValue } from './alone-check.ts';
import { acceptedValue, NONE_ACCEPTED, readAccepted } from './accepted-units.ts';
import { LEAVING, valueGivenUp, type Plan } from './disposal-value.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { refuse } from './read-answers.ts';
import { addValues, goodsOf, linesOf, nameOf, sumUp, type LineGoods, type StoredLine } from './return-lines.ts';
import { disposalLimitOf } from './return-settings.ts';
import { forgetWrong, wrongOut } from './wrong-goods.ts';

/**
 * 处置: good units go back on the shelf, or neither they nor damaged ones do; units that are none of ours
 * leave. What is given up with them, and what is credited for units that are not here, waits for another
 * person beyond the limit of one.
 */
export const disposeReturn: Command = command(returnLifecycle, 'dispose', {
  // Whoever approves has read what was proposed: it does not become something else meanwhile.
  async guard(_tx, rows) {
    const waiting = rows.filter(({ isDisposalPending }) => isDisposalPending);
    return new Map(waiting.map(({ id }): [string, Refusal] => [id, disposalPending()]));
  },
  async run(tx, rows, { lines: said }) {
    if (rows.length > 1 && said) throw linesOfOne();
    await holdOrders(tx, rows);
    const lines = await linesOf(tx, rows);
    await holdHand(tx);
    const disposalLimit = await disposalLimitOf(tx);
    const states = new Map<string, string>();
    for (const row of rows) {
      const own = lines.get(row.id) ?? [];
      const plans = readPlans(tx, said, row, own) ?? own.map(usual);
      const goods = await goodsOf(tx, own);
      const accepted = await acceptedValue(tx, row, plans);
      const value = valueGivenUp(plans, goods) + accepted.value;
      const isWithin =
        value <= disposalLimit && !accepted.isOwnWord && (await isDisposalWithinDay(tx, value, disposalLimit));
      const isAlone = (isWithin && (await aloneReason(tx, row, accepted.value)) === null) || tx.actor.isSystem;
      await setEach(
        tx,
        returnLine,
        plans.map(({ line: { id }, row: _row, ...planned }) => ({ id, ...planned })),
      );
      await setColumns(tx, returnOrder, [row.id], {
        disposedBy: tx.actor.username,
        disposedAt: tx.now,
        disposalValue: value,
        isDisposalPending: !isAlone,
        disposalApprovedBy: isAlone ? ALONE : null,
      });
      await noteMakers(tx, returnOrder, row.id);
      if (isAlone) await noteAloneValue(tx, row.id, accepted.value);
      if (isAlone) await carryOut(tx, row, plans, goods);
      states.set(row.id, isAlone ? 'disposed' : 'inspected');
    }
    const done = rows.filter(({ id }) => states.get(id) === 'disposed');
    await showReturns(tx, done, 'disposed');
    return states;
  },
});

/** 处置审核通过: maker ≠ checker, whatever their roles. */
export const approveDisposal: Command = command(returnLifecycle, 'approveDisposal', {
  guard: notPending,
  async run(tx, rows) {
    await holdOrders(tx, rows);
    const lines = await linesOf(tx, rows);
    for (const row of rows) {
      const own = lines.get(row.id) ?? [];
      const plans = own.map((line, index) => ({ ...line, line, row: index + 1 }));
      await setColumns(tx, returnOrder, [row.id], {
        isDisposalPending: false,
        disposalApprovedBy: tx.actor.username,
      });
      await carryOut(tx, row, plans, await goodsOf(tx, own));
    }
    await showReturns(tx, rows, 'disposed');
  },
});

/** 退回处置: somebody else finds that the goods should become something else. */
export const returnDisposal: Command = command(returnLifecycle, 'returnDisposal', {
  guard: notPending,
  async run(tx, rows) {
    await setColumns(tx, returnOrder, rows, { isDisposalPending: false });
  },
});

async function notPending(_tx: Tx, rows: ReturnRow[]): Promise<Map<string, Refusal>> {
  const none = rows.filter(({ isDisposalPending }) => !isDisposalPending);
  return new Map(none.map(({ id }) => [id, disposalNotPending()]));
}

const usual = (line: StoredLine, index: number): Plan => ({
  row: index + 1,
  line,
  ...NONE_ACCEPTED,
  disposition: line.qtyGood > 0 ? 'restock' : null,
  damagedDisposition: line.qtyDamaged > 0 ? 'scrap' : null,
});

function readPlans(tx: Tx, answer: unknown, of: ReturnRow, lines: readonly StoredLine[]): Plan[] | null {
  const rows = readLineAnswers(returnLifecycle.moves.dispose.input.lines, answer, { actor: tx.actor, lines, nameOf });
  if (!rows) return null;
  const errors: FieldError[] = [];
  const named = rows.map(({ row, line, said: one }): Plan => {
    const { sku, qtyGood, qtyDamaged, qtyReceived } = line;
    const good = one.disposition ?? (qtyGood > 0 ? 'restock' : null);
    const damaged = one.damagedDisposition ?? (qtyDamaged > 0 ? 'scrap' : null);
    const isStored = good === 'keepByBuyer';
    if (isStored && qtyReceived > 0) errors.push(answerFaults.kept(row, { sku }));
    else if (!isStored && qtyGood > 0 && !isOneOf(GOOD_DISPOSITIONS, good))
      errors.push(answerFaults.good(row, { sku }));
    else if (qtyDamaged > 0 && !isOneOf(DAMAGED_DISPOSITIONS, damaged)) errors.push(answerFaults.damaged(row, { sku }));
    return {
      row,
      line,
      ...readAccepted(of, { row, line, said: one }, isStored, errors),
      disposition: qtyGood > 0 || isStored ? good : null,
      damagedDisposition: qtyDamaged > 0 ? damaged : null,
    };
  });
  refuse(errors);
  const ids = new Set(named.map(({ line }) => line.id));
  return [...named, ...lines.filter(({ id }) => !ids.has(id)).map(usual)];
}

const isOneOf = (known: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && known.includes(value);

/** Moves the goods as it was planned; what is none of ours leaves, what is to be mended stays 不良品 and waits. */
async function carryOut(
  tx: Tx,
  row: ReturnRow,
  plans: readonly Plan[],
  goods: ReadonlyMap<string, LineGoods[]>,
): Promise<void> {
  await setEach(
    tx,
    returnLine,
    plans.map(({ line, damagedDisposition }) => ({
      id: line.id,
      refurbOpen: damagedDisposition === 'refurb' ? line.qtyDamaged : 0,
    })),
  );
  await sumUp(tx, row.id);
  if (row.environment === 'sandbox') return;
  const movements = plans.flatMap((plan) =>
    (goods.get(plan.line.id) ?? []).flatMap((one) => movementsOf(row, plan, one)),
  );
  if (movements.length === 0) return;
  const costs = await postMovements(tx, { movements });
  await forgetWrong(tx, plans, goods);
  const costOf = (types: readonly string[]): bigint =>
    movements.filter(({ type }) => types.includes(type)).reduce((sum, { key }) => sum + (costs.get(key) ?? 0n), 0n);
  const lost = costOf(['scrap_out', 'donate_out']);
  await addValues(tx, row.id, { lost, recovered: -costOf(['reversal']) });
  await tx.run`update return_order set disposal_lost = ${lost}
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
}

function movementsOf(row: ReturnRow, plan: Plan, one: LineGoods): Movement[] {
  const { line, disposition, damagedDisposition } = plan;
  const { skuId, perUnit } = one;
  const of = {
    warehouseId: row.warehouseId ?? '',
    skuId,
    refType: 'returnOrder',
    refId: row.id,
    refNo: row.returnNo,
  };
  const key = `${line.id}:${skuId}`;
  const [good, damaged] = [line.qtyGood * perUnit, line.qtyDamaged * perUnit];
  const out = (kind: Disposition | null, condition: string, qty: number): Movement[] => {
    const leaving = kind ? LEAVING[kind] : undefined;
    if (!leaving) return [];
    return [{ ...of, key: `returnOut:${condition}:${key}`, type: leaving.type, condition, qty: -qty }];
  };
  const back: Movement[] =
    disposition === 'restock'
      ? [
          {
            ...of,
            key: `restockFrom:${key}`,
            type: 'condition_from',
            condition: 'quarantine',
            qty: -good,
          },
          { ...of, key: `restockTo:${key}`, type: 'condition_to', condition: 'good', qty: good },
        ]
      : [];
  return [
    ...back,
    ...out(disposition, 'quarantine', good),
    ...out(damagedDisposition, 'damaged', damaged),
    wrongOut(of, plan, one),
  ].filter(({ qty }) => qty !== 0);
}
