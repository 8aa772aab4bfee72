import { exponentOf } from '#kit/model/currency.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { startOfDay } from '#kit/model/time.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import type { Tx } from '#kit/server/database.ts';
import { deduction } from '../../model/deduction.ts';
import { deductionTypeOf } from '../../model/match/line-words.ts';
import { fileRefusals, remittanceFaults } from '../../model/remittance-errors.ts';
import {
  DEDUCTION_SHEET,
  DEDUCTION_TITLES,
  MOST_DEDUCTION_ROWS,
  type DeductionSheetRow,
} from '../../model/deduction-sheet.ts';
import { minorAmount } from '../remittances/remittance-draft.ts';
import { shopOf, type Shop } from '../shop-of-numbers.ts';
import type { NewDeduction } from './new-deductions.ts';
import { takeDeductions } from './take-deductions.ts';

type Row = Omit<DocumentLine, 'values'> & { values: DeductionSheetRow };

/** 扣款 by a sheet: each row is one; those that the channel numbers are known by that number. */
export const deductionSheet = {
  of: deduction,
  sheet: {
    fields: DEDUCTION_SHEET,
    aliases: DEDUCTION_TITLES,
    most: MOST_DEDUCTION_ROWS,
    completedBy: 'add',
    documentOf: ({ accountId, channelDeductionNo, poNo, amount, kind, postedOn, channelSku }) => ({
      key: JSON.stringify([
        accountId ?? null,
        channelDeductionNo ?? [poNo ?? null, amount ?? null, kind ?? null, postedOn ?? null, channelSku ?? null],
      ]),
      name: channelDeductionNo ? `平台扣款号 ${String(channelDeductionNo)}` : `PO号 ${String(poNo ?? '')} 的扣款`,
    }),
    take: (run, lines) => take(run, lines as readonly Row[]),
  } satisfies DocumentSheet,
};

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

async function take({ db, actor, isTrial, settle }: DocumentRun, rows: readonly Row[]): Promise<DocumentOutcome> {
  let outcome: DocumentOutcome = 'same';
  try {
    await db.tx(actor, async (tx) => {
      const read: NewDeduction[] = [];
      for (const row of rows) read.push(await readDeduction(tx, row));
      ({ outcome } = await takeDeductions(
        tx,
        read.map((one, at) => ({ ...one, row: rows[at]?.row ?? 1 })),
      ));
      if (isTrial) throw new Judged();
      await settle(tx, outcome);
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return outcome;
}

/** What a row of a file of deductions says. @param known its shop, where that was looked up @throws Refusal with what is wrong at it */
export async function readDeduction(tx: Tx, { row, values }: Omit<Row, 'cells'>, known?: Shop): Promise<NewDeduction> {
  const { accountId = null, channelDeductionNo = null, poNo = null, kind = null, channelSku = null } = values;
  const { reason = null, postedOn } = values;
  const shop = known ?? (await shopOf(tx, accountId, [{ poNo }]));
  if (!shop) throw fileRefusals.noShop({ row });
  const currency = (values.currency ?? shop.currency).toUpperCase();
  const errors: FieldError[] = [];
  const amount = minorAmount(values.amount, currency);
  if (amount === null)
    errors.push(remittanceFaults.places({ currency, places: exponentOf(currency), field: 'amount', row }));
  if (amount === 0n) errors.push({ ...remittanceFaults.zero({ row }), field: 'amount' });
  const postedAt = startOfDay(postedOn, tx.actor.zone);
  if (postedAt > tx.now)
    errors.push({ field: 'postedOn', row, code: 'finance.postedAhead', message: '公布日不能晚于今天' });
  if (errors.length > 0) throw invalid(errors);
  const size = amount as bigint;
  return {
    accountId: shop.id,
    channelDeductionNo,
    type: deductionTypeOf(`${kind ?? ''} ${reason ?? ''}`),
    poNo,
    channelSku,
    currency,
    amount: size < 0n ? -size : size,
    postedAt,
    reason: [kind, reason].filter(Boolean).join(' ').slice(0, 500) || null,
  };
}
