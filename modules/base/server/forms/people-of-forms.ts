import type { Tx } from '#kit/server/database.ts';

/** Usernames of some that belong to people of the tenant. */
export async function usersAmong(tx: Tx, usernames: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ username: string }>`
    select u.username from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.username = any(${usernames}::text[])`;
  return rows.map(({ username }) => username);
}

/** Ids of some that are departments of the tenant. */
export async function departsAmong(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select id from depart
    where tenant_id = ${tx.tenant} and id::text = any(${ids}::text[])`;
  return rows.map(({ id }) => id);
}
