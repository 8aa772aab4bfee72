import type { Tx } from '#kit/server/database.ts';
import type { AccountCode } from '../model/chart.ts';
import { reversedAlready } from '../model/errors.ts';
import { swapped, type Posting } from '../model/journal.ts';
import { postEntries } from './post-entries.ts';

interface StoredPosting {
  debitCode: AccountCode;
  debitPart: string;
  debitName: string | null;
  creditCode: AccountCode;
  creditPart: string;
  creditName: string | null;
  amount: bigint;
  currency: string;
}

/**
 * Takes an entry back by another one with the same amounts the other way, today: nothing is changed
 * or dated back.
 * @returns id of the new entry
 * @throws Refusal ledger.reversedAlready, ledger.short where what it gave is gone
 */
export async function reverseEntry(tx: Tx, entryId: string, why: { memo?: string } = {}): Promise<string> {
  // Two who take back the same one come one after the other: the second finds it done.
  const entry = await tx.one<{
    entryNo: string;
    refType: string;
    refId: string;
    refNo: string | null;
    event: string;
    isReversed: boolean;
  }>`
    select e.entry_no, e.ref_type, e.ref_id, e.ref_no, e.event, exists (select 1 from journal_entry r
      where r.tenant_id = e.tenant_id and r.reverses_id = e.id) as is_reversed
    from journal_entry e where e.tenant_id = ${tx.tenant} and e.id = ${entryId}::uuid`;
  if (entry.isReversed) throw reversedAlready(entry);
  const [id] = await postEntries(tx, [
    {
      ...entry,
      event: `${entry.event} reversed`,
      postings: swapped(await postingsOf(tx, entryId)),
      memo: why.memo ?? `冲销 ${entry.entryNo}`,
      reversesId: entryId,
    },
  ]);
  if (id === undefined) throw reversedAlready(entry);
  return id;
}

async function postingsOf(tx: Tx, entryId: string): Promise<Posting[]> {
  const rows = await tx.rows<StoredPosting>`
    select d.code as debit_code, d.part as debit_part, d.part_name as debit_name,
      c.code as credit_code, c.part as credit_part, c.part_name as credit_name, p.amount, p.currency
    from posting p
    join account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
    join account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
    where p.tenant_id = ${tx.tenant} and p.entry_id = ${entryId}::uuid order by p.line_no`;
  return rows.map(({ amount, currency, ...row }) => ({
    debit: nameOf(row.debitCode, row.debitPart, row.debitName),
    credit: nameOf(row.creditCode, row.creditPart, row.creditName),
    amount,
    currency,
  }));
}

const nameOf = (code: AccountCode, part: string, partName: string | null): Posting['debit'] => ({
  code,
  ...(part === '' ? {} : { part }),
  ...(partName === null ? {} : { partName }),
});
