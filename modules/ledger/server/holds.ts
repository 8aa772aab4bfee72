import { formatDecimal } from '#kit/model/money.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { notFound } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { AccountCode } from '../model/chart.ts';
import { captureTooMuch, holdEnded } from '../model/errors.ts';
import type { AccountName, Posting } from '../model/journal.ts';
import { postEntries } from './post-entries.ts';

/** Money to be set aside: from a guarded account into the one that holds it. */
export interface NewHold {
  refType: string;
  /** What it is for; the same is never held for twice. */
  refId: string;
  refNo?: string | null;
  from: AccountName;
  held: AccountCode;
  /** Minor units, above zero. */
  amount: bigint;
  currency: string;
  /** Given back by then at the latest. */
  expireAt?: Date;
}

interface StoredHold {
  id: string;
  refType: string;
  refId: string;
  fromCode: AccountCode;
  heldCode: AccountCode;
  part: string;
  currency: string;
  amount: bigint;
  status: string;
}

/**
 * Sets money aside. Asked for again, it is the same hold.
 * @returns id of the hold
 * @throws Refusal ledger.short where there is not so much
 */
export async function placeHold(tx: Tx, hold: NewHold): Promise<string> {
  const { refType, refId, from, held, amount, currency, expireAt = null } = hold;
  const id = newId();
  const rows = await tx.rows<{ id: string }>`
    insert into ledger_hold (tenant_id, id, ref_type, ref_id, from_code, held_code, part, currency, amount,
      expire_at, create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${refType}, ${refId}, ${from.code}, ${held}, ${from.part ?? ''},
      ${currency}, ${amount}, ${expireAt}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, ref_type, ref_id) do nothing returning id`;
  if (rows.length === 0)
    return (
      await tx.one<{ id: string }>`
        select id from ledger_hold
        where tenant_id = ${tx.tenant} and ref_type = ${refType} and ref_id = ${refId}`
    ).id;
  const postings = [{ debit: from, credit: { ...from, code: held }, amount, currency }];
  await postEntries(tx, [{ refType, refId, refNo: hold.refNo ?? null, event: 'hold', postings }]);
  return id;
}

/**
 * Takes what was held, whole or in part; what is left goes back where it came from.
 * @param to accounts that get it, with minor units above zero
 * @throws Refusal ledger.captureTooMuch, ledger.holdEnded
 */
export async function captureHold(
  tx: Tx,
  holdId: string,
  to: readonly { account: AccountName; amount: bigint }[],
): Promise<void> {
  const hold = await openHold(tx, holdId);
  const requested = to.reduce((sum, { amount }) => sum + amount, 0n);
  const text = (amount: bigint): string => formatDecimal(amount, exponentOf(hold.currency));
  if (requested > hold.amount) throw captureTooMuch({ wanted: text(requested), left: text(hold.amount) });
  await end(tx, hold, 'captured', to, hold.amount - requested);
}

/** Gives back what was held. @throws Refusal ledger.holdEnded */
export async function releaseHold(tx: Tx, holdId: string, as: 'released' | 'expired' = 'released'): Promise<void> {
  const hold = await openHold(tx, holdId);
  await end(tx, hold, as, [], hold.amount);
}

/** Gives back every hold whose time is over. @returns how many */
export async function expireHolds(tx: Tx): Promise<number> {
  const due = await tx.rows<{ id: string }>`
    select id from ledger_hold where tenant_id = ${tx.tenant} and status = 'open' and expire_at <= ${tx.now}
    order by id for update skip locked`;
  for (const { id } of due) await releaseHold(tx, id, 'expired');
  return due.length;
}

async function openHold(tx: Tx, holdId: string): Promise<StoredHold> {
  const hold = await tx.maybe<StoredHold>`
    select id, ref_type, ref_id, from_code, held_code, part, currency, amount, status from ledger_hold
    where tenant_id = ${tx.tenant} and id = ${holdId}::uuid for update`;
  if (!hold) throw notFound();
  if (hold.status !== 'open') throw holdEnded();
  return hold;
}

async function end(
  tx: Tx,
  hold: StoredHold,
  status: 'captured' | 'released' | 'expired',
  to: readonly { account: AccountName; amount: bigint }[],
  left: bigint,
): Promise<void> {
  const { id, refType, refId, currency, part } = hold;
  const own = part === '' ? {} : { part };
  const held: AccountName = { code: hold.heldCode, ...own };
  const postings: Posting[] = to.map(({ account, amount }) => ({
    debit: held,
    credit: account,
    amount,
    currency,
  }));
  if (left > 0n) postings.push({ debit: held, credit: { code: hold.fromCode, ...own }, amount: left, currency });
  await tx.run`
    update ledger_hold set status = ${status}, captured = amount - ${left}::bigint, released = ${left}::bigint,
      version = version + 1, update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  await postEntries(tx, [{ refType, refId, event: status, postings }]);
}
