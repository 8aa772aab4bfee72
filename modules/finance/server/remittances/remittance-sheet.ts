import { exponentOf } from '#kit/model/currency.ts';
import { invalid, type FieldError } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type {
  DocumentLine,
  DocumentOutcome,
  DocumentRun,
  DocumentSheet,
} from '#kit/server/import-export/document-sheet.ts';
import { headOfRows } from '#kit/server/import-export/head-of-rows.ts';
import { deductionTypeOf, lineKindOf } from '../../model/match/line-words.ts';
import { MOST_REMITTANCE_LINES, remittance } from '../../model/remittance.ts';
import { fileRefusals, remittanceFaults } from '../../model/remittance-errors.ts';
import {
  REMITTANCE_HEAD_KEYS,
  REMITTANCE_SHEET,
  REMITTANCE_TITLES,
  type RemittanceSheetRow,
} from '../../model/remittance-sheet.ts';
import { shopOf } from '../shop-of-numbers.ts';
import { matchRemittance } from './match-remittance.ts';
import { minorAmount } from './remittance-draft.ts';
import { takeRemittance, type IncomingLine, type IncomingRemittance } from './take-remittance.ts';

type Row = Omit<DocumentLine, 'values'> & { values: RemittanceSheetRow };
type ReadRow = Omit<Row, 'cells'>;

/** 回款单 by a sheet: rows of one number are one remittance, which is matched at once. */
export const remittanceSheet = {
  of: remittance,
  sheet: {
    fields: REMITTANCE_SHEET,
    aliases: REMITTANCE_TITLES,
    most: MOST_REMITTANCE_LINES,
    documentOf: ({ accountId, channelRemitNo }) => ({
      key: JSON.stringify([accountId ?? null, channelRemitNo ?? null]),
      name: `平台回款号 ${String(channelRemitNo ?? '')}`,
    }),
    take: (run, lines) => take(run, lines as readonly Row[]),
  } satisfies DocumentSheet,
};

/** Undoes a trial: what was judged by writing it is not kept. */
class Judged extends Error {}

async function take({ db, actor, isTrial, settle }: DocumentRun, rows: readonly Row[]): Promise<DocumentOutcome> {
  let outcome: DocumentOutcome = 'added';
  try {
    await db.tx(actor, async (tx) => {
      const incoming = await readRemittance(tx, rows);
      requirePermission(tx.actor, matchRemittance.permission);
      ({ outcome } = await takeRemittance(tx, incoming));
      if (isTrial) throw new Judged();
      await settle(tx, outcome);
    });
  } catch (error) {
    if (!(error instanceof Judged)) throw error;
  }
  return outcome;
}

/** What the rows of one remittance say, judged whole. @throws Refusal with what is wrong at which row */
export async function readRemittance(tx: Tx, rows: readonly ReadRow[]): Promise<IncomingRemittance> {
  const [first] = rows as [ReadRow, ...ReadRow[]];
  const at = first.row;
  const { head, errors } = headOfRows(rows, {
    keys: REMITTANCE_HEAD_KEYS,
    fields: REMITTANCE_SHEET,
    name: '同一回款单',
  });
  const shop = await shopOf(
    tx,
    first.values.accountId ?? null,
    rows.map(({ values }) => values),
  );
  if (!shop) throw fileRefusals.noShop({ row: at });
  const currency = String(head.currency ?? shop.currency).toUpperCase();
  const { payDate = null, netAmount = null, bankRef = null } = head;
  if (netAmount === null) throw fileRefusals.noNet({ row: at });
  if (payDate === null) errors.push({ field: 'payDate', row: at, code: 'required', message: '请填写付款日' });
  const minor = (text: string, field: string, row: number): bigint => {
    const amount = minorAmount(text, currency);
    if (amount === null)
      errors.push(remittanceFaults.places({ currency, places: exponentOf(currency), field, row }) as FieldError);
    return amount ?? 0n;
  };
  const lines = rows.map((row): IncomingLine => lineOf(row, minor(row.values.amount, 'amount', row.row)));
  for (const { amount, row } of lines)
    if (amount === 0n && !errors.some((error) => error.row === row))
      errors.push({ ...remittanceFaults.zero({ row }), field: 'amount' });
  const net = minor(String(netAmount), 'netAmount', at);
  if (errors.length > 0) throw invalid(errors);
  return {
    accountId: shop.id,
    channelRemitNo: first.values.channelRemitNo,
    payDate: String(payDate),
    currency,
    netAmount: net,
    bankRef: bankRef === null ? null : String(bankRef),
    source: 'sheet',
    sourceFile: null,
    lines,
  };
}

function lineOf({ row, values }: ReadRow, amount: bigint): IncomingLine {
  const { kind = null, poNo = null, invoiceNo = null, code = null, description = null } = values;
  return {
    kind: lineKindOf({ said: kind, poNo, invoiceNo, code, description, amount }),
    poNo,
    invoiceNo,
    amount,
    code,
    // A file that says Damage as its type and something else beside it would lose why the amount was kept.
    description: description && deductionTypeOf(kind) === 'other' ? description : wordsOf(kind, description),
    row,
  };
}

const wordsOf = (...texts: readonly (string | null)[]): string | null =>
  texts.filter(Boolean).join(' ').slice(0, REMITTANCE_SHEET.description.max) || null;
