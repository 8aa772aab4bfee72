import type { Tx } from '#kit/server/database.ts';
import { noteWithin, type Attempt } from '#kit/server/deliveries.ts';

/** Deliveries that wait for a shop look again now. */
export async function wakeWaiting(tx: Tx, accountId: string, wake: () => void): Promise<void> {
  await tx.run`
    update delivery set next_at = ${tx.now}
    where tenant_id = ${tx.tenant} and status = 'pending' and next_at > ${tx.now}
      and progress ->> 'waitsFor' = ${accountId}`;
  tx.onCommit(wake);
}

/**
 * Takes the key of an effect that may happen once only: of an order over its whole split family,
 * of a shipment. @returns whether it is this delivery's, now or since an earlier attempt
 */
export async function claimEffect(
  attempt: Attempt,
  { accountId, effect, key }: { accountId: string; effect: string; key: string },
): Promise<boolean> {
  if (attempt.progress['claimed'] === true) return true;
  return attempt.tx(async (tx) => {
    const fresh = await tx.run`
      insert into channel_effect (tenant_id, account_id, effect, key, at)
      values (${tx.tenant}, ${accountId}::uuid, ${effect}, ${key}, ${tx.now})
      on conflict (tenant_id, account_id, effect, key) do nothing`;
    if (fresh > 0) await noteWithin(tx, attempt, { claimed: true });
    return fresh > 0;
  });
}

/** The effect did not happen and will not by itself: somebody may ask for it again. */
export async function releaseEffect(
  tx: Tx,
  { accountId, effect, key }: { accountId: string; effect: string; key: string },
): Promise<void> {
  await tx.run`
    delete from channel_effect where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid
      and effect = ${effect} and key = ${key}`;
}
