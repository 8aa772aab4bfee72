import { partakers } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';

/** What the rate said before was taken back by the actor; what it says now, if it still does, is a word of its own. */
export async function noteRateWord(tx: Tx, rateId: string, { isGone }: { isGone: boolean }): Promise<void> {
  await tx.run`
    update exchange_rate_word set taken_back_by = ${partakers(tx.actor)}::uuid[]
    where tenant_id = ${tx.tenant} and exchange_rate_id = ${rateId}::uuid and taken_back_by is null`;
  if (isGone) return;
  await tx.run`
    insert into exchange_rate_word (tenant_id, id, exchange_rate_id, from_code, to_code, effective_date, maker_ids)
    select tenant_id, ${newId()}::uuid, id, from_code, to_code, effective_date, maker_ids
    from exchange_rate where tenant_id = ${tx.tenant} and id = ${rateId}::uuid`;
}

/**
 * Whether the actor, or whom they act for, changed or deleted a rate of others that would be in force on a day
 * instead of the one that is.
 * @param after the day from which the one in force holds
 */
export async function hasTakenBackRate(
  tx: Tx,
  { from, to }: { from: string; to: string },
  { after, day }: { after: string; day: string },
): Promise<boolean> {
  const hands = partakers(tx.actor);
  const found = await tx.maybe`
    select 1 from exchange_rate_word
    where tenant_id = ${tx.tenant} and from_code = ${from} and to_code = ${to}
      and effective_date > ${after}::date and effective_date <= ${day}::date
      and taken_back_by && ${hands}::uuid[] and not maker_ids && ${hands}::uuid[] limit 1`;
  return found !== null && found !== undefined;
}
