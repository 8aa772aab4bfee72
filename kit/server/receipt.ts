import { createHash } from 'node:crypto';
import { Refusal } from '#kit/model/refusal.ts';
import type { Actor } from './actor.ts';
import type { Tx } from './database.ts';
import { MESSAGES } from './messages.ts';

/** Canonical hash of a request's meaning: key order does not matter. */
export function payloadHash(payload: unknown): string {
  const canonical = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(canonical);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, inner]) => [key, canonical(inner)]),
      );
    return typeof value === 'bigint' ? value.toString() : value;
  };
  return createHash('sha256')
    .update(JSON.stringify(canonical(payload)) ?? '')
    .digest('hex');
}

/**
 * Whose a key is: the person's, and of somebody who acts for them apart from what they send themselves.
 * Nobody is answered what another was, nor stopped by a key that another has used.
 */
export const senderOfKey = ({ userId, username, behind }: Actor): string =>
  [userId ?? username, ...(behind ? [behind.userId] : [])].join(' ');

/** Receipts that were kept before a key had a sender: they are anybody's. */
const OF_ANYBODY = '';

/**
 * Looks up the answer that its sender was given to this key before. Two requests with one key at once wait for each
 * other on the row, so that the second reads the first one's answer.
 * @throws Refusal 409 when the key was used for another payload
 */
export async function claimReceipt<T>(
  tx: Tx,
  scope: string,
  key: string,
  hash: string,
): Promise<{ answered: T } | null> {
  const sender = senderOfKey(tx.actor);
  const fresh = await tx.run`
    insert into receipt (tenant_id, scope, key, sender, payload_hash, answer, at)
    select ${tx.tenant}, ${scope}, ${key}, ${sender}, ${hash}, 'null'::jsonb, ${tx.now}
    where not exists (select 1 from receipt r where r.tenant_id = ${tx.tenant} and r.scope = ${scope}
      and r.key = ${key} and r.sender = ${OF_ANYBODY})
    on conflict (tenant_id, scope, key, sender) do nothing`;
  if (fresh > 0) return null;
  const known = await tx.one<{ payloadHash: string; answer: T }>`
    select payload_hash, answer from receipt
    where tenant_id = ${tx.tenant} and scope = ${scope} and key = ${key}
      and sender in (${sender}, ${OF_ANYBODY})
    order by sender desc limit 1`;
  if (known.payloadHash !== hash) throw new Refusal('keyReused', MESSAGES.keyReused, { status: 409 });
  return { answered: known.answer };
}

/** Stores the answer beside its key, in the transaction of the effect. */
export async function storeReceipt(tx: Tx, scope: string, key: string, answer: unknown): Promise<void> {
  await tx.run`
    update receipt set answer = ${JSON.stringify(answer)}::jsonb
    where tenant_id = ${tx.tenant} and scope = ${scope} and key = ${key}
      and sender in (${senderOfKey(tx.actor)}, ${OF_ANYBODY})`;
}
