import { createHash } from 'node:crypto';
import { resourceKey } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { bookTitles, kindOf, type Book } from '../model/chart.ts';
import { journalEntry } from '../model/entry.ts';
import { balanceShort, periodLocked } from '../model/errors.ts';
import { accountKey, applyPostings, bookOf, type Applied, type Posting } from '../model/journal.ts';
import { findAccounts, storeBalances, type StoredAccount } from './accounts.ts';
import { isLocked } from './period-locks.ts';

/** What happened, and the amounts that move because of it. */
export interface NewEntry {
  refType: string;
  refId: string;
  refNo?: string | null;
  /** Says once and for all that this happened to `refId`: posted again it is nothing. */
  event: string;
  /** Amounts above zero in minor units; one entry is in one currency. */
  postings: readonly Posting[];
  memo?: string | null;
  /** `YYYY-MM-DD` in the tenant's zone; today where absent. */
  day?: string;
  reversesId?: string;
}

interface Prepared extends NewEntry {
  id: string;
  book: Book;
  currency: string;
  amount: bigint;
  digest: string;
  day: string;
  /** Whose stock it moves. */
  warehouseIds: string[];
}

/**
 * Posts entries, each whole or not at all and each once, however often it is asked for.
 * @returns ids of the entries that were posted now
 * @throws Refusal ledger.short naming the account that would end below zero, ledger.periodLocked;
 * Error where an event was posted before with other amounts
 */
export async function postEntries(tx: Tx, entries: readonly NewEntry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const today = toWireTime(tx.now, tx.actor.zone).slice(0, 10);
  const prepared = entries.map((entry) => prepare(entry, today)).sort(inOneOrder);
  await refuseLocked(tx, prepared, today);
  const fresh = await insertEntries(tx, prepared);
  if (fresh.length === 0) return [];
  const accounts = await findAccounts(
    tx,
    fresh.flatMap(({ postings }) =>
      postings.flatMap(({ debit, credit, currency }) => [
        { name: debit, currency },
        { name: credit, currency },
      ]),
    ),
  );
  await insertPostings(tx, await judged(tx, fresh, accounts), accounts);
  return fresh.map(({ id }) => id);
}

const inOneOrder = (a: Prepared, b: Prepared): number =>
  `${a.refType} ${a.refId} ${a.event}` < `${b.refType} ${b.refId} ${b.event}` ? -1 : 1;

function prepare(entry: NewEntry, today: string): Prepared {
  const book = bookOf(entry.postings);
  const currencies = new Set(entry.postings.map(({ currency }) => currency));
  const [currency = ''] = currencies;
  if (currencies.size > 1) throw new Error(`an entry in ${[...currencies].join(' and ')}`);
  const amount = entry.postings.reduce((sum, posting) => sum + posting.amount, 0n);
  const words = entry.postings.map(
    (posting) => `${accountKey(posting.debit, currency)} > ${accountKey(posting.credit, currency)} ${posting.amount}`,
  );
  const digest = createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32);
  const day = entry.day ?? today;
  return {
    ...entry,
    id: newId(),
    book,
    currency,
    amount,
    digest,
    day,
    warehouseIds: placesOf(entry),
  };
}

const placesOf = ({ postings }: NewEntry): string[] => [
  ...new Set(
    postings
      .flatMap(({ debit, credit }) => [debit, credit])
      .flatMap(({ code, part }) => (code === 'inventory' && part ? [part] : [])),
  ),
];

/** Of earlier months: the current one cannot be locked, so that the daily work asks for no lock. */
async function refuseLocked(tx: Tx, entries: readonly Prepared[], today: string): Promise<void> {
  for (const { book, day } of entries) {
    if (day.slice(0, 7) >= today.slice(0, 7)) continue;
    if (await isLocked(tx, book, day.slice(0, 7)))
      throw periodLocked({
        book: bookTitles[book],
        month: day.slice(0, 7),
      });
  }
}

