import { moneyText } from '#kit/model/currency.ts';
import { dayIn } from '#kit/model/time.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, billingOf, rateAt } from '#modules/base/server/index.ts';
import type { AccountName } from '#modules/ledger/model/journal.ts';
import { postEntries } from '#modules/ledger/server/index.ts';
import type { DeductionType } from '../../model/deduction.ts';
import { deductionTypeOf } from '../../model/match/line-words.ts';
import { pairedPostings, type Side } from '../../model/remittance-entry.ts';
import { postRefusals } from '../../model/remittance-errors.ts';
import { remittance, remittanceLine, type RemittanceRow } from '../../model/remittance.ts';
import { remittanceLifecycle } from '../../model/remittance-lifecycle.ts';
import { bookDeductions } from '../deductions/book-deductions.ts';
import { costAccount, deductionAccount, shopPart } from '../finance-accounts.ts';
import { settleInvoices, type Settled } from '../invoices/settle.ts';
import { refuseChargesAlone } from './charge-limit.ts';
import { destinationOf, sumUp } from './match-remittance.ts';
import { addRemittancePayment, refuseEnteredAlready } from './remittance-payment.ts';
import { linesOfRemittance, sharesOf, type HeldLine } from './remittance-rows.ts';

/** What journal entries and settlements call a remittance. */
export const REMITTANCE = 'remittance';

/** 过账: cash and invoices, deductions and fees, and what nobody knows, in one entry of its day; the money is a payment. */
export const postRemittance: Command = command(remittanceLifecycle, 'post', {
  async guard(tx, rows) {
    const today = dayIn(tx.now, tx.actor.zone);
    return new Map(
      rows.flatMap((row) => {
        const refusal = whyNot(row, today);
        return refusal ? [[row.id, refusal] as const] : [];
      }),
    );
  },
  async run(tx, rows) {
    for (const row of rows) await post(tx, row);
  },
});

function whyNot({ netAmount, lineTotal, currency, payDate }: RemittanceRow, today: string) {
  if (payDate > today) return postRefusals.ahead({ day: payDate });
  if (netAmount === lineTotal) return null;
  const text = (amount: bigint): string => moneyText(amount, currency);
  return postRefusals.unequal({
    net: text(netAmount),
    sum: text(lineTotal),
    difference: text(netAmount - lineTotal),
  });
}

async function post(tx: Tx, row: RemittanceRow): Promise<void> {
  // The shop is held before its invoices, as where one is issued.
  const billing = row.netAmount === 0n ? null : await billingOf(tx, row.accountId);
  if (billing) await refuseEnteredAlready(tx, row, billing.customerId);
  const lines = await linesOfRemittance(tx, row.id);
  const shares = await sharesOf(tx, row.id);
  const source = { type: REMITTANCE, id: row.id, no: row.remitNo, day: row.payDate };
  const settled = await settleInvoices(
    tx,
    source,
    shares.map(({ invoiceId, amount }) => ({ invoiceId, amount, kind: 'paid' as const })),
  );
  const chargedBase = await refuseChargesAlone(tx, row, lines);
  const types = await bookDeductions(tx, row, lines);
  const base = await baseCurrency(tx);
  const fxRate = await rateAt(tx, row.currency, base, row.payDate);
  const inBase = (amount: bigint): bigint =>
    amount < 0n
      ? -convertAmount(-amount, fxRate, row.currency, base)
      : convertAmount(amount, fxRate, row.currency, base);
  const shop = await shopPart(tx, row.accountId);
  const baseNet = inBase(row.netAmount);
  const sides = [
    { account: { code: 'cash' as const, ...shop }, amount: -baseNet },
    ...settled.map(({ receivable, baseAmount }: Settled): Side => ({ account: receivable, amount: baseAmount })),
    ...lines.flatMap((line): Side[] => {
      const rest = line.amount - line.matched;
      return rest === 0n ? [] : [{ account: accountOf(line, types.get(line.id), shop), amount: inBase(rest) }];
    }),
  ];
  // Invoices leave at the rate they were issued at, and amounts are rounded one by one.
  const fxDifference = sides.reduce((sum, { amount }) => sum + amount, 0n);
  const postings = pairedPostings([...sides, { account: { code: 'fx' }, amount: -fxDifference }], base);
  const entry = { refType: REMITTANCE, refId: row.id, refNo: row.remitNo, event: 'posted', day: row.payDate };
  const [entryId = null] = postings.length > 0 ? await postEntries(tx, [{ ...entry, memo: '平台回款', postings }]) : [];
  await tx.run`update remittance set entry_id = ${entryId}::uuid, charged_base = ${chargedBase}
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  await parkOpenLines(tx, row.id, lines);
  await setColumns(tx, remittance, [row], {
    fxRate,
    baseCurrency: base,
    baseNet,
    fxDifference,
    postedBy: tx.actor.username,
    postedAt: tx.now,
  });
  if (billing) await addRemittancePayment(tx, row, billing.customerId, { fxRate, baseCurrency: base, baseNet });
  await noteMakers(tx, remittance, row.id);
}

/** Where the part of a line goes that pays no invoice. */
function accountOf(
  line: HeldLine,
  type: DeductionType | undefined,
  shop: Pick<AccountName, 'part' | 'partName'>,
): AccountName {
  switch (destinationOf(line)) {
    case 'deduction':
      return deductionAccount(type ?? deductionTypeOf(`${line.code ?? ''} ${line.description ?? ''}`));
    case 'cost':
      return costAccount(line.kind);
    case 'parked':
      return { code: 'suspense:remit', ...shop };
  }
}

/** Lines of which something is left for nobody wait in 待核销 from now on. */
async function parkOpenLines(tx: Tx, id: string, lines: readonly HeldLine[]): Promise<void> {
  const parked = lines.filter((line) => destinationOf(line) === 'parked' && line.amount !== line.matched);
  await setColumns(tx, remittanceLine, parked, { matchStatus: 'parked' });
  await sumUp(tx, id);
}
