import { moneyText } from '#kit/model/currency.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import { partakers } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency, isOwnRate } from '#modules/base/server/index.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { bindingSettings, holdPeople, isOnlyPerson } from '#modules/system/server/index.ts';
import { financeSettings } from '../../model/finance-settings.ts';
import { invoice, invoiceLifecycle, type InvoiceRow } from '../../model/invoice.ts';
import { writeOffBeyond, writeOffByAsker, writeOffAlready } from '../../model/invoice-errors.ts';
import { showPayStatus } from './pay-status.ts';
import { openState, takeOff } from './settle.ts';

/**
 * 推送: the invoice is with its customer. No channel at hand takes invoices by its interface, so this notes that a
 * person handed it over: printed, mailed, or seen in the channel's own list.
 */
export const sendInvoice: Command = command(invoiceLifecycle, 'send', {
  run: (tx, rows) => setColumns(tx, invoice, rows, { sentAt: tx.now, sentBy: tx.actor.username }),
});

/** 核销余额: the rest is given up; beyond the limit of one person, by another than asked for it. */
export const writeOffInvoice: Command = command(invoiceLifecycle, 'writeOff', {
  guard: async (tx, rows) => new Map(await writeOffRefusals(tx, rows)),
  async run(tx, rows, { reason }) {
    const base = await baseCurrency(tx);
    // What one person gives up at the same moment is summed once more, one after the other.
    await holdPeople(tx, partakers(tx.actor));
    for (const [, refusal] of await writeOffRefusals(tx, rows)) throw refusal;
    for (const row of rows) await giveUp(tx, row, base);
    await setColumns(tx, invoice, rows, { writeOffReason: reason });
    await shown(tx, rows, () => 'closed');
  },
});

async function writeOffRefusals(tx: Tx, rows: readonly InvoiceRow[]): Promise<[string, Refusal][]> {
  if (tx.actor.isSystem) return [];
  const { writeOffLimit } = (await bindingSettings(tx, financeSettings)).values;
  const isAlone = await isOnlyPerson(tx);
  const base = await baseCurrency(tx);
  let alone = await givenUpAlone(tx);
  const refusals: [string, Refusal][] = [];
  for (const { id, invoiceNo, baseTotal, settledBase, currency, issueDate, writeOffAskedBy } of rows) {
    if (isAlone) continue;
    // Somebody else asked: then two have looked at it.
    if (writeOffAskedBy !== null && writeOffAskedBy !== tx.actor.username) continue;
    // Many small rests of one day are one great one. A rest is small by the rate of the day of issue, unless that is
    // the word of the actor alone.
    const value = baseTotal - settledBase;
    const isSmall = alone + value <= writeOffLimit && !(await isOwnRate(tx, currency, base, issueDate));
    if (isSmall) alone += value;
    else if (writeOffAskedBy === null)
      refusals.push([id, writeOffBeyond({ invoiceNo, limit: moneyText(writeOffLimit, base) })]);
    else refusals.push([id, writeOffByAsker({ invoiceNo })]);
  }
  return refusals;
}

/** What the actor gave up today without anybody else, minor units of the books. */
async function givenUpAlone(tx: Tx): Promise<bigint> {
  const { sum } = await tx.one<{ sum: bigint }>`
    select coalesce(sum(s.base_amount), 0)::bigint as sum from invoice_settlement s
    join invoice i on i.tenant_id = s.tenant_id and i.id = s.invoice_id
    where s.tenant_id = ${tx.tenant} and s.kind = 'writtenOff' and s.status = 'effective'
      and s.create_by = ${tx.actor.username} and s.settled_on = ${dayIn(tx.now, tx.actor.zone)}::date
      and (i.write_off_asked_by is null or i.write_off_asked_by = ${tx.actor.username})`;
  return sum;
}

async function giveUp(tx: Tx, { id, invoiceNo, balance, version }: InvoiceRow, base: string): Promise<void> {
  const source = { type: 'invoice', id, no: invoiceNo };
  const {
    settled: [settled],
  } = await takeOff(tx, source, [{ invoiceId: id, kind: 'writtenOff', amount: balance }]);
  if (!settled || settled.baseAmount === 0n) return;
  await postEntries(tx, [
    {
      refType: 'invoice',
      refId: id,
      refNo: invoiceNo,
      // A payment that is taken back opens the invoice, and its rest may be given up again.
      event: `writtenOff ${version}`,
      memo: '核销发票余额',
      postings: [
        { debit: { code: 'loss:writeOff' }, credit: settled.receivable, amount: settled.baseAmount, currency: base },
      ],
    },
  ]);
}

/** 申请核销: somebody else decides. */
export const askWriteOff: Command = command(invoiceLifecycle, 'askWriteOff', {
  guard: async (_tx, rows) =>
    new Map(
      rows.flatMap(({ id, invoiceNo, writeOffAskedBy }): [string, Refusal][] =>
        writeOffAskedBy === null ? [] : [[id, writeOffAlready({ invoiceNo, by: writeOffAskedBy })]],
      ),
    ),
  async run(tx, rows, { reason }) {
    await setColumns(tx, invoice, rows, {
      writeOffAskedBy: tx.actor.username,
      writeOffAskedAt: tx.now,
      writeOffReason: reason,
    });
  },
});

/** 标记争议: the customer does not agree; nothing changes in the books. */
export const disputeInvoice: Command = command(invoiceLifecycle, 'dispute', {
  async run(tx, rows, { reason }) {
    await setColumns(tx, invoice, rows, { note: reason });
    await shown(tx, rows, () => 'disputed');
  },
});

/** 结束争议. */
export const endDispute: Command = command(invoiceLifecycle, 'endDispute', {
  run: (tx, rows) => shown(tx, rows, openState),
});

/** 红冲: of an invoice of which nothing is settled; the books go back to the cent, today. */
export const voidInvoice: Command = command(invoiceLifecycle, 'void', {
  run: (tx, rows, { reason }) => takeBack(tx, rows, reason),
});

/** 撤销发货红冲: the goods of an invoice are here after all. */
export const withdrawInvoice: Command = command(invoiceLifecycle, 'withdraw', {
  run: (tx, rows) => takeBack(tx, rows, '撤销发货'),
});

/** 记短款: due and the days of grace are over, and something is still owed. */
export const runShort: Command = command(invoiceLifecycle, 'runShort', {
  run: (tx, rows) => shown(tx, rows, () => 'short_paid'),
});

async function takeBack(tx: Tx, rows: readonly InvoiceRow[], reason: string): Promise<void> {
  for (const { entryId, invoiceNo } of rows)
    if (entryId) await reverseEntry(tx, entryId, { memo: `红冲发票 ${invoiceNo}：${reason}` });
  await setColumns(tx, invoice, rows, { note: reason });
  await shown(tx, rows, () => 'voided');
}

/** Where a move takes invoices, and what their orders show then. */
async function shown<S extends string>(
  tx: Tx,
  rows: readonly InvoiceRow[],
  stateAfter: (row: InvoiceRow) => S,
): Promise<Map<string, string>> {
  const states = new Map(rows.map((row) => [row.id, stateAfter(row)]));
  await showPayStatus(
    tx,
    rows.map(({ orderId }) => orderId),
    states,
  );
  return states;
}