/** @returns those that are new; one that was posted before must have had the same amounts */
async function insertEntries(tx: Tx, entries: readonly Prepared[]): Promise<Prepared[]> {
  const numbers = await tx.numbering.take(tx.actor, 'JE', entries.length);
  const rows = await tx.rows<{ id: string }>`
    insert into journal_entry (tenant_id, id, entry_no, book, day, ref_type, ref_id, ref_no, event, digest,
      memo, amount, currency, reverses_id, warehouse_ids, create_by, create_time)
    select ${tx.tenant}, e.id, e.entry_no, e.book, e.day, e.ref_type, e.ref_id, e.ref_no, e.event, e.digest,
      e.memo, e.amount, e.currency, e.reverses_id, string_to_array(e.places, ',')::uuid[],
      ${tx.actor.username}, ${tx.now}
    from unnest(${entries.map((e) => e.id)}::uuid[], ${numbers}::text[],
      ${entries.map((e) => e.book)}::text[], ${entries.map((e) => e.day)}::date[],
      ${entries.map((e) => e.refType)}::text[], ${entries.map((e) => e.refId)}::text[],
      ${entries.map((e) => e.refNo ?? null)}::text[], ${entries.map((e) => e.event)}::text[],
      ${entries.map((e) => e.digest)}::text[], ${entries.map((e) => e.memo ?? null)}::text[],
      ${entries.map((e) => e.amount)}::bigint[], ${entries.map((e) => e.currency)}::text[],
      ${entries.map((e) => e.reversesId ?? null)}::uuid[],
      ${entries.map((e) => e.warehouseIds.join(','))}::text[])
      as e (id, entry_no, book, day, ref_type, ref_id, ref_no, event, digest, memo, amount, currency, reverses_id,
        places)
    on conflict (tenant_id, book, ref_type, ref_id, event) do nothing
    returning id`;
  const ids = new Set(rows.map(({ id }) => id));
  const repeated = entries.filter(({ id }) => !ids.has(id));
  if (repeated.length > 0) await refuseOthers(tx, repeated);
  tx.journal.touched.add(resourceKey(journalEntry));
  return entries.filter(({ id }) => ids.has(id));
}

async function refuseOthers(tx: Tx, repeated: readonly Prepared[]): Promise<void> {
  const other = await tx.maybe<{ event: string }>`
    select e.event from journal_entry e
    join unnest(${repeated.map((e) => e.refType)}::text[], ${repeated.map((e) => e.refId)}::text[],
      ${repeated.map((e) => e.event)}::text[], ${repeated.map((e) => e.digest)}::text[])
      as r (ref_type, ref_id, event, digest) using (ref_type, ref_id, event)
    where e.tenant_id = ${tx.tenant} and e.digest <> r.digest limit 1`;
  if (other) throw new Error(`${other.event} was posted before with other amounts`);
}

interface JudgedEntry extends Prepared {
  after: Applied['after'];
}

/** Lays the entries over the guarded balances, one after the other, and keeps what they leave. */
async function judged(
  tx: Tx,
  entries: readonly Prepared[],
  accounts: ReadonlyMap<string, StoredAccount>,
): Promise<JudgedEntry[]> {
  const balances = new Map([...accounts].map(([key, { balance }]) => [key, balance]));
  const changed = new Map<string, bigint>();
  const result = entries.map((entry) => {
    const applied = applyPostings(balances, entry.postings);
    if (applied.short) {
      const { code, partName } = applied.short;
      throw balanceShort({ account: [kindOf(code).title, partName].filter(Boolean).join(' ') });
    }
    for (const [key, balance] of applied.balances) {
      balances.set(key, balance);
      changed.set(accounts.get(key)?.id ?? '', balance);
    }
    return { ...entry, after: applied.after };
  });
  await storeBalances(tx, changed);
  return result;
}

async function insertPostings(
  tx: Tx,
  entries: readonly JudgedEntry[],
  accounts: ReadonlyMap<string, StoredAccount>,
): Promise<void> {
  const rows = entries.flatMap(({ id, postings, currency, after }) =>
    postings.map((posting, index) => ({
      id: newId(),
      entry: id,
      line: index + 1,
      debit: accounts.get(accountKey(posting.debit, currency))?.id,
      credit: accounts.get(accountKey(posting.credit, currency))?.id,
      amount: posting.amount,
      currency,
      afterDebit: after[index]?.debit ?? null,
      afterCredit: after[index]?.credit ?? null,
    })),
  );
  await tx.run`
    insert into posting (tenant_id, id, entry_id, line_no, debit_account_id, credit_account_id, amount, currency,
      balance_after_debit, balance_after_credit, create_by, create_time)
    select ${tx.tenant}, p.id, p.entry_id, p.line_no, p.debit, p.credit, p.amount, p.currency,
      p.after_debit, p.after_credit, ${tx.actor.username}, ${tx.now}
    from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.entry)}::uuid[],
      ${rows.map((r) => r.line)}::integer[], ${rows.map((r) => r.debit)}::uuid[],
      ${rows.map((r) => r.credit)}::uuid[], ${rows.map((r) => r.amount)}::bigint[],
      ${rows.map((r) => r.currency)}::text[], ${rows.map((r) => r.afterDebit)}::bigint[],
      ${rows.map((r) => r.afterCredit)}::bigint[])
      as p (id, entry_id, line_no, debit, credit, amount, currency, after_debit, after_credit)`;
}
