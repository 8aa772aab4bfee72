import { moneyText } from '#kit/model/currency.ts';
import { command, type Command } from '#kit/server/command.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { madeByActor, noteMakers } from '#kit/server/makers.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { deduction, type DeductionRow } from '../../model/deduction.ts';
import { deductionFaults } from '../../model/deduction-errors.ts';
import { deductionLifecycle } from '../../model/deduction-lifecycle.ts';
import { invoice, type InvoiceRow } from '../../model/invoice.ts';
import { settledBeyond } from '../../model/invoice-errors.ts';
import { remittanceSettings } from '../../model/remittance-settings.ts';
import { deductionAccount } from '../finance-accounts.ts';
import { settleInvoices, unsettleInvoices } from '../invoices/settle.ts';
import { DEDUCTION, MAKERS, vouchedValue } from './deduction-moves.ts';

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
  await refuseAlone(tx, row, invoiceId, amount);
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

/** The invoice it is taken off, held: of its shop and currency, and one that the actor may see. */
async function invoiceFor(tx: Tx, row: DeductionRow, id: string | null, amount: bigint): Promise<string> {
  if (id === null) throw deductionFaults.noInvoice();
  const [found] = await tx.query<Pick<InvoiceRow, 'invoiceNo' | 'accountId' | 'currency' | 'balance'>>(sql`
    select t.invoice_no, t.account_id, t.currency, t.balance from invoice t
    where ${join(baseConditions(invoice, tx.actor), ' and ')} and t.id = ${id}::uuid for update of t`);
  if (!found) throw deductionFaults.noInvoice();
  const { invoiceNo, accountId, currency, balance } = found;
  if (accountId !== row.accountId || currency !== row.currency) throw deductionFaults.otherInvoice({ invoiceNo });
  if (balance < amount) throw settledBeyond({ invoiceNo, balance: moneyText(balance, currency) });
  return id;
}

/**
 * What somebody says themselves that the channel kept takes no more off an invoice than they may accept alone, in
 * one or in several: else a deduction would be a write-off without its second person. One that they may not
 * accept alone and that is accepted, somebody else has looked at.
 * @throws Refusal 409
 */
async function refuseAlone(tx: Tx, row: DeductionRow, invoiceId: string, amount: bigint): Promise<void> {
  if (tx.actor.isSystem || !(await madeByActor(tx, deduction, [row.id], MAKERS)).has(row.id)) return;
  const { aloneLimit } = (await bindingSettings(tx, remittanceSettings)).values;
  const base = await baseCurrency(tx);
  const whole = await vouchedValue(tx, row, row.amount, base);
  if (row.status === 'confirmed' && whole !== null && whole > aloneLimit) return;
  const value = await vouchedValue(tx, row, amount, base);
  const { taken } = await tx.one<{ taken: bigint }>`
    select coalesce(sum(s.base_amount), 0)::bigint as taken from invoice_settlement s
    join deduction d on d.tenant_id = s.tenant_id and d.id = s.source_id
    where s.tenant_id = ${tx.tenant} and s.invoice_id = ${invoiceId}::uuid and s.source_type = ${DEDUCTION}
      and s.status = 'effective' and s.base_amount <= ${aloneLimit} and d.maker_ids && ${partakers(tx.actor)}::uuid[]`;
  if (value === null || taken + value > aloneLimit)
    throw deductionFaults.offsetAlone({ limit: moneyText(aloneLimit, base) });
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
