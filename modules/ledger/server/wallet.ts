import type { Tx } from '#kit/server/database.ts';
import { rulesOn } from '#kit/server/query/row-rules.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { journalEntry } from '../model/entry.ts';

/** What the wallet of the transaction's tenant has free, minor units. */
export async function walletAvailable(tx: Tx, currency: string): Promise<bigint> {
  const row = await tx.maybe<{ balance: bigint }>`
    select balance from account where tenant_id = ${tx.tenant} and code = 'wallet:available' and part = ''
      and currency = ${currency}`;
  return row?.balance ?? 0n;
}

/** A row for each currency that the wallet has, or had, money in. */
export const walletRows = (tx: Tx): Sql => sql`
  select a.tenant_id, a.id, a.currency, a.balance as available, coalesce(h.balance, 0)::bigint as held, a.create_time
  from account a
    left join account h on h.tenant_id = a.tenant_id and h.code = 'wallet:held' and h.part = a.part
      and h.currency = a.currency
  where a.tenant_id = ${tx.tenant} and a.code = 'wallet:available' and a.part = ''`;

/** Every posting that touches the wallet, as its owner reads it; not what a data rule hides its reason of. */
export const walletEntryRows = (tx: Tx): Sql => sql`
  select p.tenant_id, p.id, p.create_time as at, case
      when d.code = 'platform:bank' then 'credit'
      when d.code = 'wallet:available' and c.code = 'wallet:held' then 'hold'
      when d.code = 'wallet:held' and c.code = 'wallet:available' then 'release'
      when d.code = 'wallet:held' then 'capture'
      when d.code = 'wallet:available' then 'adjust'
      else 'refund' end as move,
    p.amount, p.currency,
    case when d.code = 'wallet:available' then p.balance_after_debit
      when c.code = 'wallet:available' then p.balance_after_credit end as available_after,
    case when d.code = 'wallet:held' then p.balance_after_debit
      when c.code = 'wallet:held' then p.balance_after_credit end as held_after,
    coalesce(e.ref_no, o.ref_no) as ref_no, e.memo, p.entry_id, p.create_by as maker, p.create_time
  from posting p
    join journal_entry e on e.tenant_id = p.tenant_id and e.id = p.entry_id
    join account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
    join account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
    left join journal_entry o on o.tenant_id = e.tenant_id and o.book = e.book and o.ref_type = e.ref_type
      and o.ref_id = e.ref_id and o.event = 'hold' and e.event <> 'hold'
  where p.tenant_id = ${tx.tenant} and e.book = 'operator'
    and ('wallet:available' in (d.code, c.code) or 'wallet:held' in (d.code, c.code))
    and ${join([sql`true`, ...rulesOn(journalEntry, tx.actor, 'e')], ' and ')}`;
