import { command, type Command } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { postEntries, reverseEntry } from '#modules/ledger/server/index.ts';
import { pairedPostings } from '../../model/remittance-entry.ts';
import { assignFaults } from '../../model/remittance-errors.ts';
import { remittance, remittanceLine, type RemittanceRow } from '../../model/remittance.ts';
import { remittanceLifecycle } from '../../model/remittance-lifecycle.ts';
import { parkedAccount } from '../finance-accounts.ts';
import { settleInvoices } from '../invoices/settle.ts';
import { lineNumbered, namedShares } from './assign-remittance.ts';
import { insertShares, sumUp } from './match-remittance.ts';
import { REMITTANCE } from './post-remittance.ts';
import { allocateRemittancePayment } from './remittance-payment.ts';

/** The part that entries of what was parked have in their event: one for each time. */
const APPLIED = 'applied';

/** 核销到发票: what was parked pays invoices after all, today. */
export const applyParked: Command = command(remittanceLifecycle, 'applyParked', {
  async run(tx, rows, { lineNo, invoices }) {
    for (const row of rows) await apply(tx, row, lineNo, invoices);
  },
});

async function apply(tx: Tx, row: RemittanceRow, lineNo: number, invoices: string): Promise<void> {
  const line = await lineNumbered(tx, row, lineNo);
  const left = line.amount - line.matched;
  if (line.matchStatus !== 'parked' || left === 0n) throw assignFaults.notParked({ lineNo });
  const shares = await namedShares(tx, row, line, invoices, left);
  if (shares.length === 0) throw assignFaults.nothing();
  const source = { type: REMITTANCE, id: row.id, no: row.remitNo };
  const settled = await settleInvoices(
    tx,
    source,
    shares.map(({ invoiceId, amount }) => ({ invoiceId, amount, kind: 'paid' as const })),
  );
  await insertShares(tx, row, shares, 'later');
  const base = await baseCurrency(tx);
  const taken = shares.reduce((sum, { amount }) => sum + amount, 0n);
  // It was parked at the rate of its day; invoices leave at theirs.
  const parked = parkedShare(row, base, line, taken);
  const owed = settled.reduce((sum, { baseAmount }) => sum + baseAmount, 0n);
  const postings = pairedPostings(
    [
      { account: await parkedAccount(tx, row.accountId), amount: -parked },
      ...settled.map(({ receivable, baseAmount }) => ({ account: receivable, amount: baseAmount })),
      { account: { code: 'fx' }, amount: parked - owed },
    ],
    base,
  );
  if (postings.length > 0)
    await postEntries(tx, [
      {
        refType: REMITTANCE,
        refId: row.id,
        refNo: row.remitNo,
        event: `${APPLIED} ${newId()}`,
        memo: '待核销回款核销',
        postings,
      },
    ]);
  const matched = line.matched + taken;
  await setColumns(tx, remittanceLine, [line.id], {
    matched,
    method: 'hand',
    matchStatus: matched === line.amount ? 'matched' : 'parked',
    explanation: `待核销转入 ${shares.length} 张发票（${tx.actor.username}）`,
  });
  await sumUp(tx, row.id);
  await allocateRemittancePayment(tx, row.id);
  await noteMakers(tx, remittance, row.id);
}

/** What of the parked amount of a line leaves with a part of it, counted from the beginning: the last part takes the rest. */
function parkedShare(
  { currency, fxRate }: RemittanceRow,
  base: string,
  line: { amount: bigint; matched: bigint },
  taken: bigint,
): bigint {
  const worth = (amount: bigint): bigint => convertAmount(amount, fxRate ?? '1', currency, base);
  const rest = line.amount - line.matched;
  return worth(rest) - worth(rest - taken);
}

/** Entries of what was parked and applied are taken back with their remittance. */
export async function takeBackApplied(tx: Tx, { id, remitNo }: Pick<RemittanceRow, 'id' | 'remitNo'>): Promise<void> {
  const entries = await tx.rows<{ id: string }>`
    select e.id from journal_entry e
    where e.tenant_id = ${tx.tenant} and e.ref_type = ${REMITTANCE} and e.ref_id = ${id}
      and e.event like ${`${APPLIED} %`} and e.reverses_id is null
      and not exists (select 1 from journal_entry r where r.tenant_id = e.tenant_id and r.reverses_id = e.id)
    order by e.id`;
  for (const entry of entries) await reverseEntry(tx, entry.id, { memo: `冲销回款 ${remitNo}` });
}
