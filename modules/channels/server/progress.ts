import type { Tx } from '#kit/server/database.ts';
import { noteInTransaction, wakeNoted, type Attempt } from '#kit/server/deliveries.ts';
import { claimEffects, type ChannelEffect } from '#modules/base/server/index.ts';

/** Deliveries that wait for a shop look again now. */
export async function wakeWaiting(tx: Tx, accountId: string, wake: () => void): Promise<void> {
  await wakeNoted(tx, 'waitsFor', accountId);
  tx.onCommit(wake);
}

/** Takes the key of an effect. @returns whether it is this delivery's, now or since an earlier attempt */
export async function claimEffect(attempt: Attempt, effect: ChannelEffect): Promise<boolean> {
  if (attempt.progress['claimed'] === true) return true;
  return attempt.tx(async (tx) => {
    const isOurs = (await claimEffects(tx, [effect])) > 0;
    if (isOurs) await noteInTransaction(tx, attempt, { claimed: true });
    return isOurs;
  });
}
