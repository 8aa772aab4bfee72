import type { Tx } from '#kit/server/database.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { unknownPicker } from '../../model/wave-errors.ts';

/** People of the tenant, for whom a wave may be meant. */
export const pickers = (tx: Tx): Promise<{ username: string; name: string }[]> =>
  tx.rows<{ username: string; name: string }>`
    select u.username, u.realname as name from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active'
    order by u.realname, u.id limit 500`;

/** @throws Refusal 422 at `assignee` */
export async function requirePicker(tx: Tx, username: string): Promise<void> {
  const known = await tx.maybe`
    select 1 from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active'
      and u.username = ${username}`;
  if (!known) throw unknownPicker();
}

/** What colleagues call people, also those who have left; by username. */
export async function pickerNames(tx: Tx, usernames: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const requested = [...new Set(usernames)].filter((one) => one !== null);
  if (requested.length === 0) return new Map();
  const found = await tx.rows<{ username: string; name: string }>`
    select u.username, u.realname as name from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and u.username = any(${requested}::text[])`;
  return new Map(found.map(({ username, name }) => [username, name]));
}

/** Waves of a list say by name whose they are. */
export const namedAssignees: BesideRows = async (tx, rows) => {
  const assigneeOf = (row: Record<string, unknown>): string | null =>
    typeof row['assignee'] === 'string' ? row['assignee'] : null;
  const names = await pickerNames(tx, rows.map(assigneeOf));
  return new Map(
    rows.map((row) => [String(row['id']), { assigneeName: names.get(assigneeOf(row) ?? '') ?? assigneeOf(row) }]),
  );
};
