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
