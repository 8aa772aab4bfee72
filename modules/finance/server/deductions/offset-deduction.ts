import { moneyText } from '#kit/model/currency.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { deduction, type DeductionRow } from '../../model/deduction.ts';
import { deductionFaults } from '../../model/deduction-errors.ts';
import { deductionLifecycle } from '../../model/deduction-lifecycle.ts';
import { invoice } from '../../model/invoice.ts';
import { settledBeyond } from '../../model/invoice-errors.ts';
import { deductionAccount } from '../finance-accounts.ts';
import { settleInvoices, unsettleInvoices } from '../invoices/settle.ts';
import { DEDUCTION } from './deduction-moves.ts';

/** 冲应收: the channel paid an invoice short by it, and no remittance will say so. */
export const offsetDeduction: Command = command(deductionLifecycle, 'offset', {
  guard: async (_tx, rows) =>
    new Map(rows.filter(({ booking }) => booking !== 'none').map(({ id }) => [id, deductionFaults.offsetTwice()])),
  async run(tx, rows, { invoiceId = null }) {
    for (const row of rows) await offset(tx, row, invoiceId);
  },
});

async function offset(tx: Tx, row: DeductionRow, requested: string | null): Promise<void> {
  const amount = row.amount - row.recovered;
  const invoiceId = await invoiceFor(tx, row, requested ?? row.invoiceId, amount);
  const source = { type: DEDUCTION, id: row.id, no: row.deductionNo };
  const [settled] = await settleInvoices(tx, source, [{ invoiceId, amount, kind: 'deducted' }]);
  if (!settled) return;
  const base = await baseCurrency(tx);
  const postings =
    settled.baseAmount > 0n
      ? [
          {
            debit: deductionAccount(row.type),
            credit: settled.receivable,
            amount: settled.baseAmount,
            currency: base,
          },
        ]
      : [];
  const entry = { refType: DEDUCTION, refId: row.id, refNo: row.deductionNo, event: `offset ${row.version}` };
  const [entryId = null] =
    postings.length > 0 ? await postEntries(tx, [{ ...entry, memo: '扣款冲应收', postings }]) : [];
  await tx.run`update deduction set offset_entry_id = ${entryId}::uuid
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  await setColumns(tx, deduction, [row], { booking: 'invoice', invoiceId });
  await noteMakers(tx, deduction, row.id);
}

async function invoiceFor(tx: Tx, row: DeductionRow, id: string | null, amount: bigint): Promise<string> {
  if (id === null) throw deductionFaults.noInvoice();
  const [found] = await pick(tx, invoice, ['invoiceNo', 'accountId', 'currency', 'balance'])`id = ${id}::uuid`;
  if (!found) throw deductionFaults.noInvoice();
  const { invoiceNo, accountId, currency, balance } = found;
  if (accountId !== row.accountId || currency !== row.currency) throw deductionFaults.otherInvoice({ invoiceNo });
  if (balance < amount) throw settledBeyond({ invoiceNo, balance: moneyText(balance, currency) });
  return id;
}

/** 撤销冲应收: the invoice is owed again. */
export const undoDeductionOffset: Command = command(deductionLifecycle, 'undoOffset', {
  guard: async (_tx, rows) =>
    new Map(rows.filter(({ booking }) => booking !== 'invoice').map(({ id }) => [id, deductionFaults.notOffset()])),
  async run(tx, rows) {
    for (const row of rows) {
      await unsettleInvoices(tx, { type: DEDUCTION, id: row.id });
      const { entryId } = await tx.one<{ entryId: string | null }>`
        select offset_entry_id as entry_id from deduction where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
      if (entryId) await reverseEntry(tx, entryId, { memo: `撤销扣款冲应收 ${row.deductionNo}` });
      await tx.run`update deduction set offset_entry_id = null
        where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
      await setColumns(tx, deduction, [row], { booking: 'none' });
    }
  },
});
