import type { Tx } from '#kit/server/database.ts';

/**
 * Whether nobody but the actor is, or ever was, a person of the tenant: nobody could be deceived, and nobody
 * could check what they do.
 */
export async function isOnlyPerson(tx: Tx): Promise<boolean> {
  if (tx.actor.behind) return false;
  const others = await tx.maybe`
    select 1 from membership
    where tenant_id = ${tx.tenant} and user_id is distinct from ${tx.actor.userId}::uuid limit 1`;
  return others === undefined;
}

/** What people do at the same moment waits for each other here, to the end of the transaction: sums of one person are complete. */
export async function holdPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await tx.run`
    select m.user_id from membership m
    where m.tenant_id = ${tx.tenant} and m.user_id = any(${[...userIds]}::uuid[])
    order by m.user_id for no key update of m`;
}
